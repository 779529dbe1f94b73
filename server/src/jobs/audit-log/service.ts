import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { withTimeout } from '../../concurrency/timeout.ts';
import { createDatabase } from '../../db/kysely.ts';
import { isConnectionLost } from '../../db/outage.ts';
import { createPool } from '../../db/pool.ts';
import { readUnsealedEntries } from '../../db/read/sealable-entries.ts';
import { sealAndPublish } from './seal.ts';

/** An entry could be changed unnoticed until it is sealed and its head is published, so this time is kept short. */
const SEAL_EVERY_MS = 60_000;
/** Five rounds have failed by then, or every worker is away. Longer than a failover takes, so a person has to know. */
const ALARM_AFTER_MS = 5 * 60_000;
/** A round of a few thousand entries takes a second. What takes longer hangs on a dead connection. */
const ROUND_WITHIN_MS = 60_000;
/** One at a time; the others replace connections that hang. */
const MAX_CONNECTIONS = 4;

/**
 * Seals the audit log, for as long as it runs, and raises an alarm when entries stay unsealed. Any number of workers may do so side
 * by side: a row that only the worker's role can lock gives them turns, and each keeps its own file of heads up to date. It
 * doesn't run by the job queue, whose advisory locks any role can hold.
 */
export function createAuditSealService({
  databaseUrl,
  auditHeadFile,
  log: parentLog,
  sealEveryMs = SEAL_EVERY_MS,
  alarmAfterMs = ALARM_AFTER_MS,
  noteWork = () => undefined,
}: {
  databaseUrl: string;
  auditHeadFile: string | undefined;
  log: Logger;
  sealEveryMs?: number;
  alarmAfterMs?: number;
  /** A round was done, whether there was something to seal or not. */
  noteWork?: () => void;
}): {
  start(): void;
  /** Begins no new round, and waits for the one under way. */
  stop(): Promise<void>;
} {
  const log = parentLog.child({ job: 'seal_audit_log' });
  const pool = createPool({
    url: databaseUrl,
    maxConnections: MAX_CONNECTIONS,
    applicationName: 'vezne-worker-seals',
    log,
  });
  const db = createDatabase(pool);
  const stopping = new AbortController();
  let running: Promise<void> | undefined;

  async function orReport(work: () => Promise<void>): Promise<void> {
    try {
      await withTimeout(ROUND_WITHIN_MS, work());
    } catch (error) {
      const line = 'a job failed; it is tried again at its next time';
      // A database that is away has an alarm of its own. Entries that stay unsealed have one, too.
      if (isConnectionLost(error)) log.warn({ err: error }, line);
      else log.error({ alarm: 'job_failed', err: error }, line);
    }
  }

  /** Looks also when sealing has failed: that is when entries stay unsealed. */
  async function watch(): Promise<void> {
    const { count, oldestAt, oldestAgeMs } = await readUnsealedEntries(db);
    if (oldestAgeMs <= alarmAfterMs) return;
    log.error(
      { alarm: 'audit_entries_unsealed', entries: String(count), oldestAt },
      'entries of the audit log stay unsealed, and nothing protects them; a person must look',
    );
  }

  async function loop(): Promise<void> {
    while (!stopping.signal.aborted) {
      await orReport(async () => {
        await sealAndPublish({ db, pool, log, auditHeadFile });
        noteWork();
      });
      await orReport(watch);
      await sleep(sealEveryMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  return {
    start() {
      running = loop();
    },
    async stop() {
      stopping.abort();
      await running;
      await db.destroy();
      if (!pool.ending) await pool.end();
    },
  };
}
