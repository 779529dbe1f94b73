import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import { outage } from './outage.ts';
import { createPool } from './pool.ts';
import { runRead } from './statement.ts';

export interface DatabaseWatch {
  isUp: () => boolean;
  /** No look since then has failed. */
  wasUpSince: (monotonicMs: number) => boolean;
  /** It should wait for standbys, and waits for none. */
  commitsAlone: () => boolean;
  stop(): Promise<void>;
}

export const LOOK_EVERY_MS = 2_000;
/** So that the end is known soon. */
const LOOK_AGAIN_MS = 500;
export const ANSWER_WITHIN_MS = 3_000;
/** A failover takes about so long, and is over before a person has read the line. */
const ALARM_AFTER_MS = 5_000;
/** While it lasts. `vezne status` takes an alarm for open for a quarter of an hour. */
const ALONE_AGAIN_MS = 10 * 60_000;

/** After a failover the address may lead to a server that is still, or again, a standby. It answers, and nothing can be done there. */
const LOOK_SQL = `
select not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off' as "takesWrites",
  current_setting('synchronous_standby_names') <> '' as "waitsForStandbys"`;

/**
 * Asks the database whether it is there, on a connection of its own: a pool whose connections are all busy is another trouble. One line says
 * that it is away, and one that it is back, with how long it took. The same for one that is there and confirms no commit, because no
 * standby is there or its disk is full. One that confirms every commit alone, although it should wait for standbys, is the opposite and worse:
 * nothing stands still, and what is acknowledged exists once.
 */
