import type { Transaction } from 'kysely';
import type { Actor } from '@vezne/domain/actor';
import type { DepositsMovedTo } from '../../db/read/bank-account-freezes.ts';
import { listDepositAccounts } from '../../db/read/bank-accounts.ts';
import type { BankAccountRecord } from '../../db/read/bank-accounts.ts';
import type { Database } from '../../db/schema.ts';
import { addAssignedAmountsWith } from '../../db/write/bank-account-days.ts';
import { addFreezeTargets } from '../../db/write/bank-account-freezes.ts';
import { lockOpenDeposits, moveDeposits } from '../../db/write/open-deposits.ts';

export interface MovedOpenDeposits {
  depositsMoved: number;
  movedTo: DepositsMovedTo[];
  /** Open deposits that still show the account, because no other account can take them. */
  depositsLeft: number;
}

/**
 * Points the open deposits of a frozen account at the accounts that can take them, counts their amounts there, and adds them to
 * what was moved since the freeze. What the frozen account was given stays counted on it: some of that money is on its way.
 */
export async function moveOpenDeposits(
  trx: Transaction<Database>,
  { id, currency }: BankAccountRecord,
  actor: Actor,
): Promise<MovedOpenDeposits> {
  const depositIds = await lockOpenDeposits(trx, id);
  const others = await listDepositAccounts(trx, { currency, exceptId: id });
  if (depositIds.length === 0 || others.length === 0) {
    return { depositsMoved: 0, movedTo: [], depositsLeft: depositIds.length };
  }
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
  await addFreezeTargets(trx, id, movedTo);
  await addAssignedAmountsWith(
    trx,
    moved.map(({ bankAccountId, amountCents, deposits }) => ({
      bankAccountId,
      cents: amountCents,
      count: deposits,
    })),
  );
  return { depositsMoved: depositIds.length, movedTo, depositsLeft: 0 };
}
