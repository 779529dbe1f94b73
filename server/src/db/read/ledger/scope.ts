import type { LedgerCheckpoint } from './checkpoints.ts';

/**
 * What of the books a verification reads: all of them, or what is new since a checkpoint. The rules are the same; these are the places
 * in their queries that differ.
 */
export interface LedgerScope {
  /** Conditions for rows that belong to a transaction, or to an operation. `true` for all. */
  ofTransaction: (column: string) => string;
  ofOperation: (column: string) => string;
  /** The rows of a table whose rows belong to one or the other. */
  ofEither: (table: 'ledger_transfer' | 'bank_movement') => string;
  /** Every account with what is known of it: entry_no, balance_cents, and moved_cents at its bank. */
  start: string;
  /** Every feed with the number up to which it is known. */
  feeds: string;
  /** A condition for bank movements that moved_cents has not counted. */
  isNewMovement: (column: string) => string;
  /** What the transactions in question had moved at each account (account_id, total) by the time of the start. */
  before: string;
  /** Their types are said here, since not every rule uses every one. $1 is of the rules. */
  parameters: string;
  values: readonly unknown[];
}

export const WHOLE_LEDGER: LedgerScope = {
  ofTransaction: () => 'true',
  ofOperation: () => 'true',
  ofEither: (table) => table,
  start:
    '(select id as account_id, 0::int8 as entry_no, 0::int8 as balance_cents, 0::int8 as moved_cents from ledger_account)',
  feeds: '(select partner_id, 0::int8 as feed_no from event_feed)',
  isNewMovement: () => 'true',
  before: '(select 0::int8 as account_id, 0::numeric as total where false)',
  parameters: '$1::text[]',
  values: [],
};

/** The transactions and operations that anything was written of since a checkpoint. */
export interface Touched {
  transactionIds: readonly string[];
  operationIds: readonly string[];
}

/** A checkpoint is seven parameters, of which this is the first; $1 to $3 are the kinds of accounts, transactions and operations. */
const START = `(
  select a.id as account_id, coalesce(known.entry_no, 0) as entry_no, coalesce(known.balance_cents, 0) as balance_cents,
    coalesce(known.moved_cents, 0) as moved_cents
  from ledger_account a
    left join unnest($4::int8[], $5::int8[], $6::int8[], $7::int8[]) as known (id, entry_no, balance_cents, moved_cents) on known.id = a.id
)`;
const FEEDS = `(
  select f.partner_id, coalesce(known.feed_no, 0) as feed_no
  from event_feed f left join unnest($8::uuid[], $9::int8[]) as known (id, feed_no) on known.id = f.partner_id
)`;

/** $4 to $10. */
function checkpointValues({ accounts, feeds, movementId }: LedgerCheckpoint): unknown[] {
  return [
    accounts.map(([id]) => id),
    accounts.map(([, entryNo]) => entryNo),
    accounts.map(([, , balanceCents]) => balanceCents),
    accounts.map(([, , , movedCents]) => movedCents),
    feeds.map(([partnerId]) => partnerId),
    feeds.map(([, feedNo]) => feedNo),
    movementId,
  ];
}

/** What is in question is looked up, one by one. An `= any` lets PostgreSQL read a whole table or index and compare, and it did so. */
export function sinceCheckpoint(checkpoint: LedgerCheckpoint, touched: Touched): LedgerScope {
  const ofTransaction = (column: string): string => `${column} in (select unnest($2))`;
  const ofOperation = (column: string): string => `${column} in (select unnest($3))`;
  return {
    ofTransaction,
    ofOperation,
    // One condition with `or` would read the whole table.
    ofEither: (table) =>
      `(select * from ${table} where ${ofTransaction('transaction_id')} union all select * from ${table} where ${ofOperation('operation_id')})`,
    start: START,
    feeds: FEEDS,
    isNewMovement: (column) => `${column} > $10`,
    // In this order: from the accounts it would be all that they ever had.
    before: `(
      select e.account_id, sum(e.amount_cents) as total
      from unnest($2) as touched (id)
        cross join lateral (select id from ledger_transfer where transaction_id = touched.id offset 0) as t
        cross join lateral (select * from ledger_entry where transfer_id = t.id offset 0) as e
        join ${START} as start on start.account_id = e.account_id
      where e.entry_no <= start.entry_no group by e.account_id
    )`,
    parameters:
      '$1::text[], $2::uuid[], $3::uuid[], $4::int8[], $5::int8[], $6::int8[], $7::int8[], $8::uuid[], $9::int8[], $10::int8',
    values: [touched.transactionIds, touched.operationIds, ...checkpointValues(checkpoint)],
  };
}

/**
 * Everything that was written since a checkpoint belongs to one of these. Entries and events are numbered under a lock, so what was
 * committed later has a higher number, however long its transaction was open. Transfers and movements are counted by a sequence: the
 * checkpoint's numbers are those below which nothing was open. Steps have a time alone, the start of their transaction; $13 is an hour
 * before the checkpoint, and a process's transaction ends within seconds. What is open is looked at in any case.
 */
export const TOUCHED_SQL = `
with others as (select $1::text[], $2::uuid[], $3::uuid[]), start as materialized (select * from ${START} as s), feeds as materialized (select * from ${FEEDS} as f), transfers as materialized (
  select t.transaction_id, t.operation_id, t.refused_transaction_id
  from start join ledger_entry e on e.account_id = start.account_id and e.entry_no > start.entry_no
    join ledger_transfer t on t.id = e.transfer_id
  union
  select transaction_id, operation_id, refused_transaction_id from ledger_transfer where id > $11::int8
), movements as materialized (
  select transaction_id, operation_id from bank_movement where id > $10::int8
), touched (transaction_id, operation_id) as (
  select transaction_id, operation_id from transfers
  union
  select refused_transaction_id, null from transfers
  union
  select transaction_id, operation_id from movements
  union
  select e.transaction_id, null from feeds join event e on e.partner_id = feeds.partner_id and e.feed_no > feeds.feed_no
  union
  select transaction_id, null from transaction_step where at >= $13::timestamptz
  union
  select id, null from transaction where id >= $12::uuid
  union
  select transaction_id, null from open_transaction
)
select array(select distinct transaction_id from touched where transaction_id is not null order by 1) as "transactionIds",
  array(select distinct operation_id from touched where operation_id is not null) as "operationIds"`;

export function touchedValues(
  checkpoint: LedgerCheckpoint,
  { firstId, stepsSince }: { firstId: string; stepsSince: Date },
): unknown[] {
  return [[], [], [], ...checkpointValues(checkpoint), checkpoint.transferId, firstId, stepsSince];
}
