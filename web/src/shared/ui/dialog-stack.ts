import { useLayoutEffect, useMemo, useSyncExternalStore } from 'react';

/** The dialogs that are open, the upper ones last. */
let open: readonly symbol[] = [];
const listeners = new Set<() => void>();

function change(next: readonly symbol[]): void {
  open = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether another dialog lies over this one. */
export function useIsCovered(): boolean {
  const id = useMemo(() => Symbol('dialog'), []);
  useLayoutEffect(() => {
    change([...open, id]);
    return () => change(open.filter((other) => other !== id));
  }, [id]);
  return useSyncExternalStore(subscribe, () => open.includes(id) && open.at(-1) !== id);
}
