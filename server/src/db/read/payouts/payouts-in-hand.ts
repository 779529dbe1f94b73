import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Cents } from '@vezne/domain/money';
import type { WithdrawalStage } from '@vezne/domain/transaction-state';
import type { Database } from '../../schema.ts';

/** A payout that somebody works on. */
export interface PayoutInHand {
  id: string;
  stage: Exclude<WithdrawalStage, 'queued'>;
  takenBy: string;
  takenById: string | null;
  playerAmountCents: Cents;
  partsSentCents: Cents;
}

/** Those that are taken or authorised, oldest first. There are never many: each is in somebody's hands. */
export async function listPayoutsInHand(
  db: Kysely<Database>,
  /** Paid from this account. Default: from any. */
  { bankAccountId = null }: { bankAccountId?: string | null } = {},
): Promise<PayoutInHand[]> {
  // The words are in the text, not among the parameters. Only then does PostgreSQL use the index of the queue.
  const { rows } = await sql<PayoutInHand>`
    select id, stage, taken_by as "takenBy", taken_by_id as "takenById", player_amount_cents as "playerAmountCents",
      parts_sent_cents as "partsSentCents"
    from transaction
    where id = any (array(
      select transaction_id from open_transaction
      where type = 'withdrawal' and status = 'waiting_confirmation' and stage in ('taken', 'authorised')
        and (${bankAccountId}::uuid is null or bank_account_id = ${bankAccountId})
    ))
    order by id`.execute(db);
  return rows;
}
