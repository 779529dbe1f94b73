import { createHash } from 'node:crypto';
import { cents } from '@vezne/domain/money';
import type { Cents } from '@vezne/domain/money';
import { newId } from '../../../src/ids.ts';
import { confirmRequest } from '../../../src/usecases/confirmation/confirm.ts';
import { approveInBulk } from '../../../src/usecases/deposits/approve-in-bulk.ts';
import { correctDeposit } from '../../../src/usecases/deposits/correct.ts';
import { approveDeposit, confirmOnBehalf, rejectDeposit } from '../../../src/usecases/deposits/decide.ts';
import { holdDeposit, unholdDeposit } from '../../../src/usecases/deposits/hold.ts';
import { enterLateMoney } from '../../../src/usecases/deposits/late-money.ts';
import type { OperationRequest } from '../../../src/usecases/ledger/operation.ts';
import { readReceipt } from '../../../src/usecases/transactions/read-receipt.ts';
import { returnPayout } from '../../../src/usecases/withdrawals/after-approval.ts';
import {
  approveWithdrawal,
  rejectWithdrawal,
  releaseWithdrawal,
  takeWithdrawal,
} from '../../../src/usecases/withdrawals/decide.ts';
import { releaseWorkOf } from '../../../src/usecases/withdrawals/release-work.ts';
import { handOverWithdrawal, recordPart } from '../../../src/usecases/withdrawals/send.ts';
import { findDecisionRows } from '../../../src/db/read/desk/decision-rows.ts';
import { confirmContext } from '../../harness/by-two.ts';
import { authorise, testDecisions } from '../../harness/desk.ts';
import { insertBankAccount, insertPartner, turkishIban } from '../../harness/factories.ts';
import { AYSE, MEHMET, ZEYNEP } from './house.ts';
import type { House } from './house.ts';
import type { Scenario } from './scenario.ts';

const cash = (units: number): Cents => cents(BigInt(units) * 100n);
const DONE = { outcome: 'done' } as const;
const SIGHTING = { senderSeen: 'Ayşe Işık' };
let references = 0;
const bankReference = (): string => `F-${(references += 1)}`;

/** Another name of the player: the request was about somebody else. */
const anotherPlayer =
  ({ owner }: House, id: string) =>
  async (): Promise<unknown> =>
    await owner.query(`update transaction set customer_full_name = 'Ayşe I.' where id = $1`, [id]);

