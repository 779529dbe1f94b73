import type pg from 'pg';
import type { ReceiptType } from '@vezne/domain/receipt-type';
import { runWrite } from '../../statement.ts';
import type { StatementOptions } from '../../statement.ts';

export interface NewReceipt {
  id: string;
  transactionId: string;
  content: Buffer;
  mediaType: ReceiptType;
  sha256: Buffer;
}

export type ReceiptOutcome = 'kept' | 'too_many' | 'closed';

/** Numbers count from one without gaps, because receipts are never deleted. */
const ADD_SQL = `
with deposit as (
  select id from transaction where id = $2 and type = 'deposit' and status = 'waiting_confirmation'
), before as (
  select count(*)::int4 as receipts, coalesce(bool_or(sha256 = $5), false) as "isKnown"
  from receipt where transaction_id = $2
), added as (
  insert into receipt (id, transaction_id, receipt_no, content, media_type, sha256)
  select $1, deposit.id, before.receipts + 1, $3, $4, $5 from deposit, before
  where not before."isKnown" and before.receipts < $6
  returning id
)
select case when not exists (select from deposit) then 'closed'
  when before."isKnown" or exists (select from added) then 'kept'
  else 'too_many' end as outcome
from before`;

/** Stores a receipt, unless the deposit already has the maximum. The same file again changes nothing. */
export async function insertReceipt(
  pool: pg.Pool,
  { id, transactionId, content, mediaType, sha256 }: NewReceipt,
  { most, ...options }: StatementOptions & { most: number },
): Promise<ReceiptOutcome> {
  const values = [id, transactionId, content, mediaType, sha256, most];
  const query = { name: 'add-receipt', text: ADD_SQL, values };
  const [row] = await runWrite<{ outcome: ReceiptOutcome }>(pool, query, options);
  return row?.outcome ?? 'closed';
}
