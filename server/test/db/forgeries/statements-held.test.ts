import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import type pg from 'pg';
import { cents } from '@vezne/domain/money';
import { spanOfMonth, turkishMonth } from '@vezne/domain/turkish-calendar';
import { newId } from '../../../src/ids.ts';
import { closeMonths } from '../../../src/usecases/partner-statements/close-months.ts';
import { countPartner } from '../../../src/usecases/partner-statements/count-days.ts';
import { writeAsPartner } from '../../../src/db/partner-scope.ts';
import { createTestDatabase } from '../../harness/database.ts';
import { insertBankAccount, insertPartner } from '../../harness/factories.ts';
import { writeHistory } from '../../harness/partner-history.ts';
import { insertPartnerPerson } from '../../harness/portal.ts';

interface Opened {
  owner: pg.Pool;
  worker: pg.Pool;
  partnerId: string;
  /** Does this as the worker, in one transaction. */
  attempt: (...texts: string[]) => Promise<void>;
}

/** A partner with some months behind it. */
async function open(t: TestContext, { isClosed = true }: { isClosed?: boolean } = {}): Promise<Opened> {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  const worker = database.pool('vezne_worker');
  const partner = await insertPartner(owner);
  await writeHistory(owner, {
    partner,
    bankAccount: await insertBankAccount(owner),
    terms: { basisPoints: 300, fixedCents: cents(0n), mode: 'deduct_from_amount' },
    transactions: 120,
    from: spanOfMonth(turkishMonth(new Date(Date.now() - 70 * 86_400_000))).from,
    seed: 7,
  });
  if (isClosed) assert.deepEqual((await closeMonths(worker, { afterSeconds: 0 })).left, []);
  else await countPartner(worker, partner.id);
  const attempt = async (...texts: string[]): Promise<void> => {
    const client = await worker.connect();
    try {
      await client.query('begin');
      for (const text of texts) await client.query(text);
      await client.query('commit');
    } catch (error) {
      await client.query('rollback');
      throw error;
    } finally {
      client.release();
    }
  };
  return { owner, worker, partnerId: partner.id, attempt };
}

/** Every column of the month that is due, as the worker computes it; each can be changed. */
const CLOSING = {
  no: '1',
  month: `date_trunc('month', p.created_at at time zone interval '3 hours')::date`,
  first_entry_no: '1',
  last_entry_no: 'd.last_entry_no',
  reserved_first_entry_no: '1',
  reserved_last_entry_no: 'coalesce(r.entry_no, 0)',
  movements: 'd.movements',
  opening_cents: '0',
  closing_cents: 'd.closing_cents',
  reserved_opening_cents: '0',
  reserved_closing_cents: 'coalesce(r.balance_after_cents, 0)',
};

const closeSql = (changes: Partial<typeof CLOSING> = {}): string => {
  const columns = { ...CLOSING, ...changes };
  return `
insert into partner_month (partner_id, partner_name, ${Object.keys(columns).join(', ')})
select p.id, p.name, ${Object.values(columns).join(', ')} from partner p
cross join lateral (
  select (date_trunc('month', p.created_at at time zone interval '3 hours') + interval '1 month')::date as ends
) as month
cross join lateral (
  select *, (select sum(movements)::int4 from partner_day_sum s where s.partner_id = p.id and s.day < month.ends) as movements
  from partner_day d where d.partner_id = p.id and d.day < month.ends order by day desc limit 1
) as d
left join lateral (
  select e.entry_no, e.balance_after_cents from ledger_account a join ledger_entry e on e.account_id = a.id
  join ledger_transfer t on t.id = e.transfer_id
  where a.kind = 'partner_reserved' and a.partner_id = p.id and t.at < month.ends::timestamp at time zone interval '3 hours'
  order by e.entry_no desc limit 1
) as r on true`;
};

