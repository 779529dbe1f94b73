/**
 * Remembers which events were processed. A webhook may arrive several times, and also at two processes at once; the
 * store is what makes its effect happen once.
 *
 * `once` must do these three in ONE transaction of the database in which the work is done:
 *
 * 1. Claim the id, so that of two calls at once with one id the second waits until the first has ended. A row whose
 *    primary key is the id does that.
 * 2. If the id was remembered before: no work, and the answer is 'already'. Otherwise `work`, through this very
 *    transaction.
 * 3. Remember the id and commit. Only when the commit has succeeded, the answer is 'done'.
 *
 * If `work` or the commit fails, nothing of the work and nothing of the id stays, and `once` throws: the service sends
 * the event again. A store that remembers before the work loses events, and one that remembers after it in a
 * transaction of its own doubles them. An id is kept for good: an event may be replayed months later.
 */
export interface ProcessedEvents<Transaction = undefined> {
  once(eventId: string, work: (transaction: Transaction) => Promise<void>): Promise<'done' | 'already'>;
}

/** For tests and first steps: it forgets everything when the process ends, and two processes don't share it. */
export function memoryStore(): ProcessedEvents {
  const processed = new Set<string>();
  const running = new Map<string, Promise<void>>();
  return {
    async once(eventId, work) {
      // Whoever waited looks again: the work before may have failed, and another may have begun.
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
