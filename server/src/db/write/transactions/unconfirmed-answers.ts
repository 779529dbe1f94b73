import type pg from 'pg';
import { runWrite } from '../../statement.ts';

/** Without a limit, one silently dead connection would block all later confirmations. */
const TIMEOUT_MS = 5_000;

/** The partner has seen these transactions, so operators no longer get the warning that it may not know. */
export async function confirmAnswers(pool: pg.Pool, transactionIds: readonly string[]): Promise<void> {
  await runWrite(
    pool,
    {
      name: 'confirm-answers',
      text: 'delete from unconfirmed_answer where transaction_id = any ($1::uuid[])',
      values: [transactionIds],
    },
    { timeoutMs: TIMEOUT_MS },
  );
}
