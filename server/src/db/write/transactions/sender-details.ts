import type pg from 'pg';
import type { SenderDetails } from '../../read/transactions/sender-details.ts';
import { runWrite } from '../../statement.ts';
import type { StatementOptions } from '../../statement.ts';

const GIVE_SQL = `
insert into sender_detail (transaction_id, sender_name, iban_last_four, sent_at)
select id, $2, $3, $4 from transaction where id = $1 and type = 'deposit' and status = 'waiting_confirmation'
on conflict (transaction_id) do update set sender_name = excluded.sender_name,
  iban_last_four = excluded.iban_last_four, sent_at = excluded.sent_at, updated_at = now()
returning transaction_id`;

/** Stores what a player says and replaces what the player said before. Returns whether the deposit still waited for a decision. */
export async function upsertSenderDetails(
  pool: pg.Pool,
  { transactionId, senderName, ibanLastFour, sentAt }: SenderDetails & { transactionId: string },
  options: StatementOptions,
): Promise<boolean> {
  const values = [transactionId, senderName, ibanLastFour, sentAt];
  const rows = await runWrite(pool, { name: 'give-sender-details', text: GIVE_SQL, values }, options);
  return rows.length > 0;
}
