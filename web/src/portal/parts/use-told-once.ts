import { useQueryClient } from '@tanstack/react-query';
import type { QueryKey } from '@tanstack/react-query';
import { useState } from 'react';
import { isOutcomeUnknown } from '../../shared/api/api-error.ts';
import { useAct } from './use-act.ts';

/**
 * Makes something that is told once. If its answer is lost, it may have been made all the same, and nobody knows it: a second press would
 * make another one, so the list is read again and the press is not offered any more.
 */
export function useToldOnce<T>(listKey: QueryKey): {
  made: T | null;
  make: (what: string, act: () => Promise<T>) => void;
  isBusy: boolean;
  problem: string | undefined;
  isMaybeMade: boolean;
} {
  const client = useQueryClient();
  const [made, setMade] = useState<T | null>(null);
  const [isMaybeMade, setIsMaybeMade] = useState(false);
  const { run, isBusy, problem } = useAct();
  const make = (what: string, act: () => Promise<T>): void =>
    void run(what, async () => {
      try {
        setMade(await act());
      } catch (error) {
        if (isOutcomeUnknown(error)) {
          setIsMaybeMade(true);
          void client.invalidateQueries({ queryKey: listKey });
        }
        throw error;
      }
    });
  return { made, make, isBusy, problem, isMaybeMade };
}
