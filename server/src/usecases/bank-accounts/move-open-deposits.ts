import type { Transaction } from 'kysely';
import type { Actor } from '@vezne/domain/actor';
import type { DepositsMovedTo } from '../../db/read/bank-accounts/bank-account-freezes.ts';
import { listDepositAccounts } from '../../db/read/bank-accounts/bank-accounts.ts';
import type { BankAccountRecord } from '../../db/read/bank-accounts/bank-accounts.ts';
import type { Database } from '../../db/schema.ts';
import { addAssignedAmountsWith } from '../../db/write/bank-accounts/bank-account-days.ts';
import { addFreezeTargets } from '../../db/write/bank-accounts/bank-account-freezes.ts';
import {
  countOpenDeposits,
  lockOpenDeposits,
  moveDeposits,
} from '../../db/write/transactions/open-deposits.ts';

export interface MovedOpenDeposits {
  depositsMoved: number;
  movedTo: DepositsMovedTo[];
  /** Open deposits that still show the account: no other account can take them, or somebody has locked them. */
  depositsLeft: number;
  /** Open deposits that another account could take, if nobody had locked them. The worker tries again. */
  depositsHeld: number;
}

/**
 * Points the open deposits of a frozen account at the accounts that can take them, counts their amounts there, and adds them to
 * what was moved since the freeze. What the frozen account was given stays counted on it: some of that money is on its way.
 */
export async function moveOpenDeposits(
  trx: Transaction<Database>,
  { id, currency }: BankAccountRecord,
  actor: Actor,
  { skipLocked = false }: { skipLocked?: boolean } = {},
): Promise<MovedOpenDeposits> {
  const depositIds = await lockOpenDeposits(trx, id, { skipLocked });
  const others = await listDepositAccounts(trx, { currency, exceptId: id });
  const open = skipLocked ? await countOpenDeposits(trx, id) : depositIds.length;
  const depositsHeld = others.length === 0 ? 0 : open - depositIds.length;
  if (depositIds.length === 0 || others.length === 0) {
    return { depositsMoved: 0, movedTo: [], depositsLeft: open, depositsHeld };
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
  return { depositsMoved: depositIds.length, movedTo, depositsLeft: depositsHeld, depositsHeld };
}
