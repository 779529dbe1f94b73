import type pg from 'pg';
import { withTimeout } from '../../../concurrency/timeout.ts';
import { withConnection } from '../../statement.ts';
import type { StatementOptions } from '../../statement.ts';
import type { LedgerCheckpoint, LedgerMarks } from './checkpoints.ts';
import { TOUCHED_SQL, touchedValues } from './scope.ts';
import type { Touched } from './scope.ts';

/** As many as the pool can lend, up to two. */
type SnapshotWork<T> = (clients: readonly [pg.PoolClient, ...pg.PoolClient[]]) => Promise<T>;

/**
 * Lends connections that see one moment for as long as the work takes. Otherwise a decision between two queries would be a
 * transaction that one of them knows and the other does not. Two connections keep two cores of the database busy.
 */
export async function inLedgerSnapshot<T>(
  pool: pg.Pool,
  { isShort }: { isShort: boolean },
  work: SnapshotWork<T>,
): Promise<T> {
  const settings = isShort ? BY_INDEX : '';
  return await withConnection(pool, async (first) => {
    await first.query(`${BEGIN}; ${settings}`);
    const result =
      pool.options.max > 1 ? await besideSecond(pool, first, { settings }, work) : await work([first]);
    await first.query('commit');
    return result;
  });
}

/** One connection may be done minutes before the other. By their roles, sessions that rest in a transaction end after seconds. */
const BEGIN = `begin isolation level repeatable read read only; set local idle_in_transaction_session_timeout = '2h'`;

async function besideSecond<T>(
  pool: pg.Pool,
  first: pg.PoolClient,
  { settings }: { settings: string },
  work: SnapshotWork<T>,
): Promise<T> {
  const { rows } = await first.query<{ snapshot: string }>('select pg_export_snapshot() as snapshot');
  return await withConnection(pool, async (second) => {
    await second.query(
      `${BEGIN}; set transaction snapshot ${second.escapeLiteral(rows[0]?.snapshot ?? '')}; ${settings}`,
    );
    const result = await work([first, second]);
    await second.query('commit');
    return result;
  });
}

/**
 * Of a few thousand transactions each row is looked up by its index. PostgreSQL would read whole tables instead, which it takes for cheaper
 * than so many look-ups in any order, and that grows with the history. Groups are made by sorting, so that transactions are looked up in the
 * order of time in which their rows were written: by hashing, neighbours were looked up far from each other, which took half as long again.
 */
const BY_INDEX = `
set local enable_seqscan = off; set local enable_hashjoin = off; set local enable_mergejoin = off; set local enable_hashagg = off;
set local jit = off; set local max_parallel_workers_per_gather = 0; set local work_mem = '64MB'`;

/** What anything was written of since a checkpoint. */
export async function readTouched(
  client: pg.PoolClient,
  checkpoint: LedgerCheckpoint,
  { timeoutMs, ...bounds }: StatementOptions & { firstId: string; stepsSince: Date },
): Promise<Touched> {
  const query = { text: TOUCHED_SQL, values: touchedValues(checkpoint, bounds) };
  const { rows } = await withTimeout(timeoutMs, client.query<Touched>(query));
  return rows[0] ?? { transactionIds: [], operationIds: [] };
}

const ACCOUNTS_SQL = `
with moved as (
  select bank_account_id, sum(amount_cents) as total from bank_movement where id > $1::int8 and id <= $2::int8 group by bank_account_id
)
select a.id::text, a.entry_count::text as "entryNo", coalesce(last.balance_after_cents, 0)::text as "balanceCents",
  (coalesce(known.moved_cents, 0) + coalesce(moved.total, 0))::text as "movedCents"
from ledger_account a left join ledger_entry last on last.account_id = a.id and last.entry_no = a.entry_count
  left join moved on a.kind = 'bank' and moved.bank_account_id = a.bank_account_id
  left join unnest($3::int8[], $4::int8[]) as known (id, moved_cents) on known.id = a.id
order by a.id`;

/** What a checkpoint at this moment says, going on from the one before. */
export async function readCheckpoint(
  client: pg.PoolClient,
  {
    marks,
    before,
    timeoutMs,
  }: StatementOptions & { marks: LedgerMarks; before: LedgerCheckpoint | undefined },
): Promise<LedgerCheckpoint> {
  const known = before?.accounts ?? [];
  const values = [
    before?.movementId ?? '0',
    marks.movementId,
    known.map(([id]) => id),
    known.map(([, , , movedCents]) => movedCents),
  ];
  const accounts = await withTimeout(
    timeoutMs,
    client.query<{ id: string; entryNo: string; balanceCents: string; movedCents: string }>({
      text: ACCOUNTS_SQL,
      values,
    }),
  );
  const feeds = await withTimeout(
    timeoutMs,
    client.query<{ partnerId: string; lastNo: string }>(
      'select partner_id as "partnerId", last_no::text as "lastNo" from event_feed order by partner_id',
    ),
  );
  return {
    accounts: accounts.rows.map(({ id, entryNo, balanceCents, movedCents }) => [
      id,
      entryNo,
      balanceCents,
      movedCents,
    ]),
    feeds: feeds.rows.map(({ partnerId, lastNo }) => [partnerId, lastNo]),
    transferId: marks.transferId,
    movementId: marks.movementId,
    readAt: marks.readAt,
    wholeAt: before?.wholeAt ?? marks.readAt,
  };
}
