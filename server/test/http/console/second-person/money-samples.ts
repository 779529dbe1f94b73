/** Decisions and ledger operations of the console that are nobody's alone. */
import assert from 'node:assert/strict';
import { BANK_BALANCE } from '../../../harness/console-payouts.ts';
import type { PayoutDesk } from '../../../harness/console-payouts.ts';
import type { ConsoleAnswer } from '../../../harness/console.ts';
import { insertBankAccount } from '../../../harness/factories.ts';
import { valueOf } from './sample.ts';
import type { People, Sample } from './sample.ts';

const units = (amount: number): bigint => BigInt(amount) * 100n;

const column = (desk: PayoutDesk, id: string, name: string) => async (): Promise<unknown> =>
  await valueOf(desk, `select ${name}::text as value from transaction where id = $1`, id);

const OTHER_SENDER = { senderSeen: 'Somebody Else', bankReference: 'F-other-sender' };

function assertMade(answer: ConsoleAnswer): void {
  assert.equal(answer.body['outcome'], 'made', answer.text);
}

async function approvedDeposit(desk: PayoutDesk, { earlier: [{ page }] }: People): Promise<string> {
  const id = await desk.deposit({ amountCents: units(100) });
  const press = { ...(await desk.press(id)), actualAmount: '100.00' };
  assertMade(await page.call('approveDeposit', press, { id }));
  return id;
}

/** Approved; whoever takes it is not whoever authorises it. */
async function paid(desk: PayoutDesk, { earlier: [taker, other] }: People, amount: number): Promise<string> {
  const id = await desk.authorised({ by: taker, and: other, amountCents: units(amount) });
  assertMade(await desk.approve(taker, id));
  return id;
}

const accountOf = async ({ owner }: PayoutDesk): Promise<string> => (await insertBankAccount(owner)).id;

export const MONEY_SAMPLES: readonly Sample[] = [
  ...(
    [
      ['above the four-eyes amount', 60_000, { actualAmount: '60000.00' }],
      ['another sender', 100, { actualAmount: '100.00', ...OTHER_SENDER }],
    ] as const
  ).map(([what, amount, body]): Sample => ({
    action: 'deposit.approve',
    route: 'approveDeposit',
    what,
    async prepare(desk) {
      const id = await desk.deposit({ amountCents: units(amount) });
      const { seen } = await desk.press(id);
      return { id, body: { seen, ...body }, state: column(desk, id, 'status'), wanted: 'approved' };
    },
  })),
  {
    action: 'deposit.approve',
    route: 'approveDepositsInBulk',
    what: 'a bulk above 250,000.00',
    confirmedBy: 'senior_operator',
    async prepare(desk) {
      const ids: string[] = [];
      for (let count = 0; count < 6; count += 1) ids.push(await desk.deposit({ amountCents: units(49_000) }));
      const deposits = await Promise.all(ids.map(async (id) => ({ id, ...(await desk.press(id)) })));
      return {
        body: { deposits },
        state: async () =>
          await valueOf(
            desk,
            `select count(*)::int4 as value from transaction where id = any($1::uuid[]) and status = 'approved'`,
            ids,
          ),
        wanted: ids.length,
      };
    },
  },
  {
    action: 'deposit.correct',
    route: 'correctDeposit',
    async prepare(desk, people) {
      const id = await approvedDeposit(desk, people);
      const { seen } = await desk.press(id);
      const state = column(desk, id, 'actual_amount_cents');
      return { id, body: { seen, actualAmount: '90.00' }, state, wanted: '9000' };
    },
  },
  {
    action: 'withdrawal.authorise',
    route: 'authorisePayout',
    what: 'above the four-eyes amount',
    // Only whoever has taken it asks: anybody else who authorises it is the second person.
    async prepare(desk, { asker }) {
      const id = await desk.withdrawal({ amountCents: units(60_000) });
      assertMade(await desk.take(asker, id));
      const { seen } = await desk.press(id);
      const body = { seen, bankBalance: BANK_BALANCE };
      return { id, body, state: column(desk, id, 'stage'), wanted: 'authorised' };
    },
  },
  {
    action: 'withdrawal.return_payout',
    route: 'returnPayout',
    what: 'a fee above the four-eyes amount',
    async prepare(desk, people) {
      const id = await paid(desk, people, 100_000);
      const { seen } = await desk.press(id);
      const body = { seen, arrived: '37000.00', bankAccountId: await accountOf(desk) };
      return { id, body, state: column(desk, id, 'status'), wanted: 'rejected' };
    },
  },
  {
    action: 'withdrawal.correct',
    route: 'correctPayout',
    async prepare(desk, people) {
      const id = await paid(desk, people, 100);
      const [{ seen }, bankAccountId] = [await desk.press(id), await accountOf(desk)];
      const state = column(desk, id, 'bank_account_id');
      return { id, body: { seen, bankAccountId }, state, wanted: bankAccountId };
    },
  },
  {
    action: 'ledger.book_misdirection',
    route: 'bookMisdirection',
    async prepare(desk, { earlier: [taker] }) {
      const id = await desk.authorised({ by: taker });
      return {
        id,
        body: { amount: '1.00', bankAccountId: await accountOf(desk) },
        state: async () =>
          await valueOf(
            desk,
            'select count(*)::int4 as value from misdirected_payout where payout_id = $1',
            id,
          ),
        wanted: 1,
      };
    },
  },
];
