import type pg from 'pg';
import type { Logger } from 'pino';
import { writeKeyUses } from '../../db/write/installation/key-uses.ts';

/** Which keys are used, and when last. It is for a partner's people, so it is written down behind the requests and may be lost. */
export interface KeyUses {
  note(credentialId: string, nowMs: number): void;
  start(): void;
  stop(): Promise<void>;
}

/** Somebody who looks at a page wants to see that their first request has come. */
const WRITE_EVERY_MS = 5_000;

export function createKeyUses({ pool, log }: { pool: pg.Pool; log: Logger }): KeyUses {
  const noted = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  async function write(): Promise<void> {
    if (noted.size === 0) return;
    const uses = [...noted].map(([credentialId, ms]) => ({ credentialId, lastUsedAt: new Date(ms) }));
    noted.clear();
    // The next use says it again.
    await writeKeyUses(pool, uses).catch((error: unknown) =>
      log.debug({ err: error }, 'when keys were used could not be written down'),
    );
  }

  return {
    note(credentialId, nowMs) {
      noted.set(credentialId, nowMs);
    },
    start() {
      timer ??= setInterval(() => {
        writing = writing.then(write);
      }, WRITE_EVERY_MS).unref();
    },
    async stop() {
      clearInterval(timer);
      await writing.then(write);
    },
  };
}
