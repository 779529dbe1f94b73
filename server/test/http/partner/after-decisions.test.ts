import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SettlementMode } from '@vezne/domain/commission';
import { findDecisionRows } from '../../../src/db/read/desk/decision-rows.ts';
import { fromTransactionId, toTransactionId } from '../../../src/ids.ts';
import type { Decision } from '../../../src/usecases/decisions/decision.ts';
import type { Decisions } from '../../../src/usecases/decisions/decisions.ts';
import { approveDeposit } from '../../../src/usecases/deposits/decide.ts';
import { confirmOnBehalf } from '../../../src/usecases/deposits/decide.ts';
import { correctDeposit } from '../../../src/usecases/deposits/correct.ts';
import { enterLateMoney } from '../../../src/usecases/deposits/late-money.ts';
import { approveWithdrawal } from '../../../src/usecases/withdrawals/decide.ts';
import { rejectWithdrawal } from '../../../src/usecases/withdrawals/decide.ts';
import { returnPayout } from '../../../src/usecases/withdrawals/after-approval.ts';
import { takeWithdrawal } from '../../../src/usecases/withdrawals/decide.ts';
import { markedReferences, startTestApi } from '../../harness/api.ts';
import type { TestApi } from '../../harness/api.ts';
import { get, post } from '../../harness/client.ts';
import { AYSE, MEHMET, authorise, cash, staff, testDecisions } from '../../harness/desk.ts';
import { assertCreated, until } from '../../harness/expectations.ts';
import { depositBody, withdrawalBody } from '../../harness/factories.ts';

type Make = (start: { transactionId: string; fingerprint: string }) => Decision;

/** Decisions by operators, and what the partner then reads over HTTP. */
function atTheDesk(api: TestApi) {
  const decisions = testDecisions(api.database.pool('vezne_console'));
  // The owner's word stands for a request that a second person would have confirmed.
  const confirmed = testDecisions(api.owner);
  const decide = async (by: Decisions, id: string, makes: readonly Make[]): Promise<void> => {
    for (const make of makes) {
      const rows = await findDecisionRows(api.owner, [id], { timeoutMs: 5_000 });
      const fingerprint = rows.get(id)?.fingerprint ?? '';
      assert.equal((await by.submit(make({ transactionId: id, fingerprint }))).outcome, 'made');
    }
  };
  return {
    async create(type: 'deposit' | 'withdrawal'): Promise<string> {
      const body = type === 'deposit' ? depositBody() : withdrawalBody();
      const { id } = assertCreated(await post(api.url, api.partner, `/v1/${type}s`, body));
      // The mark that the partner may not know of a withdrawal goes a moment after the answer, and stops who would pay it.
      await until(
        async () => await markedReferences(api.owner),
        (marked) => marked.length === 0,
      );
      return fromTransactionId(String(id)) ?? '';
    },
    decide: async (id: string, ...makes: Make[]) => await decide(decisions, id, makes),
    confirm: async (id: string, ...makes: Make[]) => await decide(confirmed, id, makes),
    async read(id: string): Promise<unknown[]> {
      const answer = await get(api.url, api.partner, `/v1/transactions/${toTransactionId(id)}`);
      const transaction = answer.json?.['transaction'] as Record<string, unknown>;
      return AMOUNTS.map((field) => transaction[field]);
    },
  };
}

const AMOUNTS = [
  'status',
  'reasonCode',
  'amountCents',
  'actualAmountCents',
  'commissionCents',
  'netAmountCents',
  'playerAmountCents',
  'balanceImpactCents',
] as const;

const allow: Make = (start) => authorise({ ...start, actor: MEHMET });
const pay: Make = (start) => approveWithdrawal({ ...start, actor: AYSE });

const MODES: readonly { mode: SettlementMode; player: number; impact: number; credited: number }[] = [
  { mode: 'deduct_from_amount', player: 97_000, impact: -100_000, credited: 92_150 },
  { mode: 'fee_on_top', player: 100_000, impact: -103_000, credited: 95_000 },
];

for (const { mode, player, impact, credited } of MODES) {
  test(`a partner reads the result of every decision on its transactions (${mode})`, async (t) => {
    const api = await startTestApi(t, { partner: { mode } });
    await api.owner.query('update partner set credit_line_cents = 1000000000');
    const { rows } = await api.owner.query<{ id: string }>('select id from bank_account limit 1');
    const bankAccountId = rows[0]?.id ?? '';
    const take: Make = (start) => takeWithdrawal({ ...start, actor: AYSE, bankAccountId });
    const desk = atTheDesk(api);

    const failed = await desk.create('withdrawal');
    await desk.decide(failed, take, allow, (start) =>
      rejectWithdrawal({ ...start, actor: staff('can'), reasonCode: 'payout_failed' }),
    );
    assert.deepEqual(await desk.read(failed), [
      'rejected',
      'payout_failed',
      100_000,
      undefined,
      0,
      undefined,
      0,
      0,
    ]);

    const paid = await desk.create('withdrawal');
    await desk.decide(paid, take, allow, pay);
    assert.deepEqual(await desk.read(paid), [
      'approved',
      null,
      100_000,
      undefined,
      3_000,
      undefined,
      player,
      impact,
    ]);
    await desk.decide(paid, (start) => returnPayout({ ...start, actor: MEHMET }));
    assert.deepEqual(await desk.read(paid), [
      'rejected',
      'payout_returned',
      100_000,
      undefined,
      0,
      undefined,
      0,
      0,
    ]);

    const deposit = await desk.create('deposit');
    await desk.decide(
      deposit,
      (start) => confirmOnBehalf({ ...start, actor: AYSE }),
      (start) => approveDeposit({ ...start, actor: AYSE, actualCents: cash(950) }),
    );
    const approved = ['approved', null, 100_000, 95_000, 2_850, 92_150, credited, 92_150];
    assert.deepEqual(await desk.read(deposit), approved);
    await desk.confirm(deposit, (start) =>
      correctDeposit({ ...start, actor: AYSE, actualCents: cash(0), asked: { askedBy: MEHMET } }),
    );
    assert.deepEqual(await desk.read(deposit), ['approved', null, 100_000, 0, 0, 0, 0, 0]);

    const pool = api.database.pool('vezne_console');
    await enterLateMoney(pool, { transactionId: deposit, amountCents: cash(20), actor: AYSE });

    const events = (await get(api.url, api.partner, '/v1/events?corrections=true')).json?.['events'];
    assert.deepEqual(
      (events as Record<string, unknown>[]).map((event) => [event['event'], event['playerAmountCents']]),
      [
        ['withdrawal.rejected', 100_000],
        ['withdrawal.approved', player],
        ['withdrawal.rejected', 100_000],
        ['deposit.approved', credited],
        ['deposit.corrected', 0],
      ],
    );
    const balance = (await get(api.url, api.partner, '/v1/balance')).json;
    assert.deepEqual(balance, {
      currency: 'TRY',
      availableCents: 0,
      reservedCents: 0,
      openWithdrawalsCents: 0,
    });
  });
}
