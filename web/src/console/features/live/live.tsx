import { useQueryClient } from '@tanstack/react-query';
import type { ChangedMessage, LiveCounts } from '@vezne/contract/console/live';
import { createContext, useContext, useEffect, useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { SESSION_KEY } from '../../../shared/session/session.ts';
import { useSignedIn } from '../session/session.ts';
import { openLiveLine } from './live-line.ts';
import type { LineState } from './live-line.ts';

type HearChanged = (changed: ChangedMessage) => void;

interface Live {
  /** Undefined until the line has said it. */
  counts: LiveCounts | undefined;
  state: LineState;
  /** While the line is lost: when it is tried again. */
  retryAtMs: number | null;
  /** When it was lost, so that a page can say how old it is. */
  lostAtMs: number | null;
  listeners: Set<HearChanged>;
}

const LiveContext = createContext<Live | null>(null);

/** What changes while somebody looks, for every page inside. */
export function LiveProvider({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const { permissions } = useSignedIn();
  const mayLook = permissions.includes('read_queues') || permissions.includes('read_masked');
  const listeners = useMemo(() => new Set<HearChanged>(), []);
  const [live, setLive] = useState<Omit<Live, 'listeners'>>({
    counts: undefined,
    state: 'connecting',
    retryAtMs: null,
    lostAtMs: null,
  });
  useEffect(() => {
    if (!mayLook) return;
    return openLiveLine((message) => {
      switch (message.kind) {
        case 'counts':
          return setLive((before) => ({ ...before, counts: message.counts }));
        case 'state': {
          const { state, retryAtMs } = message;
          return setLive((before) => ({
            ...before,
            state,
            retryAtMs,
            lostAtMs: state === 'lost' ? (before.lostAtMs ?? Date.now()) : null,
          }));
        }
        case 'changed':
          for (const hear of listeners) hear(message.changed);
          return;
        case 'ended':
          void client.invalidateQueries({ queryKey: SESSION_KEY });
      }
    });
  }, [client, listeners, mayLook]);
  const value = useMemo(() => ({ ...live, listeners }), [live, listeners]);
  return <LiveContext value={value}>{children}</LiveContext>;
}

export function useLive(): Omit<Live, 'listeners'> {
  const live = useContext(LiveContext);
  if (live === null) throw new Error('There is no LiveProvider above.');
  return live;
}

/** Hears what has changed, as long as the component is there. */
export function useChanged(hear: HearChanged): void {
  const listeners = useContext(LiveContext)?.listeners;
  const newest = useRef(hear);
  useEffect(() => {
    newest.current = hear;
  });
  useEffect(() => {
    const listener: HearChanged = (changed) => newest.current(changed);
    listeners?.add(listener);
    return () => void listeners?.delete(listener);
  }, [listeners]);
}
