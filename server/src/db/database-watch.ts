import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import { outage } from './outage.ts';
import { createPool } from './pool.ts';
import { runRead } from './statement.ts';

export interface DatabaseWatch {
  isUp: () => boolean;
  stop(): Promise<void>;
}

const LOOK_EVERY_MS = 2_000;
/** So that the end is known soon. */
const LOOK_AGAIN_MS = 500;
const ANSWER_WITHIN_MS = 3_000;
/** A failover takes about so long, and is over before a person has read the line. */
const ALARM_AFTER_MS = 5_000;

/** After a failover the address may lead to a server that is still, or again, a standby. It answers, and nothing can be done there. */
const TAKES_WRITES_SQL = `
select not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off' as "takesWrites"`;

/**
 * Asks the database whether it is there, on a connection of its own: a pool whose connections are all busy is another trouble. One line says
 * that it is away, and one that it is back, with how long it took.
 */
export function watchDatabase({
  url,
  name,
  clock,
  log,
  alarmAfterMs = ALARM_AFTER_MS,
}: {
  url: string;
  /** Of its session, such as `vezne-api`. */
  name: string;
  clock: Clock;
  log: Logger;
  alarmAfterMs?: number;
}): DatabaseWatch {
  const pool = createPool({ url, maxConnections: 1, applicationName: `${name}-watch`, log });
  const stopping = new AbortController();
  let wait = new AbortController();
  let failingSinceMs: number | undefined;
  let isAlarmed = false;

  async function look(): Promise<void> {
    const startMs = clock.monotonicMs();
    try {
      const [seen] = await runRead<{ takesWrites: boolean }>(
        pool,
        { text: TAKES_WRITES_SQL },
        { timeoutMs: ANSWER_WITHIN_MS },
      );
      if (seen?.takesWrites !== true) throw new Error('it takes no writes: it is a standby, or read-only');
      succeeded();
    } catch (error) {
      failed(error, startMs);
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
      const pauseMs = failingSinceMs === undefined ? LOOK_EVERY_MS : LOOK_AGAIN_MS;
      const signal = AbortSignal.any([stopping.signal, wait.signal]);
      await sleep(pauseMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  outage.suspect = () => wait.abort();
  const running = loop();
  return {
    isUp: () => failingSinceMs === undefined,
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
