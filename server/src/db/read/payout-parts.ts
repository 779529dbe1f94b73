import type pg from 'pg';
import type { PayoutPart } from '@vezne/domain/payout-parts';
import { runRead } from '../statement.ts';
import type { StatementOptions } from '../statement.ts';

/** A transfer of a payout that is sent in parts. */
export interface SentPart extends PayoutPart {
  sentBy: string;
  at: Date;
}

const PARTS_SQL = `
select number, amount_cents as "amountCents", bank_reference as "bankReference", sent_by as "sentBy", at
from payout_transfer where transaction_id = $1 order by number`;

/** In the order in which they were recorded. */
export async function findPayoutParts(
  pool: pg.Pool,
  transactionId: string,
  options: StatementOptions,
): Promise<SentPart[]> {
  return await runRead<SentPart>(pool, { text: PARTS_SQL, values: [transactionId] }, options);
}
