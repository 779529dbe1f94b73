import type { BankAccountRecord } from '../../db/read/bank-accounts.ts';
import { insertAuditEntry } from '../../db/write/audit-entries.ts';
import { insertFreeze } from '../../db/write/bank-account-freezes.ts';
import { updateBankAccount } from '../../db/write/bank-accounts.ts';
import { listPayoutsInHand } from '../../db/read/payouts-in-hand.ts';
import { lockWorkOnAccount } from '../../db/write/payouts-in-hand.ts';
import type { AdminContext } from '../admin-context.ts';
import { changeBetween } from '../change.ts';
import { releaseAndList } from '../decisions/release-and-list.ts';
import type { ReleasedWork } from '../decisions/release-and-list.ts';
import { getBankAccountForChange } from './get.ts';
import { moveOpenDeposits } from './move-open-deposits.ts';
import type { MovedOpenDeposits } from './move-open-deposits.ts';

export interface FrozenBankAccount extends MovedOpenDeposits, ReleasedWork {
  account: BankAccountRecord;
}

/**
 * The bank froze the account: no player is sent to it any more, and open deposits show another account from now on. Processes
 * that do not know yet can still give it to a deposit: the worker moves those, and what has no other account now. Freezing a
 * frozen account begins the worker's watch anew. Payouts that were taken with it go back to the queue; those that are authorised
 * are listed, because their money may have left.
 */
export async function freezeBankAccount(
  { db, actor }: AdminContext,
  idOrIban: string,
): Promise<FrozenBankAccount> {
  return await db.transaction().execute(async (trx) => {
    const before = await getBankAccountForChange(trx, idOrIban);
    const account: BankAccountRecord = { ...before, status: 'frozen' };
    const change = changeBetween(before, account);
    // Freezing a frozen account must not make every process read its configuration again.
    if (change) await updateBankAccount(trx, account.id, account);
    await insertFreeze(trx, account.id);
    await lockWorkOnAccount(trx, account.id);
    const moved = await moveOpenDeposits(trx, account, actor);
    const { depositsMoved, depositsLeft } = moved;
    const payouts = await listPayoutsInHand(trx, { bankAccountId: account.id });
    const work = await releaseAndList(trx, payouts, { actor, because: 'bank_account.freeze' });
    await insertAuditEntry(trx, {
      actor,
      action: 'bank_account.freeze',
      subjectType: 'bank_account',
      subjectId: account.id,
      details: {
        ...change,
        depositsMoved,
        depositsLeft,
        ...(payouts.length === 0
          ? {}
          : {
              payoutsReleased: work.payoutsReleased.length,
              payoutsAuthorised: work.payoutsAuthorised.length,
            }),
      },
    });
    return { ...moved, ...work, account: { ...account, openDeposits: BigInt(depositsLeft) } };
  });
}