export function watchDatabase({
  url,
  name,
  clock,
  log,
  unconfirmedMs = () => 0,
  expectedStandbys = 0,
  alarmAfterMs = ALARM_AFTER_MS,
}: {
  url: string;
  /** Of its session, such as `vezne-api`. */
  name: string;
  clock: Clock;
  log: Logger;
  /** How long a commit of this process has waited to be confirmed; 0: none waits. */
  unconfirmedMs?: () => number;
  /** How many standbys have to confirm commits. 0: it is a single server. */
  expectedStandbys?: number;
  alarmAfterMs?: number;
}): DatabaseWatch {
  const pool = createPool({
    url,
    maxConnections: 1,
    applicationName: `${name}-watch`,
    log,
    mayBeUnproven: true,
  });
  const stopping = new AbortController();
  let wait = new AbortController();
  let failingSinceMs: number | undefined;
  let isAlarmed = false;
  let unconfirmedSinceMs: number | undefined;
  let aloneSinceMs: number | undefined;
  let aloneToldAtMs = -Infinity;
  /** Since then it could confirm something. One that has just come back was not asked yet. */
  let upSinceMs = clock.monotonicMs();

  async function look(): Promise<void> {
    const startMs = clock.monotonicMs();
    try {
      const [seen] = await runRead<{ takesWrites: boolean; waitsForStandbys: boolean }>(
        pool,
        { text: LOOK_SQL },
        { timeoutMs: ANSWER_WITHIN_MS },
      );
      if (seen?.takesWrites !== true) throw new Error('it takes no writes: it is a standby, or read-only');
      succeeded();
      compareConfirmed();
      compareAlone(expectedStandbys > 0 && !seen.waitsForStandbys);
    } catch (error) {
      failed(error, startMs);
    }
  }

  function compareConfirmed(): void {
    const waitedMs = unconfirmedMs();
    const nowMs = clock.monotonicMs();
    if (unconfirmedSinceMs === undefined && Math.min(waitedMs, nowMs - upSinceMs) >= alarmAfterMs) {
      unconfirmedSinceMs = nowMs - waitedMs;
      log.error(
        {
          alarm: 'database_does_not_confirm',
          since: new Date(clock.nowMs() - waitedMs).toISOString(),
        },
        'the database is there and confirms no commit; one line follows when it does',
      );
    } else if (unconfirmedSinceMs !== undefined && waitedMs < alarmAfterMs) {
      const lastedMs = Math.round(nowMs - waitedMs - unconfirmedSinceMs);
      unconfirmedSinceMs = undefined;
      log.warn(
        { alarm: 'database_confirms', unconfirmedMs: lastedMs },
        'the database confirms commits again',
      );
    }
  }

  function compareAlone(isAlone: boolean): void {
    const nowMs = clock.monotonicMs();
    if (isAlone) {
      aloneSinceMs ??= nowMs;
      if (nowMs - aloneToldAtMs < ALONE_AGAIN_MS) return;
      aloneToldAtMs = nowMs;
      log.error(
        {
          alarm: 'database_commits_alone',
          since: new Date(clock.nowMs() - (nowMs - aloneSinceMs)).toISOString(),
          expectedStandbys,
        },
        'commits wait for no standby: what is acknowledged from now on is on one machine',
      );
    } else if (aloneSinceMs !== undefined) {
      log.warn(
        { alarm: 'database_commits_confirmed', aloneMs: Math.round(nowMs - aloneSinceMs) },
        'commits wait for standbys again',
      );
      aloneSinceMs = undefined;
      aloneToldAtMs = -Infinity;
    }
  }

  function failed(error: unknown, startMs: number): void {
    failingSinceMs ??= startMs;
    outage.isFailing = true;
    const awayMs = clock.monotonicMs() - failingSinceMs;
    if (isAlarmed || awayMs < alarmAfterMs || stopping.signal.aborted) return;
    isAlarmed = true;
    const since = new Date(clock.nowMs() - awayMs).toISOString();
    log.error(
      { alarm: 'database_away', since, reason: reasonOf(error) },
      'the database cannot be reached; one line follows when it is back',
    );
  }

  function succeeded(): void {
    if (failingSinceMs === undefined) return;
    const awayMs = Math.round(clock.monotonicMs() - failingSinceMs);
    const { linesLeftOut } = outage;
    forget();
    upSinceMs = clock.monotonicMs();
    if (isAlarmed) log.warn({ alarm: 'database_back', awayMs, linesLeftOut }, 'the database is back');
    else log.warn({ awayMs, linesLeftOut }, 'the database was away for a moment');
    isAlarmed = false;
  }

  function forget(): void {
    failingSinceMs = undefined;
    outage.isFailing = false;
    outage.linesLeftOut = 0;
  }

  async function loop(): Promise<void> {
    while (!stopping.signal.aborted) {
      wait = new AbortController();
      await look();
      const isWell = failingSinceMs === undefined && unconfirmedMs() < LOOK_EVERY_MS;
      const pauseMs = isWell ? LOOK_EVERY_MS : LOOK_AGAIN_MS;
      const signal = AbortSignal.any([stopping.signal, wait.signal]);
      await sleep(pauseMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  outage.suspect = () => wait.abort();
  const running = loop();
  return {
    isUp: () => failingSinceMs === undefined,
    wasUpSince: (monotonicMs) => failingSinceMs === undefined && upSinceMs <= monotonicMs,
    commitsAlone: () => aloneSinceMs !== undefined,
    async stop() {
      stopping.abort();
      outage.suspect = () => undefined;
      await running;
      if (failingSinceMs !== undefined) {
        const awayMs = Math.round(clock.monotonicMs() - failingSinceMs);
        const { linesLeftOut } = outage;
        log.warn({ awayMs, linesLeftOut }, 'this process stops while the database is away');
      }
      forget();
      await pool.end();
    },
  };
}

/** What the driver said, not that we could not send. */
function reasonOf(error: unknown): string {
  const { cause } = error instanceof Error ? error : { cause: undefined };
  const told = cause instanceof Error ? cause : error;
  if (!(told instanceof Error)) return String(told);
  return told.message === '' && 'code' in told ? String(told.code) : told.message;
}
