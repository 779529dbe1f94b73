import { randomUUID } from 'node:crypto';
import type { TestContext } from 'node:test';
import type pg from 'pg';
import { systemClock } from '../../server/src/clock.ts';
import { firstIdAt } from '../../server/src/ids.ts';
import { startConsoleProcess } from '../../server/test/harness/console-process.ts';
import { Browser } from '../../server/test/harness/console.ts';
import { createTestDatabase } from '../../server/test/harness/database.ts';
import type { TestDatabase } from '../../server/test/harness/database.ts';
import { insertBankAccount, insertPartner, turkishIban } from '../../server/test/harness/factories.ts';
import { insertPerson } from '../../server/test/harness/staff.ts';

export interface Operator {
  id: string;
  page: Browser;
}

/** A console process, people who are signed in there, and what waits for them. */
export interface DeskWorld {
  database: TestDatabase;
  owner: pg.Pool;
  bankAccountId: string;
  people: Operator[];
  deposits: string[];
  payouts: string[];
}

/** Above the numbers of our own accounts. */
const PAYOUT_IBANS = 7_000_000;
const INSERTED_AT_ONCE = 1_000;

const INSERT_SQL = `
with made as (
  insert into transaction (
    id, partner_id, type, status, stage, external_reference, currency, amount_cents, commission_cents, net_amount_cents,
    player_amount_cents, balance_impact_cents, commission_basis_points, commission_fixed_cents, settlement_mode, customer_id,
    customer_username, customer_full_name, bank_account_id, reference_code, redirect_url, page_key_version, expires_at,
    payout_bank_name, payout_holder_name, payout_iban)
  select ($1 || lpad(to_hex(n), 8, '0'))::uuid, $2, kind, 'waiting_confirmation', case when not pays then 'queued' end,
    kind || n, 'TRY', 100000, 0, case when pays then 100000 end, 100000, case when pays then 100000 else -100000 end, 0, 0,
    'deduct_from_amount', 'player-' || n, 'ayse', 'Ayşe Işık', case when pays then $3::uuid end,
    case when pays then translate(lpad(n::text, 8, '0'), '01', 'AC') end,
    case when pays then 'https://shop.example/return?order=' || n end, case when pays then 1 end,
    case when pays then now() + interval '1 day' end, case when not pays then 'Ziraat Bankası' end,
    case when not pays then 'Ayşe Işık' end, case when not pays then iban end
  from unnest($4::int[], $5::text[]) as given (n, iban)
  cross join lateral (select $6::text as kind, $6::text = 'deposit' as pays) as words
  returning id, status, stage
)
insert into transaction_step (transaction_id, step_no, trigger, status, stage, actor_kind, actor)
select id, 1, 'create', status, stage, 'partner', 'shop' from made returning transaction_id as id`;

export async function openDeskWorld(
  t: TestContext,
  { deposits, payouts, people }: { deposits: number; payouts: number; people: number },
): Promise<DeskWorld> {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  const { id: partnerId } = await insertPartner(owner);
  const { id: bankAccountId } = await insertBankAccount(owner);
  // Enough for every payout: what is short of money is another test's affair.
  await owner.query('update partner set credit_line_cents = 100000000000');
  await owner.query('update bank_account set tolerance_cents = 100000000000');
  const idsFrom = firstIdAt(new Date()).replaceAll('-', '').slice(0, 24);
  let made = 0;
  const insert = async (kind: 'deposit' | 'withdrawal', count: number): Promise<string[]> => {
    const ids: string[] = [];
    while (ids.length < count) {
      const some = Array.from({ length: Math.min(INSERTED_AT_ONCE, count - ids.length) }, () => (made += 1));
      const ibans = some.map((n) => turkishIban(PAYOUT_IBANS + n));
      const values = [idsFrom, partnerId, bankAccountId, some, ibans, kind];
      const { rows } = await owner.query<{ id: string }>(INSERT_SQL, values);
      ids.push(...rows.map(({ id }) => id));
    }
    return ids;
  };
  const waiting = {
    deposits: await insert('deposit', deposits),
    payouts: await insert('withdrawal', payouts),
  };
  const { url } = await startConsoleProcess(t, database);
  const operators: Operator[] = [];
  for (let at = 0; at < people; at += 1) operators.push(await signIn(owner, url));
  return { database, owner, bankAccountId, people: operators, ...waiting };
}

/** Their second proof is written by the owner: another code comes only half a minute after the first. */
async function signIn(owner: pg.Pool, url: string): Promise<Operator> {
  const handle = `op${randomUUID().replaceAll('-', '').slice(0, 16)}`;
  const person = await insertPerson(owner, { handle, roles: ['senior_operator'] });
  const page = new Browser(url, systemClock);
  const { status, text } = await page.signIn(person);
  if (status !== 200) throw new Error(`A person could not sign in: ${text}`);
  await owner.query(
    'update staff_session set step_up_began_at = now(), step_up_at = now() where staff_id = $1',
    [person.id],
  );
  return { id: person.id, page };
}
