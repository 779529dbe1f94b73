import type pg from 'pg';
import type { Cents } from '@vezne/domain/money';
import { runWrite } from '../statement.ts';

/** Without an end, one connection that died in silence would stop the figures of this process for good. */
const TIMEOUT_MS = 5_000;

export interface AssignedAmount {
  bankAccountId: string;
  cents: Cents;
  count: bigint;
}

/** Adds to what each account was given to receive today (Europe/Istanbul), rows in account order against deadlocks. */
export async function addAssignedAmounts(pool: pg.Pool, amounts: readonly AssignedAmount[]): Promise<void> {
  const sorted = amounts.toSorted((left, right) => (left.bankAccountId < right.bankAccountId ? -1 : 1));
  await runWrite(
    pool,
    {
      name: 'add-assigned-amounts',
      text: `
      insert into bank_account_day as d (bank_account_id, day, assigned_cents, assigned_count)
      select added.bank_account_id, (now() at time zone 'Europe/Istanbul')::date, added.cents, added.count
      from unnest($1::uuid[], $2::int8[], $3::int8[]) as added (bank_account_id, cents, count)
      on conflict (bank_account_id, day) do update
        set assigned_cents = d.assigned_cents + excluded.assigned_cents,
            assigned_count = d.assigned_count + excluded.assigned_count`,
      values: [
        sorted.map((amount) => amount.bankAccountId),
        sorted.map((amount) => amount.cents),
        sorted.map((amount) => amount.count),
      ],
    },
    { timeoutMs: TIMEOUT_MS },
  );
}
