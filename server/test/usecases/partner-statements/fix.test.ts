import assert from 'node:assert/strict';
import { test } from 'node:test';
import type pg from 'pg';
import { turkishDay } from '@vezne/domain/turkish-calendar';
import { BALANCE_CUT_SQL } from '../../../src/db/read/ledger/partner-books.ts';
import { takeStatement } from '../../../src/db/write/partners/statement-making.ts';
import { newId } from '../../../src/ids.ts';
import { fixEntries } from '../../../src/usecases/partner-statements/fix.ts';
import { openDesk } from '../../harness/desk.ts';
import type { Desk } from '../../harness/desk.ts';
import { authorisedPayout, fundPayouts } from '../../harness/payouts.ts';
import { insertPartnerPerson } from '../../harness/portal.ts';

test('what is set aside while a period up to now is fixed is in both accounts of its statement, or in none', async (t) => {
  const desk = await openDesk(t);
  await fundPayouts(desk);
  await authorisedPayout(desk);
  await askUpToNow(desk);
  const worker = desk.database.pool('vezne_worker');
  const statement = await takeStatement(worker, { leaseSeconds: 60 }, { timeoutMs: 5_000 });
  assert.ok(statement !== undefined);
  let payouts = 0;
  // Between the look at the balance and that at what is reserved. The first cut is that of the first day.
  const fixed = await fixEntries(
    afterEach(worker, BALANCE_CUT_SQL, async () => {
      await authorisedPayout(desk);
      payouts += 1;
    }),
    statement,
  );
  assert.equal(payouts, 2);
  const transfersOf = async (kind: string, from: bigint, to: bigint): Promise<string[]> => {
    const { rows } = await desk.owner.query<{ id: string }>(
      `select e.transfer_id as id from ledger_entry e join ledger_account a on a.id = e.account_id
         join ledger_transfer t on t.id = e.transfer_id
       where a.partner_id = $1 and a.kind = $2 and e.entry_no between $3 and $4 and t.kind = 'withdrawal_authorised' order by 1`,
      [desk.partner.id, kind, from, to],
    );
    return rows.map(({ id }) => id);
  };
  const left = await transfersOf('partner_balance', fixed.firstEntryNo, fixed.lastEntryNo);
  const came = await transfersOf('partner_reserved', fixed.reservedFirstEntryNo, fixed.reservedLastEntryNo);
  assert.ok(left.length > 0);
  assert.deepEqual(came, left);
});

async function askUpToNow({ owner, partner }: Desk): Promise<void> {
  const { id: personId } = await insertPartnerPerson(owner, { partnerId: partner.id });
  const today = turkishDay(new Date());
  await owner.query(
    `insert into partner_statement (id, partner_id, month, first_day, last_day, language, format, asked_by_id)
     values ($1, $2, null, $3, $3, 'tr', 'csv', $4)`,
    [newId(), partner.id, today, personId],
  );
}

/** The pool, with something done each time that a statement has been answered on one of its connections. */
function afterEach(pool: pg.Pool, text: string, act: () => Promise<void>): pg.Pool {
  const watched = (client: pg.PoolClient): pg.PoolClient =>
    new Proxy(client, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== 'function') return value;
        if (name !== 'query') return value.bind(target) as unknown;
        return async (...given: unknown[]): Promise<unknown> => {
          const answer: unknown = await Reflect.apply(value, target, given);
          const [asked] = given;
          if ((typeof asked === 'string' ? asked : (asked as pg.QueryConfig).text) === text) await act();
          return answer;
        };
      },
    });
  return new Proxy(pool, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (name === 'connect') return async () => watched(await target.connect());
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}
