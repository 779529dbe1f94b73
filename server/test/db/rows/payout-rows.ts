import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { misdirectedRow } from './misdirected-rows.ts';
import { insertRow, nextNumber } from './row.ts';
import type { Row } from './row.ts';

/** A payout that is being sent in parts. */
export interface PayoutRows {
  authorised: Row;
  /** Its first part. */
  part: Row;
}

export async function makePayoutRows(owner: pg.Pool, authorised: Row): Promise<PayoutRows> {
  const rows = { authorised, part: { ...payoutTransferRow({ authorised }), number: 1 } };
  await insertRow(owner, 'transaction', authorised);
  await insertRow(owner, 'payout_transfer', rows.part);
  await insertRow(owner, 'misdirected_payout', misdirectedRow(authorised));
  return rows;
}

/** One more part, of the smallest amount. */
export function payoutTransferRow({ authorised }: Pick<PayoutRows, 'authorised'>): Row {
  return {
    transaction_id: authorised['id'],
    number: nextNumber(),
    amount_cents: 1n,
    bank_reference: randomUUID(),
    sent_by: 'ayse',
    sent_by_id: 'ayse',
    at: new Date(),
  };
}
