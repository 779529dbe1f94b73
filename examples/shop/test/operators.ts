import assert from 'node:assert/strict';
import { cents } from '@vezne/domain/money';
import type { ReasonCode } from '@vezne/domain/transaction-state';
import { fromTransactionId } from '../../../server/src/ids.ts';
import type { Decision } from '../../../server/src/usecases/decisions/decision.ts';
import {
  approveDeposit,
  confirmOnBehalf,
  correctDeposit,
} from '../../../server/src/usecases/deposits/decide.ts';
import { expireDeposits } from '../../../server/src/usecases/deposits/expire.ts';
import { enterLateMoney } from '../../../server/src/usecases/deposits/late-money.ts';
import { rejectTransaction } from '../../../server/src/usecases/decisions/reject.ts';
import {
  approveWithdrawal,
  authoriseWithdrawal,
  returnPayout,
  takeWithdrawal,
} from '../../../server/src/usecases/withdrawals/decide.ts';
import { AYSE, MEHMET, retry } from '../../../server/test/harness/desk.ts';
import type { Desk } from '../../../server/test/harness/desk.ts';

/** Operators who decide on the shop's payments, by the ids that the shop knows. */
export interface Operators {
  approveDeposit(id: string, actualCents: bigint): Promise<void>;
  correctDeposit(id: string, actualCents: bigint): Promise<void>;
  /** More money for a decided deposit arrives, and is approved. */
  approveLateMoney(id: string, amountCents: bigint): Promise<void>;
  /** By default because of missing money, or a failed payout. */
  reject(type: 'deposit' | 'withdrawal', id: string, reasonCode?: ReasonCode): Promise<void>;
  /** Its time passes, and the service closes it. */
  expire(id: string): Promise<void>;
  approveWithdrawal(id: string): Promise<void>;
  returnPayout(id: string): Promise<void>;
}

export function operatorsAt(desk: Desk): Operators {
  const bankAccountId = desk.bankAccount.id;

  async function decide(
    uuid: string,
    make: (base: { transactionId: string; fingerprint: string }) => Decision,
  ): Promise<void> {
    const result = await desk.decide((fingerprint) => make({ transactionId: uuid, fingerprint }), uuid);
    assert.equal(result.outcome, 'made', JSON.stringify(result));
  }
  const uuidOf = (id: string): string => fromTransactionId(id) ?? assert.fail(id);
  const approve = async (uuid: string, actualCents: bigint): Promise<void> =>
    await decide(uuid, (base) => approveDeposit({ ...base, actor: AYSE, actualCents: cents(actualCents) }));

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
    async approveLateMoney(id, amountCents) {
      const money = { transactionId: uuidOf(id), amountCents: cents(amountCents), actor: AYSE };
      const lateId = await enterLateMoney(desk.database.pool('vezne_console'), money);
      await approve(lateId, amountCents);
    },
    async reject(type, id, reasonCode = type === 'deposit' ? 'no_money_seen' : 'payout_failed') {
      if (type === 'deposit') await decide(uuidOf(id), (base) => confirmOnBehalf({ ...base, actor: AYSE }));
      await decide(uuidOf(id), (base) => rejectTransaction(type, { ...base, actor: AYSE, reasonCode }));
    },
    async expire(id) {
      await passDeadline(desk, id);
      assert.equal(await expireDeposits({ pool: desk.database.pool('vezne_worker'), retry }), 1);
    },
    async approveWithdrawal(id) {
      await decide(uuidOf(id), (base) => takeWithdrawal({ ...base, actor: AYSE, bankAccountId }));
      await decide(uuidOf(id), (base) => authoriseWithdrawal({ ...base, actor: MEHMET }));
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
