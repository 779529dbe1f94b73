import type pg from 'pg';
import type { PayoutPart } from '@vezne/domain/payout-parts';
import { runRead } from '../../statement.ts';
import type { StatementOptions } from '../../statement.ts';

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

const HAS_PARTS_SQL = `select parts_sent_cents > 0 as "hasParts" from transaction where id = $1 and type = 'withdrawal'`;

/** Whether it is sent in parts. undefined: there is no such payout. */
export async function hasParts(
  pool: pg.Pool,
  transactionId: string,
  options: StatementOptions,
): Promise<boolean | undefined> {
  const query = { text: HAS_PARTS_SQL, values: [transactionId] };
  return (await runRead<{ hasParts: boolean }>(pool, query, options))[0]?.hasParts;
}
