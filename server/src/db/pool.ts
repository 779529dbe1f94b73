import pg from 'pg';
import type { Logger } from 'pino';
import { watchPool } from '../metrics/pools.ts';
import { outage } from './outage.ts';
import { ProvenClient } from './proven-client.ts';
import type { ProvenConfig } from './proven-client.ts';

const INT8_OID = 20;
const INT8_ARRAY_OID = 1016;

export interface PoolOptions {
  url: string;
  maxConnections: number;
  applicationName: string;
  log: Logger;
  /** For reads only: the server cancels a statement after this long. A write is never cancelled. */
  statementTimeoutMs?: number;
  /** A statement that waits longer for a lock gives up, having done nothing. Default: it waits for ever. */
  lockTimeoutMs?: number;
  /** How many standbys have to confirm commits: see db/proven-client. */
  expectedStandbys?: number;
  /** For somebody who looks how the database is, also while it confirms nothing. What is read may be gone in a moment. */
  mayBeUnproven?: boolean;
  /** For a few statements that each have one right plan, by an index, whatever the tables contain: see db/migrate. */
  isPlannedOnce?: boolean;
}

/**
 * For people who wait: below the time that a statement has, so that it is known to have done nothing. Our own work holds locks for
 * milliseconds; whoever holds one for longer may hold it for ever.
 */
export const LOCK_TIMEOUT_OF_PEOPLE_MS = 2_000;

const PLANNED_ONCE = '-c plan_cache_mode=force_generic_plan -c enable_seqscan=off';

/**
 * The planner guesses what a statement costs, and a `limit` that it can't see makes it guess a large part of the table. From some million
 * rows on it would compile such a statement every time, which takes hundreds of times as long as running it.
 */
const NOT_COMPILED = '-c jit=off';

/** int8 arrives as bigint. The parsers belong only to this pool: a global parser would affect other libraries' pools. */
export function createPool({
  url,
  maxConnections,
  applicationName,
  log,
  statementTimeoutMs,
  lockTimeoutMs,
  expectedStandbys = 0,
  mayBeUnproven = false,
  isPlannedOnce = false,
}: PoolOptions): pg.Pool {
  const types = new pg.TypeOverrides();
  types.setTypeParser(INT8_OID, BigInt);
  types.setTypeParser(INT8_ARRAY_OID, parseBigintArray);
  // The pool hands its options to its clients, and its types name only those of pg.
  const proof: ProvenConfig = { expectedStandbys };
  const pool = new pg.Pool({
    ...proof,
    Client: mayBeUnproven ? pg.Client : ProvenClient,
    connectionString: url,
    max: maxConnections,
    application_name: applicationName,
    types,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    options: [
      NOT_COMPILED,
      isPlannedOnce ? PLANNED_ONCE : '',
      lockTimeoutMs === undefined ? '' : `-c lock_timeout=${lockTimeoutMs}`,
    ]
      .join(' ')
      .trim(),
    ...(statementTimeoutMs === undefined ? {} : { statement_timeout: statementTimeoutMs }),
  });
  // When the server closes an idle connection, the next use replaces it. Without a listener the error would end the
  // process. The driver hangs the whole client on the error, with the key by which its statements can be cancelled: only the reason is
  // logged.
  pool.on('error', ({ message }) => noteLost(log, message));
  // When a connection breaks during use, the running query rejects. The event adds nothing, but without a listener it would
  // end the process too.
  pool.on('connect', (client) => client.on('error', () => undefined));
  watchPool(pool, { name: applicationName.replace(/ \d{4}$/, ''), max: maxConnections });
  return pool;
}

/** A server that goes away takes all connections of a process along. One line says so, and not one for each. */
const LINE_EVERY_MS = 5_000;
let lostLineAtMs = -Infinity;

function noteLost(log: Logger, reason: string): void {
  outage.suspect();
  const nowMs = performance.now();
  if (outage.isFailing || nowMs - lostLineAtMs < LINE_EVERY_MS) return;
  lostLineAtMs = nowMs;
  log.warn({ reason }, 'an idle database connection was lost');
}

function parseBigintArray(text: string): (bigint | null)[] {
  const inner = text.slice(1, -1);
  return inner === '' ? [] : inner.split(',').map((part) => (part === 'NULL' ? null : BigInt(part)));
}
