/** What is entered when something went wrong at a bank. */
import { cents } from '@vezne/domain/money';
import type { Cents } from '@vezne/domain/money';
import { newId } from '../../../src/ids.ts';
import { confirmRequest } from '../../../src/usecases/confirmation/confirm.ts';
import { correctDeposit } from '../../../src/usecases/deposits/correct.ts';
import { approveDeposit } from '../../../src/usecases/deposits/decide.ts';
import type { OperationRequest } from '../../../src/usecases/ledger/operation.ts';
import { correctWithdrawal, returnPayout } from '../../../src/usecases/withdrawals/after-approval.ts';
import { approveWithdrawal } from '../../../src/usecases/withdrawals/decide.ts';
import { confirmContext } from '../../harness/by-two.ts';
import { authorise } from '../../harness/desk.ts';
import { insertBankAccount } from '../../harness/factories.ts';
import { MEHMET, ZEYNEP } from './house.ts';
import type { House } from './house.ts';
import type { Scenario } from './scenario.ts';

const cash = (units: number): Cents => cents(BigInt(units) * 100n);

/** An account of its own for each, because a person's operations at one add up. */
async function accountOf({ owner }: House): Promise<string> {
  return (await insertBankAccount(owner)).id;
}

/** Posts it, by two people if it takes two. */
async function postByTwo(house: House, request: OperationRequest, id?: string): Promise<void> {
  const posted = await house.post(request, MEHMET, id);
  if (posted.outcome === 'done') return;
  await confirmRequest(confirmContext(house.pool, ZEYNEP), posted.requestId);
}

/** An approved payout that Zeynep took. */
async function paid(house: House, units: number): Promise<string> {
  const id = await house.taken(units, ZEYNEP);
  await house.decide(id, (start) => authorise({ ...start, actor: MEHMET }));
  await house.decide(id, (start) => approveWithdrawal({ ...start, actor: ZEYNEP }));
  return id;
}

const anotherPlayer =
  ({ owner }: House, id: string) =>
  async (): Promise<unknown> =>
    await owner.query(`update transaction set customer_full_name = 'Ayşe I.' where id = $1`, [id]);

const misdirected: Scenario = {
  action: 'ledger.book_misdirection',
  hands: 'two',
  async prepare(house) {
    const payoutId = await house.authorised(100);
    const bankAccountId = await accountOf(house);
    const request = { kind: 'misdirected_sent', payoutId, bankAccountId, amountCents: cash(1) } as const;
    return { act: async (actor) => await house.post(request, actor) };
  },
};

const recovered = (hands: 'alone' | 'two', units: number): Scenario => ({
  action: 'ledger.recover_misdirection',
  hands,
  async prepare(house) {
    const payoutId = await house.authorised(100);
    const wrong = { payoutId, bankAccountId: await accountOf(house), amountCents: cash(units) };
    await postByTwo(house, { kind: 'misdirected_sent', ...wrong });
    const request = { kind: 'misdirected_recovered', ...wrong } as const;
    return { act: async (actor) => await house.post(request, actor) };
  },
});

const cameBack = (hands: 'alone' | 'two', units: number): Scenario => ({
  action: 'ledger.return_transfer',
  hands,
  async prepare(house) {
    const sentOperationId = newId();
    const from = { bankAccountId: await accountOf(house), amountCents: cash(units) };
    await postByTwo(house, { kind: 'internal_transfer_sent', ...from }, sentOperationId);
    const request = { kind: 'internal_transfer_returned', sentOperationId, ...from } as const;
    return { act: async (actor) => await house.post(request, actor) };
  },
});

/** A short return of 100,000.00, of which the player was paid 97,000.00. */
const returnedShort = (hands: 'alone' | 'two', feeUnits: number): Scenario => ({
  action: 'withdrawal.return_payout',
  hands,
  async prepare(house) {
    const id = await paid(house, 100_000);
    const came = { arrivedCents: cash(97_000 - feeUnits), bankAccountId: await accountOf(house) };
    return {
      act: async (actor) => await house.decide(id, (start) => returnPayout({ ...start, ...came, actor })),
      disturb: anotherPlayer(house, id),
    };
  },
});

const payoutAccount: Scenario = {
  action: 'withdrawal.correct',
  hands: 'two',
  async prepare(house) {
    const id = await paid(house, 100);
    const bankAccountId = await accountOf(house);
    return {
      act: async (actor) =>
        await house.decide(id, (start) => correctWithdrawal({ ...start, actor, bankAccountId })),
      disturb: anotherPlayer(house, id),
    };
  },
};

const depositAccount: Scenario = {
  action: 'deposit.correct',
  hands: 'two',
  async prepare(house) {
    const id = await house.deposit(100);
    const approval = { actor: MEHMET, actualCents: cash(100) };
    await house.decide(id, (start) => approveDeposit({ ...start, ...approval }));
    const bankAccountId = await accountOf(house);
    return {
      act: async (actor) =>
        await house.decide(id, (start) => correctDeposit({ ...start, actor, bankAccountId })),
      disturb: anotherPlayer(house, id),
    };
  },
};

export const MISHAP_SCENARIOS: readonly Scenario[] = [
  misdirected,
  recovered('alone', 70),
  recovered('two', 60_000),
  cameBack('alone', 70),
  cameBack('two', 60_000),
  returnedShort('alone', 10),
  returnedShort('two', 60_000),
  payoutAccount,
  depositAccount,
];
