import { CompiledQuery } from 'kysely';
import type { Transaction } from 'kysely';
import type pg from 'pg';
import type { Cents } from '@vezne/domain/money';
import type { Database } from '../../schema.ts';
import { runWrite } from '../../statement.ts';

/** Without a limit, one silently dead connection would stop this process's figures for good. */
const TIMEOUT_MS = 5_000;

export interface AssignedAmount {
  bankAccountId: string;
  cents: Cents;
  count: bigint;
}

const ADD_ASSIGNED_AMOUNTS_SQL = `
  insert into bank_account_day as d (bank_account_id, day, assigned_cents, assigned_count)
  select added.bank_account_id, (now() at time zone 'Europe/Istanbul')::date, added.cents, added.count
  from unnest($1::uuid[], $2::int8[], $3::int8[]) as added (bank_account_id, cents, count)
  on conflict (bank_account_id, day) do update
    set assigned_cents = d.assigned_cents + excluded.assigned_cents,
        assigned_count = d.assigned_count + excluded.assigned_count`;

/** Adds to the amounts that each account was assigned to receive today (Europe/Istanbul). */
export async function addAssignedAmounts(pool: pg.Pool, amounts: readonly AssignedAmount[]): Promise<void> {
  await runWrite(
    pool,
    { name: 'add-assigned-amounts', text: ADD_ASSIGNED_AMOUNTS_SQL, values: columnsOf(amounts) },
    { timeoutMs: TIMEOUT_MS },
  );
}

/** The same within a larger transaction. Call it last: api processes wait for these rows until the transaction ends. */
export async function addAssignedAmountsWith(
  trx: Transaction<Database>,
  amounts: readonly AssignedAmount[],
): Promise<void> {
  await trx.executeQuery(CompiledQuery.raw(ADD_ASSIGNED_AMOUNTS_SQL, columnsOf(amounts)));
}

/** Rows in account order. Two writers that lock them in different orders would deadlock. */
function columnsOf(amounts: readonly AssignedAmount[]): unknown[] {
  const sorted = amounts.toSorted((left, right) => (left.bankAccountId < right.bankAccountId ? -1 : 1));
  return [
    sorted.map((amount) => amount.bankAccountId),
    sorted.map((amount) => amount.cents),
    sorted.map((amount) => amount.count),
  ];
}