test('a month is closed only with what the books say, after the one before, and when it is over', async (t) => {
  const { attempt, owner, partnerId } = await open(t, { isClosed: false });
  const rule = { constraint: 'partner_month_follows' };
  const nextReserved = 'coalesce(r.entry_no, 0) + 1';
  for (const changes of [
    { no: '2' },
    { month: `(${CLOSING.month} + interval '1 month')::date` },
    { month: `date_trunc('month', now())::date` },
    { first_entry_no: '2' },
    { last_entry_no: 'd.last_entry_no + 1' },
    { last_entry_no: 'd.last_entry_no - 1' },
    { movements: 'd.movements - 1' },
    { opening_cents: '1' },
    { closing_cents: 'd.closing_cents + 1' },
    { reserved_opening_cents: '1' },
    { reserved_closing_cents: 'coalesce(r.balance_after_cents, 0) + 1' },
    {
      reserved_last_entry_no: nextReserved,
      reserved_closing_cents: `(select e.balance_after_cents from ledger_entry e join ledger_account a on a.id = e.account_id
        where a.kind = 'partner_reserved' and a.partner_id = p.id and e.entry_no = ${nextReserved})`,
    },
  ])
    await assert.rejects(attempt(closeSql(changes)), rule, JSON.stringify(changes));
  await attempt(closeSql());
  await assert.rejects(attempt(closeSql()), rule, 'nor twice');
  const { rowCount } = await owner.query('select from partner_month where partner_id = $1', [partnerId]);
  assert.equal(rowCount, 1);
});

test('what was not counted is not closed', async (t) => {
  const { attempt, owner } = await open(t, { isClosed: false });
  // One that was begun in the month, and counted in no day.
  await owner.query(`update ledger_transfer t set at = (select created_at from partner limit 1) + interval '1 hour'
    from ledger_entry e join ledger_account a on a.id = e.account_id
    where e.transfer_id = t.id and a.kind = 'partner_balance' and e.entry_no = (
      select last_entry_no + 1 from partner_day where day < (
        select (date_trunc('month', created_at at time zone interval '3 hours') + interval '1 month')::date from partner limit 1
      ) order by day desc limit 1
    )`);
  await assert.rejects(attempt(closeSql()), { constraint: 'partner_month_follows' });
});

test('the days of a balance add up to the books, and those of a closed month stay', async (t) => {
  const { attempt, owner, partnerId } = await open(t);
  const rule = { constraint: 'partner_day_adds_up' };
  const last = `partner_id = '${partnerId}' and day = (select max(day) from partner_day)`;
  const first = `partner_id = '${partnerId}' and day = (select min(day) from partner_day)`;
  const more = 'gross_cents = gross_cents + 1, net_cents = net_cents + 1';
  const one = (day: string): string =>
    `${day} and kind = (select min(kind) from partner_day_sum where ${day})`;
  for (const texts of [
    [`update partner_day set closing_cents = closing_cents + 1 where ${last}`],
    [`update partner_day set last_entry_no = last_entry_no - 1 where ${last}`],
    [`update partner_day_sum set ${more} where ${one(last)}`],
    [
      `update partner_day set closing_cents = closing_cents + 1 where ${last}`,
      `update partner_day_sum set ${more} where ${one(last)}`,
    ],
    // Also what would add up, in a month that is closed.
    [`update partner_day_sum set movements = movements + 1 where ${one(first)}`],
    [
      `insert into partner_day_sum select partner_id, day, 'adjustment', 1, 5, -5, 0 from partner_day where ${first}`,
    ],
    [
      `insert into partner_day select partner_id, day + 400, closing_cents, closing_cents, last_entry_no from partner_day where ${last}`,
    ],
  ])
    await assert.rejects(attempt(...texts), rule, texts.join('; '));
  const { rows } = await owner.query<{ sum: bigint; balance: bigint }>(
    `select (select sum(net_cents)::int8 from partner_day_sum) as sum,
       (select balance_cents from ledger_account where kind = 'partner_balance' and partner_id = $1) as balance`,
    [partnerId],
  );
  assert.equal(rows[0]?.sum, rows[0]?.balance);
});

