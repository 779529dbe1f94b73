/**
 * Remembers which events were processed. A webhook may arrive several times, even at two processes at once; the store makes
 * sure that it has its effect once.
 *
 * `once` must do these three steps in ONE transaction of the database in which the work is done:
 *
 * 1. Claim the id, so that of two simultaneous calls with one id, the second waits until the first has ended. A row whose
 *    primary key is the id does that.
 * 2. If the id was remembered before, do no work and return 'already'. Otherwise call `work` with this same transaction.
 * 3. Remember the id and commit. Return 'done' only after the commit has succeeded.
 *
 * If `work` or the commit fails, neither the work nor the id may remain, and `once` throws: the service sends the event
 * again. A store that remembers the id before the work loses events. One that remembers it afterwards in a separate
 * transaction doubles them. Keep ids for ever: an event may be replayed months later.
 */
export interface ProcessedEvents<Transaction = undefined> {
  once(eventId: string, work: (transaction: Transaction) => Promise<void>): Promise<'done' | 'already'>;
}

/** For tests and first steps: it forgets everything when the process ends, and processes do not share it. */
export function memoryStore(): ProcessedEvents {
  const processed = new Set<string>();
  const running = new Map<string, Promise<void>>();
  return {
    async once(eventId, work) {
      // After waiting, check again: the earlier work may have failed, and another call may have started.
      while (running.has(eventId)) await running.get(eventId)?.catch(() => undefined);
      if (processed.has(eventId)) return 'already';
      const run = work(undefined);
      running.set(eventId, run);
      try {
        await run;
        processed.add(eventId);
      } finally {
        running.delete(eventId);
      }
      return 'done';
    },
  };
}
