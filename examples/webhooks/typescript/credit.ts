import type { WebhookEvent } from '@vezne/sdk';
import type pg from 'pg';

/** What the shop does about an event, through the transaction in which the event is remembered. */
export async function credit(event: WebhookEvent, client: pg.PoolClient): Promise<void> {
  const values = [event.transactionId, event.externalReference, event.playerAmountCents];
  const insert = 'insert into credit (transaction_id, reference, amount_cents) values ($1, $2, $3)';
  switch (event.event) {
    case 'deposit.approved': // the money has arrived; a correction that came before it stands
    case 'withdrawal.rejected': // nothing was paid out: the player gets it back
      await client.query(`${insert} on conflict (transaction_id) do nothing`, values);
      break;
    case 'deposit.corrected': // an approval was wrong: this amount takes the place of the earlier one
      await client.query(
        `${insert} on conflict (transaction_id) do update set amount_cents = excluded.amount_cents`,
        values,
      );
      break;
    case 'deposit.rejected': // no money came: nothing to credit
    case 'withdrawal.approved': // it was paid out: the money left the player's balance before
    default: // or an event of a later version
  }
}
