import type { Transaction } from 'kysely';
import { listDepositAccounts } from '../../db/read/bank-accounts.ts';
import type { BankAccountRecord } from '../../db/read/bank-accounts.ts';
import type { Database } from '../../db/schema.ts';
import { insertCommandLineEntry } from '../../db/write/audit-entries.ts';
import { updateBankAccount } from '../../db/write/bank-accounts.ts';
import { lockOpenDeposits, moveDeposits } from '../../db/write/open-deposits.ts';
import type { AdminContext } from '../admin-context.ts';
import { getBankAccountForChange } from './get.ts';

export interface FrozenBankAccount {
  account: BankAccountRecord;
  depositsMoved: number;
  movedTo: { id: string; iban: string; bankName: string; deposits: number }[];
  /** Open deposits that still show the frozen account, because no other account can take them. */
  depositsLeft: number;
}

/**
 * The bank froze the account: nobody is sent to it any more, and open deposits show another account from now on. It can
 * be run again, and then moves what was created on the account a moment after the first time, when a process did not
 * know yet.
 */
export async function freezeBankAccount(
  { db, actor }: AdminContext,
  idOrIban: string,
): Promise<FrozenBankAccount> {
  return await db.transaction().execute(async (trx) => {
    const before = await getBankAccountForChange(trx, idOrIban);
    const account: BankAccountRecord = { ...before, status: 'frozen' };
    // Freezing a frozen account must not make every process read its configuration again.
    if (before.status !== 'frozen') await updateBankAccount(trx, account.id, account);
    const { movedTo, depositsLeft } = await moveOpenDeposits(trx, account, actor);
    const depositsMoved = movedTo.reduce((sum, { deposits }) => sum + deposits, 0);
    await insertCommandLineEntry(trx, {
      actor,
      action: 'bank_account.frozen',
      subjectType: 'bank_account',
      subjectId: account.id,
      details: {
        before: { status: before.status },
        after: { status: account.status },
        depositsMoved,
        depositsLeft,
      },
    });
    return {
      account: { ...account, openDeposits: BigInt(depositsLeft) },
      depositsMoved,
      movedTo,
      depositsLeft,
    };
  });
}

async function moveOpenDeposits(
  trx: Transaction<Database>,
  { id, currency }: BankAccountRecord,
  actor: string,
): Promise<Pick<FrozenBankAccount, 'movedTo' | 'depositsLeft'>> {
  const depositIds = await lockOpenDeposits(trx, id);
  const others = await listDepositAccounts(trx, { currency, exceptId: id });
  if (depositIds.length === 0 || others.length === 0) return { movedTo: [], depositsLeft: depositIds.length };
  const toAccountIds = others.map((other) => other.id);
  const moved = await moveDeposits(trx, { depositIds, fromAccountId: id, toAccountIds, actor });
  const countOf = new Map(moved.map(({ bankAccountId, deposits }) => [bankAccountId, Number(deposits)]));
  const movedTo = others
    .map((other) => ({
      id: other.id,
      iban: other.iban,
      bankName: other.bankName,
      deposits: countOf.get(other.id) ?? 0,
    }))
    .filter(({ deposits }) => deposits > 0);
  return { movedTo, depositsLeft: 0 };
}
