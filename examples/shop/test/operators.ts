import assert from 'node:assert/strict';
import { cents } from '@vezne/domain/money';
import type { ReasonCode } from '@vezne/domain/transaction-state';
import { fromTransactionId } from '../../../server/src/ids.ts';
import { confirmRequest } from '../../../server/src/usecases/confirmation/confirm.ts';
import type { Decision, DecisionResult } from '../../../server/src/usecases/decisions/decision.ts';
import { marksOf } from '../../../server/src/usecases/decisions/marks.ts';
import { correctDeposit } from '../../../server/src/usecases/deposits/correct.ts';
import {
  approveDeposit,
  confirmOnBehalf,
  rejectDeposit,
} from '../../../server/src/usecases/deposits/decide.ts';
import { expireDeposits } from '../../../server/src/usecases/deposits/expire.ts';
import { enterLateMoney } from '../../../server/src/usecases/deposits/late-money.ts';
import { returnPayout } from '../../../server/src/usecases/withdrawals/after-approval.ts';
import {
  approveWithdrawal,
  authoriseWithdrawal,
  rejectWithdrawal,
  takeWithdrawal,
} from '../../../server/src/usecases/withdrawals/decide.ts';
import { confirmContext } from '../../../server/test/harness/by-two.ts';
import { AYSE, MEHMET, retry } from '../../../server/test/harness/desk.ts';
import type { Desk } from '../../../server/test/harness/desk.ts';

/** Operators who decide on the shop's payments, by the ids that the shop knows. */
export interface Operators {
  approveDeposit(id: string, actualCents: bigint): Promise<void>;
  correctDeposit(id: string, actualCents: bigint): Promise<void>;
  /** More money for a decided deposit arrives, or money that was seen before is accepted after all; it is approved. */
  approveLateMoney(id: string, amountCents: bigint, options?: { isNewMoney: boolean }): Promise<void>;
  /** By default because of missing money, or a failed payout. With any other reason a deposit's money was seen. */
  reject(type: 'deposit' | 'withdrawal', id: string, reasonCode?: ReasonCode): Promise<void>;
  /** Its time passes, and the service closes it. */
  expire(id: string): Promise<void>;
  approveWithdrawal(id: string): Promise<void>;
  returnPayout(id: string): Promise<void>;
}

export function operatorsAt(desk: Desk): Operators {
  const bankAccountId = desk.bankAccount.id;

  type MakeDecision = (base: { transactionId: string; fingerprint: string }) => Decision;
  const submit = async (uuid: string, make: MakeDecision): Promise<DecisionResult> =>
    await desk.decide((fingerprint) => make({ transactionId: uuid, fingerprint }), uuid);
  async function decide(uuid: string, make: MakeDecision): Promise<void> {
    const result = await submit(uuid, make);
    if (result.outcome === 'asked') return await confirm(result.requestId);
    assert.equal(result.outcome, 'made', JSON.stringify(result));
  }
  /** A second person agrees. */
  async function confirm(requestId: string): Promise<void> {
    await confirmRequest(confirmContext(desk.database.pool('vezne_console'), MEHMET), requestId);
  }
  const uuidOf = (id: string): string => fromTransactionId(id) ?? assert.fail(id);
  /** With what the bank shows: the player as the sender, and a reference that no other transfer has. */
  async function approve(uuid: string, actualCents: bigint): Promise<void> {
    const { customerFullName: senderSeen } = await desk.see(uuid);
    const approval = { actor: AYSE, actualCents: cents(actualCents), bankReference: uuid, senderSeen };
    await decide(uuid, (base) => approveDeposit({ ...base, ...approval }));
  }

  return {
    async approveDeposit(id, actualCents) {
      await decide(uuidOf(id), (base) => confirmOnBehalf({ ...base, actor: AYSE }));
      await approve(uuidOf(id), actualCents);
    },
    async correctDeposit(id, actualCents) {
      await decide(uuidOf(id), (base) =>
        correctDeposit({ ...base, actor: AYSE, actualCents: cents(actualCents) }),
      );
    },
    async approveLateMoney(id, amountCents, { isNewMoney } = { isNewMoney: true }) {
      const money = {
        transactionId: uuidOf(id),
        amountCents: cents(amountCents),
        ...(isNewMoney ? { isNewMoney } : { refusedTransactionId: uuidOf(id) }),
        actor: AYSE,
      };
      const lateId = await enterLateMoney(desk.database.pool('vezne_console'), money);
      await approve(lateId, amountCents);
    },
    async reject(type, id, reasonCode = type === 'deposit' ? 'no_money_seen' : 'payout_failed') {
      if (type === 'withdrawal') {
        await decide(uuidOf(id), (base) => rejectWithdrawal({ ...base, actor: AYSE, reasonCode }));
        return;
      }
      await decide(uuidOf(id), (base) => confirmOnBehalf({ ...base, actor: AYSE }));
      const { amountCents } = await desk.see(uuidOf(id));
      const moneySeen = reasonCode === 'no_money_seen' ? null : { amountCents, bankAccountId };
      await decide(uuidOf(id), (base) => rejectDeposit({ ...base, actor: AYSE, reasonCode, moneySeen }));
    },
    async expire(id) {
      await passDeadline(desk, id);
      assert.equal(await expireDeposits({ pool: desk.database.pool('vezne_worker'), retry }), 1);
    },
    async approveWithdrawal(id) {
      // Several players of the tests are paid to one account, and operators have to read that.
      const marksRead = marksOf(await desk.see(uuidOf(id)));
      await decide(uuidOf(id), (base) => takeWithdrawal({ ...base, actor: AYSE, bankAccountId, marksRead }));
      await decide(uuidOf(id), (base) => authoriseWithdrawal({ ...base, actor: MEHMET, marksRead }));
      await decide(uuidOf(id), (base) => approveWithdrawal({ ...base, actor: AYSE }));
    },
    async returnPayout(id) {
      await decide(uuidOf(id), (base) => returnPayout({ ...base, actor: MEHMET }));
    },
  };
}

/** The player has not paid in time. The service closes the deposit within a minute, and shows it as expired from now on. */
export async function passDeadline(desk: Desk, id: string): Promise<void> {
  await desk.owner.query(`update transaction set expires_at = now() - interval '1 second' where id = $1`, [
    fromTransactionId(id),
  ]);
}
