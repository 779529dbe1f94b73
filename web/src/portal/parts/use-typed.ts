import { useState } from 'react';

/**
 * What somebody types in a field until it counts. A change from elsewhere, such as a filter that is cleared, takes its place: the field stays the
 * same, so whoever is in it stays there.
 */
export function useTyped(settled: string): [typed: string, type: (text: string) => void] {
  const [state, setState] = useState({ settled, typed: settled });
  if (state.settled !== settled) setState({ settled, typed: settled });
  return [
    state.settled === settled ? state.typed : settled,
    (typed) => setState((before) => ({ ...before, typed })),
  ];
}
