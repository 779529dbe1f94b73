/**
 * Everything that the portal does for a partner that is known. Row-level security shows it the rows of one partner, and of none while none is
 * set. The setting is local to a transaction: a pool's next user can't inherit it.
 */
import type pg from 'pg';
import { mayWrite } from './read-only.ts';
import { answeredWithin, untilCommitIsSafe, withConnection } from './statement.ts';
import type { StatementOptions } from './statement.ts';

/** A partner whose rows can be read. Only this file makes one, so no read of the portal runs outside of it. */
export interface PartnerScope {
  readonly partnerId: string;
  readonly query: <Row extends pg.QueryResultRow>(
    text: string,
    values?: readonly unknown[],
  ) => Promise<Row[]>;
}

/**
 * All reads of it see the same moment: figures on one screen add up. A connection that is dropped does not stop what runs on it, so the server
 * itself ends a read for which nobody waits any more. Never in a transaction that may write, because a commit that waits for a standby must not
 * be cancelled (db/statement). What has only read has nothing in the log: its commit waits for nobody, and the setting ends with it.
 */
function beginReads(timeoutMs: number): string {
  return `begin isolation level repeatable read, read only; set local statement_timeout = ${Math.ceil(timeoutMs)}; ${ALONG_INDEXES}`;
}

/**
 * A partner's rows are everywhere in a table, and the planner doesn't know whose they are. Where autovacuum lags behind, it would rather read
 * everybody's in a row than fetch those of one partner: for a partner with few of them that is the whole table. By default (4) it does so where
 * there are two partners; with this the index of each partner's is twenty times cheaper to it.
 */
const ALONG_INDEXES = 'set local random_page_cost = 0.1';

const SET_PARTNER = `select set_config('vezne.partner_id', $1, true)`;

/** Reads for one partner. If anything fails, its connection is thrown away with all that was set on it. */
export async function readAsPartner<T>(
  pool: pg.Pool,
  partnerId: string,
  work: (scope: PartnerScope) => Promise<T>,
  { timeoutMs }: StatementOptions,
): Promise<T> {
  return await withConnection(
    pool,
    async (client) =>
      await answeredWithin(timeoutMs, transaction(client, { isWrite: false, partnerId, timeoutMs }, work)),
  );
}

/** Whose rows are read on. */
interface OfPartner {
  partnerId: string;
}

/**
 * Finds out which partner it is about by a function of the door, and reads on for that one, in one transaction. Undefined: the door knows
 * nothing of it.
 */
export async function readFromDoor<Found extends OfPartner, T>(
  pool: pg.Pool,
  find: (ask: PartnerScope['query']) => Promise<Found | undefined>,
  work: (scope: PartnerScope, found: Found) => Promise<T>,
  { timeoutMs }: StatementOptions,
): Promise<T | undefined> {
  return await withConnection(
    pool,
    async (client) =>
      await answeredWithin(
        timeoutMs,
        transaction(client, { isWrite: false, partnerId: undefined, timeoutMs }, async () => {
          const found = await find(scopeOn(client, '').query);
          if (found === undefined) return undefined;
          await client.query(SET_PARTNER, [found.partnerId]);
          return await work(scopeOn(client, found.partnerId), found);
        }),
      ),
  );
}

/**
 * Writes for one partner, or before one is known, and returns only when the commit is safe. Without a partner only the functions of the door
 * do anything.
 */
export async function writeAsPartner<T>(
  pool: pg.Pool,
  partnerId: string | undefined,
  /** What it looks up before it writes, it reads by the scope. */
  work: (client: pg.PoolClient, scope: PartnerScope) => Promise<T>,
  { timeoutMs }: StatementOptions,
): Promise<T> {
  return await withConnection(
    pool,
    async (client) =>
      await untilCommitIsSafe(
        client,
        timeoutMs,
        async () =>
          await answeredWithin(
            timeoutMs,
            transaction(
              client,
              { isWrite: true, partnerId, timeoutMs },
              async (scope) => await work(client, scope),
            ),
          ),
      ),
  );
}

async function transaction<T>(
  client: pg.PoolClient,
  { isWrite, partnerId, timeoutMs }: { isWrite: boolean; partnerId: string | undefined } & StatementOptions,
  work: (scope: PartnerScope) => Promise<T>,
): Promise<T> {
  await client.query(isWrite && mayWrite() ? 'begin' : beginReads(timeoutMs));
  if (partnerId !== undefined) await client.query(SET_PARTNER, [partnerId]);
  const result = await work(scopeOn(client, partnerId ?? ''));
  await client.query('commit');
  return result;
}

function scopeOn(client: pg.PoolClient, partnerId: string): PartnerScope {
  return {
    partnerId,
    query: async <Row extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []) =>
      (await client.query<Row>(text, [...values])).rows,
  };
}
