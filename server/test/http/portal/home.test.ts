import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { getMoney } from '@vezne/contract/portal/home';
import { SETTLEMENT_MODES } from '@vezne/domain/commission';
import { cents } from '@vezne/domain/money';
import { spanOfMonth, turkishDay, turkishMonth } from '@vezne/domain/turkish-calendar';
import type { z } from 'zod';
import { closeMonths } from '../../../src/usecases/partner-statements/close-months.ts';
import { countDays } from '../../../src/usecases/partner-statements/count-days.ts';
import { createTestDatabase } from '../../harness/database.ts';
import { insertBankAccount, insertPartner } from '../../harness/factories.ts';
import { writeHistory } from '../../harness/partner-history.ts';
import { insertPartnerPerson, startTestPortal } from '../../harness/portal.ts';

type Money = z.infer<typeof getMoney.response>;
type Amounts = Money['today']['others'];

const NAMES = ['count', 'grossCents', 'commissionCents', 'netCents'] as const;

const added = (parts: readonly Amounts[]): Amounts =>
  parts.reduce(
    (sum, part) =>
      Object.fromEntries(NAMES.map((name) => [name, sum[name] + part[name]])) as unknown as Amounts,
    { count: 0, grossCents: 0, commissionCents: 0, netCents: 0 },
  );

for (const mode of SETTLEMENT_MODES)
  test(`${mode}: what home has of today and of the month adds up to what the balance moved by, and is what the statement says`, async (t) => {
    const database = await createTestDatabase(t);
    const owner = database.pool();
    const worker = database.pool('vezne_worker');
    const partner = await insertPartner(owner, { mode, fixedCents: 25n });
    await writeHistory(owner, {
      partner,
      bankAccount: await insertBankAccount(owner),
      terms: { basisPoints: 300, fixedCents: cents(25n), mode },
      transactions: 1_000,
      from: spanOfMonth(turkishMonth(new Date(Date.now() - 20 * 86_400_000))).from,
      seed: 17,
    });
    const portal = await startTestPortal(t, { database });
    const page = portal.browser();
    await page.signIn(await insertPartnerPerson(owner, { partnerId: partner.id, roles: ['finance'] }));
    const home = async (): Promise<Pick<Money, 'today' | 'month'>> => {
      const { status, body, text } = await page.call('getMoney');
      assert.equal(status, 200, text);
      const { today, month } = body as unknown as Money;
      for (const period of [today, month]) {
        const { deposits, withdrawals, others, changeCents, from } = period;
        assert.equal(added([deposits, withdrawals, others]).netCents, changeCents);
        for (const part of [deposits, withdrawals, others])
          assert.equal(part.grossCents + part.commissionCents, part.netCents);
        const listed = await page.call('listEntries', undefined, { query: `?from=${from}&limit=1` });
        assert.equal(changeCents, (listed.body['period'] as { changeCents: number }).changeCents);
      }
      return { today, month };
    };
    const uncounted = await home();
    await closeMonths(worker, { afterSeconds: 0 });
    await countDays(worker);
    const counted = await home();
    assert.deepEqual(counted, uncounted, 'whether it is counted or not');

    const month = turkishDay(new Date()).slice(0, 'yyyy-mm'.length);
    const { body } = await page.call('getStatementMonth', undefined, { query: `?month=${month}` });
    const sums = body['sums'] as (Amounts & { kind: string })[];
    const of = (isOf: (kind: string) => boolean): Amounts => added(sums.filter(({ kind }) => isOf(kind)));
    assert.deepEqual(
      counted.month.deposits,
      of((kind) => kind === 'deposit'),
    );
    assert.deepEqual(
      counted.month.withdrawals,
      of((kind) => kind === 'withdrawal'),
    );
    assert.deepEqual(
      counted.month.others,
      of((kind) => kind !== 'deposit' && kind !== 'withdrawal'),
    );
    assert.ok(counted.month.others.count > 0, 'something else moved the balance');
  });
