import { setTimeout as sleep } from 'node:timers/promises';
import { insertAuditEntry } from '../../db/write/audit-entries.ts';
import type { AdminContext } from '../admin-context.ts';
import { refused } from '../refusal.ts';
import type { FrozenBankAccount } from './freeze.ts';
import { getBankAccountForChange } from './get.ts';
import { moveOpenDeposits } from './move-open-deposits.ts';
import type { DepositsMovedTo } from './move-open-deposits.ts';

/**
 * A process gives out accounts from a copy of the configuration that is at most two seconds old. The third second is for
 * deposits that were given the account at the last moment and are still being written.
 */
const KNOWN_TO_ALL_MS = 3_000;

/** One finds what came in before all knew and the next finds nothing; the rest is for a database that hardly answers. */
const MAX_SWEEPS = 5;

export interface SweptBankAccount extends FrozenBankAccount {
  /** The last sweep found nothing to move. Otherwise deposits were still coming in when it was given up. */
  isSettled: boolean;
}

/**
 * Moves what processes that did not know of a freeze yet have created on the account since: waits until all must know,
 * moves, and repeats that until nothing is found. The result counts everything since the freeze.
 */
export async function sweepFrozenAccount(
  context: AdminContext,
  frozen: FrozenBankAccount,
  options: { waitMs?: number; onWait?: (waitMs: number) => unknown } = {},
): Promise<SweptBankAccount> {
  const { waitMs = KNOWN_TO_ALL_MS, onWait } = options;
  let total = frozen;
  for (let sweeps = 0; sweeps < MAX_SWEEPS; sweeps += 1) {
    await onWait?.(waitMs);
    await sleep(waitMs);
    const swept = await moveFromFrozen(context, frozen.account.id);
    total = addUp(total, swept);
    if (swept.depositsMoved === 0) return { ...total, isSettled: true };
  }
  return { ...total, isSettled: false };
}

/** Moves what is open on a frozen account to those that are open for deposits, as far as there are any. */
export async function moveFromFrozen(
  { db, actor }: AdminContext,
  accountId: string,
): Promise<FrozenBankAccount> {
  return await db.transaction().execute(async (trx) => {
    const account = await getBankAccountForChange(trx, accountId);
    // Its new deposits stay with it.
    if (account.status !== 'frozen') throw refused('account_not_frozen', { status: account.status });
    const moved = await moveOpenDeposits(trx, account, actor);
    const { depositsMoved, depositsLeft } = moved;
    if (depositsMoved > 0) {
      await insertAuditEntry(trx, {
        actor,
        action: 'bank_account.move_deposits',
        subjectType: 'bank_account',
        subjectId: account.id,
        details: { depositsMoved, depositsLeft },
      });
    }
    return { ...moved, account: { ...account, openDeposits: BigInt(depositsLeft) } };
  });
}

function addUp(before: FrozenBankAccount, swept: FrozenBankAccount): FrozenBankAccount {
  const targets = new Map<string, DepositsMovedTo>();
  for (const target of [...before.movedTo, ...swept.movedTo]) {
    const deposits = (targets.get(target.id)?.deposits ?? 0) + target.deposits;
    targets.set(target.id, { ...target, deposits });
  }
  return {
    ...swept,
    depositsMoved: before.depositsMoved + swept.depositsMoved,
    movedTo: [...targets.values()],
  };
}