const DEPOSITS: readonly Scenario[] = [
  ...(
    [
      ['alone', 100, { actual: 100 }],
      ['two', 60_000, { actual: 60_000 }],
      ['two', 50, { actual: 9_000_000 }],
      ['two', 50, { actual: 40_000 }],
      ['two', 100, { actual: 100, sender: 'Somebody Else' }],
    ] as const
  ).map(([hands, asked, { actual, ...more }]): Scenario => ({
    action: 'deposit.approve',
    hands,
    isLarge: actual > 250_000,
    async prepare(house) {
      const id = await house.deposit(asked);
      const sighting = 'sender' in more ? { senderSeen: more.sender, bankReference: bankReference() } : {};
      return {
        act: async (actor) =>
          await house.decide(id, (start) =>
            approveDeposit({ ...start, ...sighting, actor, actualCents: cash(actual) }),
          ),
        disturb: anotherPlayer(house, id),
      };
    },
  })),
  {
    // Late money above 5,000.00.
    action: 'deposit.approve',
    hands: 'two',
    async prepare(house) {
      const id = await lateMoney(house, 6_000);
      return {
        act: async (actor) =>
          await house.decide(id, (start) =>
            approveDeposit({
              ...start,
              ...SIGHTING,
              bankReference: bankReference(),
              actor,
              actualCents: cash(6_000),
            }),
          ),
        disturb: anotherPlayer(house, id),
      };
    },
  },
  {
    // A bulk above 250,000.00, of which each is below the four-eyes amount.
    action: 'deposit.approve',
    hands: 'two',
    isLarge: true,
    async prepare(house) {
      const ids = await Promise.all(Array.from({ length: 6 }, async () => await house.deposit(49_000)));
      const rows = await findDecisionRows(house.pool, ids, { timeoutMs: 5_000 });
      const seen = [...rows.values()].map(({ id, fingerprint }) => ({ transactionId: id, fingerprint }));
      return {
        async act(actor) {
          const decisions = testDecisions(house.pool);
          const result = await approveInBulk({ pool: house.pool, decisions }, seen, { actor });
          return result.outcome === 'asked' ? result : DONE;
        },
        disturb: anotherPlayer(house, ids[3] ?? ''),
      };
    },
  },
  {
    action: 'deposit.confirm_on_behalf',
    hands: 'alone',
    async prepare(house) {
      const id = await house.deposit(100, { status: 'waiting_payment' });
      return {
        act: async (actor) => await house.decide(id, (start) => confirmOnBehalf({ ...start, actor })),
      };
    },
  },
  {
    action: 'deposit.reject',
    hands: 'alone',
    async prepare(house) {
      const id = await house.deposit(100);
      return {
        act: async (actor) =>
          await house.decide(id, (start) => rejectDeposit({ ...start, actor, reasonCode: 'no_money_seen' })),
      };
    },
  },
  ...(['deposit.hold', 'deposit.unhold'] as const).map((action): Scenario => ({
    action,
    hands: 'alone',
    async prepare(house) {
      const id = await house.deposit(100);
      const hold = { until: new Date(Date.now() + 3_600_000), reason: 'bank_down' } as const;
      if (action === 'deposit.unhold') {
        await house.decide(id, (start) => holdDeposit({ ...start, ...hold, actor: MEHMET }));
      }
      return {
        act: async (actor) =>
          await house.decide(id, (start) =>
            action === 'deposit.hold'
              ? holdDeposit({ ...start, ...hold, actor })
              : unholdDeposit({ ...start, actor }),
          ),
      };
    },
  })),
  {
    action: 'deposit.enter_late_money',
    hands: 'alone',
    async prepare(house) {
      const transactionId = await rejected(house);
      return {
        async act(actor) {
          await enterLateMoney(house.pool, { transactionId, amountCents: cash(9_000), actor });
          return DONE;
        },
      };
    },
  },
  {
    action: 'deposit.correct',
    hands: 'two',
    async prepare(house) {
      const id = await house.deposit(100);
      await house.decide(id, (start) => approveDeposit({ ...start, actor: MEHMET, actualCents: cash(100) }));
      return {
        act: async (actor) =>
          await house.decide(id, (start) => correctDeposit({ ...start, actor, actualCents: cash(90) })),
        disturb: anotherPlayer(house, id),
      };
    },
  },
  {
    action: 'transaction.read_receipt',
    hands: 'alone',
    async prepare(house) {
      const id = await house.deposit(100);
      const content = Buffer.from('%PDF-1.7 receipt');
      await house.owner.query(
        `insert into receipt (id, transaction_id, receipt_no, content, media_type, sha256)
         values ($1, $2, 1, $3, 'application/pdf', $4)`,
        [newId(), id, content, createHash('sha256').update(content).digest()],
      );
      return {
        async act(actor) {
          await readReceipt(house.context(actor), { transactionId: id, receiptNo: undefined });
          return DONE;
        },
      };
    },
  },
];

async function rejected(house: House): Promise<string> {
  const id = await house.deposit(100);
  await house.decide(id, (start) => rejectDeposit({ ...start, actor: MEHMET, reasonCode: 'no_money_seen' }));
  return id;
}

async function lateMoney(house: House, units: number): Promise<string> {
  const transactionId = await rejected(house);
  return await enterLateMoney(house.pool, { transactionId, amountCents: cash(units), actor: MEHMET });
}

