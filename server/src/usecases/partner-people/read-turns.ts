import { TooManyWaitingError, createConcurrencyLimit } from '../../concurrency/concurrency-limit.ts';
import type { ConcurrencyLimit } from '../../concurrency/concurrency-limit.ts';
import { TimeoutError } from '../../concurrency/timeout.ts';

/** Out of the ten connections of a portal. The rest stay free for those who come in, and for presses. */
const MOST_AT_ONCE = 6;
/** A page asks for several things at once. */
const MOST_OF_PARTNER = 3;
const MOST_WAITING_OF_PARTNER = 60;
/** Never reached: each partner has no more here than it may run. */
const MOST_WAITING = 10_000;
/** Somebody looks at a screen, and goes on after this. */
export const READ_WAIT_MS = 5_000;

/** Reads of screens take turns: whoever searches a long history again and again keeps their own partner waiting, and nobody else. */
export interface ReadTurns {
  run<T>(partnerId: string, read: () => Promise<T>): Promise<T>;
}

export function createReadTurns(): ReadTurns {
  const all = createConcurrencyLimit({ width: MOST_AT_ONCE, maxWaiting: MOST_WAITING });
  const partners = new Map<string, { own: ConcurrencyLimit; reads: number }>();
  const limitOf = (partnerId: string) =>
    partners.get(partnerId) ?? {
      own: createConcurrencyLimit({ width: MOST_OF_PARTNER, maxWaiting: MOST_WAITING_OF_PARTNER }),
      reads: 0,
    };
  return {
    async run(partnerId, read) {
      const partner = limitOf(partnerId);
      partners.set(partnerId, partner);
      partner.reads += 1;
      const askedAtMs = performance.now();
      const inTime = async () => {
        if (performance.now() - askedAtMs > READ_WAIT_MS)
          throw new TimeoutError('A read waited too long for its turn.');
        return await read();
      };
      try {
        return await partner.own.run(async () => await all.run(inTime));
      } catch (error) {
        if (!(error instanceof TooManyWaitingError)) throw error;
        throw new TimeoutError('Too many reads of this partner wait.', { cause: error });
      } finally {
        partner.reads -= 1;
        if (partner.reads === 0) partners.delete(partnerId);
      }
    },
  };
}
