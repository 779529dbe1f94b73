import { BULK_LIMIT } from '@vezne/contract/console/deposit-decisions';
import { useRef } from 'react';

export interface Selection {
  chosen: readonly string[];
  toggle: (id: string | null) => void;
  /** From the last one that was toggled to this one. */
  toggleTo: (id: string | null) => void;
  set: (ids: readonly string[]) => void;
}

/** Rows that are chosen for a bulk: only those of the list as it is shown, and no more than a person can look at. */
export function useSelection({
  ids,
  chosen: given,
  mayChoose,
  onChange,
  onFull,
  onRefused,
}: {
  ids: readonly string[];
  chosen: readonly string[];
  mayChoose: (id: string) => boolean;
  onChange: (ids: readonly string[]) => void;
  onFull: () => void;
  onRefused: () => void;
}): Selection {
  const anchor = useRef<string | null>(null);
  const chosen = given.filter((id) => ids.includes(id));
  const set = (next: readonly string[]): void => {
    if (next.length > BULK_LIMIT) onFull();
    onChange(next.slice(0, BULK_LIMIT));
  };
  const toggle = (id: string | null): void => {
    if (id === null) return;
    const isChosen = chosen.includes(id);
    if (!isChosen && !mayChoose(id)) return onRefused();
    anchor.current = id;
    set(isChosen ? chosen.filter((other) => other !== id) : [...chosen, id]);
  };
  return {
    chosen,
    set,
    toggle,
    toggleTo: (id) => {
      const [from, to] = [ids.indexOf(anchor.current ?? ''), ids.indexOf(id ?? '')];
      if (from < 0 || to < 0) return toggle(id);
      const range = ids.slice(Math.min(from, to), Math.max(from, to) + 1).filter(mayChoose);
      set([...new Set([...chosen, ...range])]);
    },
  };
}