const WITHDRAWALS: readonly Scenario[] = [
  {
    action: 'withdrawal.take',
    hands: 'alone',
    async prepare(house) {
      const id = await house.withdrawal(100);
      return {
        act: async (actor) =>
          await house.decide(id, (start) =>
            takeWithdrawal({ ...start, actor, bankAccountId: house.account.id }),
          ),
      };
    },
  },
  ...(
    [
      ['alone', 100, {}],
      ['two', 60_000, {}],
      ['two', 100, { payout_holder_name: 'Somebody Else' }],
    ] as const
  ).map(([hands, units, changes]): Scenario => ({
    action: 'withdrawal.authorise',
    hands,
    async prepare(house, taker = AYSE) {
      const id = await house.withdrawal(units, changes);
      const marksRead = ['another_holder'] as const;
      const { id: bankAccountId } = house.account;
      await house.decide(id, (start) => takeWithdrawal({ ...start, actor: taker, bankAccountId, marksRead }));
      return {
        act: async (actor) => await house.decide(id, (start) => authorise({ ...start, actor, marksRead })),
        disturb: anotherPlayer(house, id),
      };
    },
  })),
  {
    action: 'withdrawal.approve',
    hands: 'alone',
    async prepare(house) {
      const id = await house.authorised(100);
      return {
        act: async (actor) => await house.decide(id, (start) => approveWithdrawal({ ...start, actor })),
      };
    },
  },
  {
    action: 'withdrawal.record_part',
    hands: 'alone',
    async prepare(house, taker) {
      const id = await house.authorised(100, MEHMET, taker);
      const part = { amountCents: cash(40), bankReference: bankReference() };
      return {
        act: async (actor) => await house.decide(id, (start) => recordPart({ ...start, ...part, actor })),
      };
    },
  },
  {
    // By another person than the taker and the one who authorised it.
    action: 'withdrawal.hand_over',
    hands: 'alone',
    async prepare(house) {
      const id = await authorisedByMehmet(house);
      return {
        act: async (actor) =>
          await house.decide(id, (start) => handOverWithdrawal({ ...start, actor, isNotSent: true })),
      };
    },
  },
  {
    action: 'withdrawal.release_work',
    hands: 'alone',
    async prepare(house) {
      await house.taken(100, MEHMET);
      return {
        async act(actor) {
          await releaseWorkOf(house.context(actor), MEHMET.name);
          return DONE;
        },
      };
    },
  },
  {
    action: 'withdrawal.reject',
    hands: 'alone',
    async prepare(house) {
      const id = await house.withdrawal(100);
      return {
        act: async (actor) =>
          await house.decide(id, (start) =>
            rejectWithdrawal({ ...start, actor, reasonCode: 'payout_failed' }),
          ),
      };
    },
  },
  {
    action: 'withdrawal.release',
    hands: 'alone',
    async prepare(house) {
      const id = await house.taken(100);
      return {
        act: async (actor) => await house.decide(id, (start) => releaseWithdrawal({ ...start, actor })),
      };
    },
  },
  {
    // By another person than the taker.
    action: 'withdrawal.release_authorised',
    hands: 'alone',
    async prepare(house) {
      const id = await authorisedByMehmet(house);
      return {
        act: async (actor) => await house.decide(id, (start) => releaseWithdrawal({ ...start, actor })),
      };
    },
  },
  {
    action: 'withdrawal.return_payout',
    hands: 'alone',
    async prepare(house) {
      const id = await authorisedByMehmet(house);
      await house.decide(id, (start) => approveWithdrawal({ ...start, actor: MEHMET }));
      return {
        act: async (actor) => await house.decide(id, (start) => returnPayout({ ...start, actor })),
      };
    },
  },
];

/** A payout that Mehmet works on, so that Ayşe is another person. */
async function authorisedByMehmet(house: House): Promise<string> {
  const id = await house.taken(100, MEHMET);
  await house.decide(id, (start) => authorise({ ...start, actor: MEHMET }));
  return id;
}

const operation =
  (action: Scenario['action'], requestOf: (house: House, units: number) => Promise<OperationRequest>) =>
  (hands: 'alone' | 'two'): Scenario => ({
    action,
    hands,
    async prepare(house) {
      const request = await requestOf(house, hands === 'two' ? 60_000 : 100);
      return {
        act: async (actor) => await house.post(request, actor),
        // Only where money leaves is there a subject besides the operation itself.
        ...(request.kind === 'settled_to_partner'
          ? {
              disturb: async () =>
                await house.owner.query(
                  `update partner set settlement_holder_name = 'Somebody Else' where id = $1`,
                  [request.partnerId],
                ),
            }
          : {}),
      };
    },
  });

/** An account of its own for each, because a person's operations at one add up. */
async function accountOf({ owner }: House): Promise<string> {
  return (await insertBankAccount(owner)).id;
}

