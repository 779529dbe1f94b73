import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { withTimeout } from '../../concurrency/timeout.ts';
import { createDatabase } from '../../db/kysely.ts';
import { isConnectionLost } from '../../db/errors.ts';
import { createPool } from '../../db/pool.ts';
import { readUnsealedEntries } from '../../db/read/audit/sealable-entries.ts';
import { UnfitHeadError } from '../../usecases/audit/publish-heads.ts';
import { sealAndPublish } from './seal.ts';

/** An entry could be changed unnoticed until it is sealed and its head is published, so this time is kept short. */
const SEAL_EVERY_MS = 60_000;
/** So that the alarm comes within a minute, however long a round takes that can't seal. */
const WATCH_EVERY_MS = 15_000;
/** Once a minute says that it goes on. */
const ALARM_EVERY_MS = 60_000;
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
  expectedStandbys = 0,
  auditHeadFile,
  log: parentLog,
  sealEveryMs = SEAL_EVERY_MS,
  watchEveryMs = WATCH_EVERY_MS,
  alarmAfterMs = ALARM_AFTER_MS,
  noteWork = () => undefined,
}: {
  databaseUrl: string;
  expectedStandbys?: number;
  auditHeadFile: string | undefined;
  log: Logger;
  sealEveryMs?: number;
  watchEveryMs?: number;
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
    expectedStandbys,
    maxConnections: MAX_CONNECTIONS,
    applicationName: 'vezne-worker-seals',
    log,
  });
  const db = createDatabase(pool);
  const stopping = new AbortController();
  let running: Promise<void> | undefined;
  let alarmedAtMs = -Infinity;

  async function orReport(work: () => Promise<void>): Promise<void> {
    try {
      await withTimeout(ROUND_WITHIN_MS, work());
    } catch (error) {
      const line = 'a job failed; it is tried again at its next time';
      // A database that is away has an alarm of its own. Entries that stay unsealed have one, too.
      if (isConnectionLost(error)) log.warn({ err: error }, line);
      else if (error instanceof UnfitHeadError)
        log.error(
          { alarm: 'audit_head_unfit', err: error },
          'no head of the audit log is published here until a person has looked',
        );
      else log.error({ alarm: 'job_failed', err: error }, line);
    }
  }

  async function watch(): Promise<void> {
    const { count, oldestAt, oldestAgeMs } = await readUnsealedEntries(db);
    if (oldestAgeMs <= alarmAfterMs || performance.now() - alarmedAtMs < ALARM_EVERY_MS) return;
    alarmedAtMs = performance.now();
    log.error(
      { alarm: 'audit_entries_unsealed', entries: String(count), oldestAt },
      'entries of the audit log stay unsealed, and nothing protects them; a person must look',
    );
  }

  async function every(pauseMs: number, work: () => Promise<void>): Promise<void> {
    for (;;) {
      await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return;
      await orReport(work);
    }
  }

  async function sealRound(): Promise<void> {
    await sealAndPublish({ db, pool, log, auditHeadFile });
    noteWork();
  }

  async function run(): Promise<void> {
    // What waited for a worker is sealed now, before the first look, and is no alarm.
    const sealing = orReport(sealRound).then(async () => await every(sealEveryMs, sealRound));
    // Side by side: entries stay unsealed also while a round hangs, the first as well.
    await Promise.all([sealing, every(watchEveryMs, watch)]);
  }

  return {
    start() {
      running = run();
    },
    async stop() {
      stopping.abort();
      await running;
      await db.destroy();
      if (!pool.ending) await pool.end();
    },
  };
}
