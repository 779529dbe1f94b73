/** Which rows a list has, and where in their middle a deep page begins: by plain SQL of the owner, and by no code of the portal. */
import type pg from 'pg';

export interface Range {
  /** How many rows fit. */
  rows: number;
  /** A tenth of them, at least one, lies before it; null: not even two fit. */
  deep: string | null;
}

/** What stands in a query of the portal, by its name. */
type Filter = Readonly<Record<string, string>>;

const CONDITIONS: Readonly<Record<string, (value: string) => string>> = {
  type: (value) => `t.type = ${value}`,
  status: (value) => `case when t.stage = 'authorised' then 'being_paid' else t.status end = ${value}`,
  from: (value) => `t.created_at >= ${value}::timestamptz`,
  to: (value) => `t.created_at < ${value}::timestamptz`,
  amountFrom: (value) => `greatest(t.amount_cents, t.actual_amount_cents) >= ${value}::int8`,
  amountTo: (value) => `least(t.amount_cents, t.actual_amount_cents) <= ${value}::int8`,
};

const DEEP = '(array_agg(no order by no))[greatest(2, count(*) / 10)]';

export async function rangeOfTransactions(owner: pg.Pool, partnerId: string, filter: Filter): Promise<Range> {
  const entries = Object.entries(filter);
  const conditions = entries.map(([name], index) => {
    const condition = CONDITIONS[name];
    if (condition === undefined) throw new Error(`${name} is no filter.`);
    return `and ${condition(`$${index + 2}`)}`;
  });
  return await rangeOf(
    owner,
    `select t.id as no from transaction t where t.partner_id = $1 ${conditions.join(' ')}`,
    [partnerId, ...entries.map(([, value]) => value)],
  );
}

const ENTRIES_SQL = `
select e.entry_no as no from ledger_account a join ledger_entry e on e.account_id = a.id join ledger_transfer t on t.id = e.transfer_id
where a.partner_id = $1 and a.kind = $2 and t.at >= $3 and t.at < $4 and ($5::text is null or t.kind = $5)`;

export async function rangeOfEntries(
  owner: pg.Pool,
  partnerId: string,
  { book = 'available', from = '-infinity', to = 'infinity', kind = null }: Filter & { kind?: string | null },
): Promise<Range> {
  const account = book === 'available' ? 'partner_balance' : 'partner_reserved';
  return await rangeOf(owner, ENTRIES_SQL, [partnerId, account, from, to, kind]);
}

async function rangeOf(owner: pg.Pool, sql: string, values: unknown[]): Promise<Range> {
  const { rows } = await owner.query<Range>(
    `select count(*)::int4 as rows, ${DEEP}::text as deep from (${sql}) as fitting`,
    values,
  );
  return rows[0] ?? { rows: 0, deep: null };
}