test('what a file has is fixed once, and a file that is there stays as it is', async (t) => {
  const { attempt, owner, worker, partnerId } = await open(t);
  const person = await insertPartnerPerson(owner, { partnerId });
  const id = newId();
  await owner.query(
    `insert into partner_statement (id, partner_id, month, first_day, last_day, language, format, asked_by_id)
     select $1, partner_id, month, month, (month + interval '1 month')::date - 1, 'tr', 'csv', $2 from partner_month order by month limit 1`,
    [id, person.id],
  );
  const rule = { constraint: 'partner_statement_stays' };
  const fix = (plus: number): string => `
    update partner_statement s set partner_name = m.partner_name, first_entry_no = m.first_entry_no, last_entry_no = m.last_entry_no + ${plus},
      reserved_first_entry_no = m.reserved_first_entry_no, reserved_last_entry_no = m.reserved_last_entry_no
    from partner_month m where m.month = s.month and m.partner_id = s.partner_id`;
  const end = (bytes: number): string => `
    update partner_statement set state = 'ready', ended_at = now(), size_bytes = ${bytes}, sha256 = '\\x${randomBytes(32).toString('hex')}'`;
  const chunk = (no: number): string =>
    `insert into partner_statement_chunk (statement_id, no, bytes) values ('${id}', ${no}, 'abcd')`;
  await assert.rejects(attempt(fix(1)), rule, 'a month has its own entries');
  await attempt(fix(0));
  await assert.rejects(attempt('update partner_statement set last_entry_no = last_entry_no + 1'), rule);
  await assert.rejects(attempt(end(4)), rule, 'without a byte');
  await assert.rejects(attempt(chunk(1), end(5)), rule, 'with fewer bytes');
  await assert.rejects(attempt(chunk(1), chunk(3), end(8)), rule, 'with a gap');
  await attempt(chunk(1), chunk(2), end(8));
  await assert.rejects(attempt(chunk(3)), { constraint: 'partner_statement_chunk_waits' });
  await assert.rejects(attempt(`update partner_statement set attempts = attempts + 1`), rule);
  // It is kept for 90 days.
  assert.equal((await worker.query('delete from partner_statement')).rowCount, 0);
  await owner.query(`update partner_statement set asked_at = now() - interval '91 days'`);
  assert.equal((await worker.query('delete from partner_statement')).rowCount, 1);
  assert.equal((await owner.query('select from partner_statement_chunk')).rowCount, 0);
});

test('ten wait and a hundred are asked for in a day, also of a portal that does what it likes', async (t) => {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  const portal = database.pool('vezne_portal');
  const { id: partnerId } = await insertPartner(owner);
  const { id: another } = await insertPartner(owner);
  const person = await insertPartnerPerson(owner, { partnerId });
  const colleague = await insertPartnerPerson(owner, { partnerId: another });
  const ask = async (day: string, as = { partnerId, personId: person.id }): Promise<unknown> =>
    await writeAsPartner(
      portal,
      as.partnerId,
      async (client) =>
        await client.query(
          `insert into partner_statement (id, partner_id, first_day, last_day, language, format, asked_by_id)
           values ($1, $2, $3, $3, 'tr', 'csv', $4)`,
          [newId(), as.partnerId, day, as.personId],
        ),
      { timeoutMs: 10_000 },
    );
  const day = (no: number): string => new Date(Date.UTC(2026, 0, no)).toISOString().slice(0, 10);
  // At once, so that none sees the others' rows.
  const asked = await Promise.allSettled(Array.from({ length: 15 }, async (_, no) => await ask(day(no + 1))));
  const refused = asked.filter((one) => one.status === 'rejected');
  assert.equal(refused.length, 5);
  for (const { reason } of refused) assert.equal(reason.constraint, 'partner_statement_most');
  await ask(day(1), { partnerId: another, personId: colleague.id });
  const end = `update partner_statement set state = 'failed', problem = 'not_made', ended_at = now() where state = 'waiting'`;
  await owner.query(end);
  for (let no = 11; no <= 100; no += 1) {
    await ask(day(no + 20));
    await owner.query(end);
  }
  await assert.rejects(ask(day(300)), { constraint: 'partner_statement_most' });
  await owner.query(`update partner_statement set asked_at = now() - interval '25 hours'`);
  await ask(day(300));
});