async function fundedPartner(
  house: House,
  units: number,
): Promise<{ partnerId: string; bankAccountId: string }> {
  const { id: partnerId } = await insertPartner(house.owner);
  const bankAccountId = await accountOf(house);
  const request = { kind: 'topped_up', partnerId, bankAccountId, amountCents: cash(units) } as const;
  for (let posted = 0; posted < units; posted += 30_000) {
    const funding = { ...request, bankAccountId: await accountOf(house), amountCents: cash(30_000) };
    await house.post(funding, MEHMET);
  }
  return { partnerId, bankAccountId };
}

const OPERATIONS: readonly Scenario[] = [
  operation('ledger.top_up', async (house, units) => ({
    kind: 'topped_up',
    partnerId: house.partner.id,
    bankAccountId: await accountOf(house),
    amountCents: cash(units),
  })),
  operation('ledger.settle', async (house, units) => ({
    kind: 'settled_to_partner',
    ...(await fundedPartner(house, units)),
    amountCents: cash(units),
  })),
  operation('ledger.charge_fee', async (house, units) => ({
    kind: 'bank_fee_charged',
    bankAccountId: await accountOf(house),
    amountCents: cash(units),
  })),
  operation('ledger.send_transfer', async (house, units) => ({
    kind: 'internal_transfer_sent',
    bankAccountId: await accountOf(house),
    amountCents: cash(units),
  })),
].flatMap((make) => [make('alone'), make('two')]);

const ADJUSTMENT: Scenario = {
  action: 'ledger.adjust',
  hands: 'two',
  async prepare(house) {
    const request = {
      kind: 'adjusted',
      debit: { kind: 'bank', bankAccountId: await accountOf(house) },
      credit: { kind: 'owner_funds' },
      amountCents: cash(1),
    } as const;
    return { act: async (actor) => await house.post(request, actor) };
  },
};

/** Where refused money came from, as the bank shows it to both people. */
export const SENDER_IBAN = turkishIban(9_000_001);

const RETURN_TO_SENDER: Scenario = {
  action: 'ledger.return_to_sender',
  hands: 'two',
  async prepare(house) {
    const [id, bankAccountId] = [await house.deposit(100), await accountOf(house)];
    const moneySeen = { amountCents: cash(80), bankAccountId };
    await house.decide(id, (start) =>
      rejectDeposit({ ...start, actor: MEHMET, reasonCode: 'third_party_sender', moneySeen }),
    );
    const request = {
      kind: 'returned_to_sender',
      refusedTransactionId: id,
      bankAccountId,
      amountCents: cash(80),
      iban: SENDER_IBAN,
    } as const;
    return {
      act: async (actor) => await house.post(request, actor),
      async disturb() {
        const part = await house.post({ ...request, amountCents: cash(1) }, MEHMET);
        const context = confirmContext(house.pool, ZEYNEP);
        const requestId = 'requestId' in part ? part.requestId : '';
        await confirmRequest({ ...context, senderIban: SENDER_IBAN }, requestId);
      },
    };
  },
};

const arrival = (hands: 'alone' | 'two', units: number): Scenario => ({
  action: 'ledger.receive_transfer',
  hands,
  async prepare(house) {
    const sentOperationId = newId();
    const sent = {
      kind: 'internal_transfer_sent',
      bankAccountId: await accountOf(house),
      amountCents: cash(units),
    } as const;
    const outcome = await house.post(sent, MEHMET, sentOperationId);
    if (outcome.outcome === 'asked') {
      await confirmRequest(confirmContext(house.pool, ZEYNEP), outcome.requestId);
    }
    const arrived = {
      kind: 'internal_transfer_arrived',
      sentOperationId,
      bankAccountId: await accountOf(house),
      amountCents: cash(units),
    } as const;
    return { act: async (actor) => await house.post(arrived, actor) };
  },
});

export const MONEY_SCENARIOS: readonly Scenario[] = [
  ...DEPOSITS,
  ...WITHDRAWALS,
  ...OPERATIONS,
  ADJUSTMENT,
  RETURN_TO_SENDER,
  arrival('alone', 70),
  arrival('two', 60_000),
];
