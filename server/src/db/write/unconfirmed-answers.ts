import type pg from 'pg';
import { runWrite } from '../statement.ts';

/** Without an end, one connection that died in silence would hold up all later confirmations. */
const TIMEOUT_MS = 5_000;

/** The partner has seen these transactions: operators need no longer be told that it may not know. */
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
