import { useCallback, useEffect, useRef } from 'react';
import { createPace } from './pace.ts';
import type { Pace, Seen } from './pace.ts';

const PAGE: Seen = {
  isHidden: () => document.hidden,
  onShown(hear) {
    document.addEventListener('visibilitychange', hear);
    return () => document.removeEventListener('visibilitychange', hear);
  },
};

/** Asks for a run at this pace, as long as the component is there. What runs is the newest. */
export function usePace(run: () => Promise<void>, everyMs: number): () => void {
  const newest = useRef(run);
  const pace = useRef<Pace | null>(null);
  const isAskedEarly = useRef(false);
  useEffect(() => {
    newest.current = run;
  });
  useEffect(() => {
    const own = createPace(async () => await newest.current(), everyMs, PAGE);
    pace.current = own;
    if (isAskedEarly.current) own.ask();
    return () => own.stop();
  }, [everyMs]);
  return useCallback(() => {
    isAskedEarly.current = pace.current === null;
    pace.current?.ask();
  }, []);
}
