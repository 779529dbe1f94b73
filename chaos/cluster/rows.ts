/** What the database has at the end, for the checker. */
import type { TransactionType } from '@vezne/domain/transaction-state';
import type pg from 'pg';
import { timeOfId, toTransactionId } from '../../server/src/ids.ts';
import { BLOCK_SIZE } from '../../server/src/usecases/deposits/reference-codes.ts';

export interface TransactionRow {
  id: string;
  partnerId: string;
  reference: string;
  type: TransactionType;
  amountCents: number;
  player: string;
  iban: string | null;
  /** An api makes the id before it inserts the row. In whole milliseconds. */
  idMadeAt: number;
  createdAt: number;
  /** The block of reference codes that a deposit's is of. */
  codeBlock: number | null;
  /** Of its history, but for the creation. */
  steps: readonly Step[];
}

export interface Step {
  trigger: string;
  at: number;
}

export interface EventRow {
  eventId: string;
  partnerId: string;
  transactionId: string;
  reference: string;
  playerAmountCents: number;
  type: string;
  occurredAt: number;
}

export interface DatabaseRows {
  transactions: readonly TransactionRow[];
  events: readonly EventRow[];
  /** The partner that has an endpoint. */
  toldPartnerId: string;
}

const TRANSACTIONS_SQL = `
select t.id, t.partner_id as "partnerId", t.external_reference as reference, t.type,
  t.amount_cents::float8 as "amountCents", t.customer_id as player, t.payout_iban as iban,
  extract(epoch from t.created_at)::float8 * 1000 as "createdAt", (t.reference_number / $1::int4)::float8 as "codeBlock",
  coalesce((
    select json_agg(json_build_object('trigger', s.trigger, 'at', extract(epoch from s.at) * 1000) order by s.step_no)
    from transaction_step s where s.transaction_id = t.id and s.trigger <> 'create'
  ), '[]') as steps
from transaction t`;

const EVENTS_SQL = `
select 'evt_' || replace(id::text, '-', '') as "eventId", partner_id as "partnerId",
  'txn_' || replace(transaction_id::text, '-', '') as "transactionId", external_reference as reference,
  player_amount_cents::float8 as "playerAmountCents", type, extract(epoch from occurred_at)::float8 * 1000 as "occurredAt"
from event`;

/** Its id is the bare one. */
type StoredRow = Omit<TransactionRow, 'idMadeAt'>;

export async function readRows(owner: pg.Pool, toldPartnerId: string): Promise<DatabaseRows> {
  const { rows } = await owner.query<StoredRow>(TRANSACTIONS_SQL, [BLOCK_SIZE]);
  const { rows: events } = await owner.query<EventRow>(EVENTS_SQL);
  return { transactions: rows.map(transactionOf), events, toldPartnerId };
}

function transactionOf({ id, ...row }: StoredRow): TransactionRow {
  return { ...row, id: toTransactionId(id), idMadeAt: timeOfId(id).getTime() };
}
