import type pg from 'pg';
import { runRead } from '../../statement.ts';
import type { StatementOptions } from '../../statement.ts';

/** What a row of the queue shows besides what a decision depends on. */
export interface QueueFacts {
  waitingSince: Date;
  hasReceipt: boolean;
  bankAccount: { id: string; bankName: string; ibanLastFour: string } | null;
}

export const QUEUE_FACTS_SQL = `
select o.transaction_id as id, o.waiting_since as "waitingSince",
  exists (select from receipt r where r.transaction_id = o.transaction_id) as "hasReceipt",
  (select json_build_object('id', b.id, 'bankName', b.bank_name, 'ibanLastFour', right(b.iban, 4))
   from bank_account b where b.id = o.bank_account_id) as "bankAccount"
from open_transaction o
where o.transaction_id = any ($1) and o.type = 'deposit' and o.status = 'waiting_confirmation'`;

/** Of those that wait for an operator. The others are missing. */
export async function findQueueFacts(
  pool: pg.Pool,
  ids: readonly string[],
  options: StatementOptions,
): Promise<Map<string, QueueFacts>> {
  const query = { name: 'queue-facts', text: QUEUE_FACTS_SQL, values: [ids] };
  const rows = await runRead<QueueFacts & { id: string }>(pool, query, options);
  return new Map(rows.map(({ id, ...facts }) => [id, facts]));
}

export interface QueueChoices {
  partners: { id: string; name: string }[];
  bankAccounts: { id: string; bankName: string; ibanLastFour: string }[];
}

const PARTNERS_SQL = 'select id, name from partner order by name, id';
const BANK_ACCOUNTS_SQL = `
select id, bank_name as "bankName", right(iban, 4) as "ibanLastFour" from bank_account
order by status <> 'enabled', bank_name, iban`;

/** What the queue can be filtered by. */
export async function findQueueChoices(pool: pg.Pool, options: StatementOptions): Promise<QueueChoices> {
  return {
    partners: await runRead<QueueChoices['partners'][number]>(pool, { text: PARTNERS_SQL }, options),
    bankAccounts: await runRead<QueueChoices['bankAccounts'][number]>(
      pool,
      { text: BANK_ACCOUNTS_SQL },
      options,
    ),
  };
}
