import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { Logger } from 'pino';
import { arrive, beat, leave, takeNoMore } from '../db/write/installation/living-processes.ts';

/** The name under which a process owns things, for as long as it says that it lives. */
export interface LivingProcess {
  readonly id: string;
  /** By our own clock, which is ahead of the database's: whatever is sent while this is true, nobody else sends. */
  isAlive(): boolean;
  /** Begins to live, under a new name if the old one is dead. True: the name is new. */
  live(): Promise<boolean>;
  /** It is about to stop: others need not leave it a share. */
  takeNoMore(): Promise<void>;
  /** Nobody needs to wait for its end. */
  leave(): Promise<void>;
}

const TIMEOUT_MS = 5_000;
/** The rest is for the question on its way, and for clocks that run differently. */
const SHARE_OF_LEASE = 0.8;
const BEATS_IN_A_LEASE = 5;

/**
 * Gives its word every few seconds. A process that stood still for longer than its lease finds out by its own clock, before it sends
 * anything, and by the database, which lets no dead one live again.
 */
export function createLivingProcess({
  pool,
  log,
  leaseMs,
  nowMs,
}: {
  pool: pg.Pool;
  log: Logger;
  leaseMs: number;
  /** It must go on while the process stands still. */
  nowMs: () => number;
}): LivingProcess {
  const options = { timeoutMs: TIMEOUT_MS };
  let id = randomUUID();
  let aliveUntilMs = -Infinity;
  let timer: NodeJS.Timeout | undefined;

  const isAlive = (): boolean => nowMs() < aliveUntilMs;

  async function say(): Promise<void> {
    const own = id;
    // From before the question: the lease ends here before it ends there.
    const fromMs = nowMs();
    try {
      const isAccepted = await beat(pool, { id: own, leaseMs }, options);
      if (own !== id) return;
      // What was over by our own clock stays over, even if the database was not told in time.
      if (!isAccepted || !isAlive()) aliveUntilMs = -Infinity;
      else aliveUntilMs = fromMs + leaseMs * SHARE_OF_LEASE;
    } catch (error) {
      log.warn({ err: error }, 'the database could not be told that this process lives');
    }
  }

  return {
    get id() {
      return id;
    },
    isAlive,
    async live() {
      if (isAlive()) return false;
      // So that nobody waits for the end of the old name.
      await leave(pool, id, options);
      id = randomUUID();
      const fromMs = nowMs();
      await arrive(pool, { id, kind: 'worker', leaseMs }, options);
      aliveUntilMs = fromMs + leaseMs * SHARE_OF_LEASE;
      timer ??= setInterval(() => void say(), leaseMs / BEATS_IN_A_LEASE);
      return true;
    },
    async takeNoMore() {
      await takeNoMore(pool, id, options);
    },
    async leave() {
      clearInterval(timer);
      aliveUntilMs = -Infinity;
      await leave(pool, id, options).catch((error: unknown) => {
        log.warn({ err: error }, 'others have to wait for the end of the lease');
      });
    },
  };
}
