import type { Transaction } from 'kysely';
import type { Person } from '@vezne/domain/actor';
import type { BankAccountRecord } from '../../db/read/bank-accounts/bank-accounts.ts';
import { insertAuditEntry } from '../../db/write/audit/entries.ts';
import { beginFreezeAnew } from '../../db/write/bank-accounts/bank-account-freezes.ts';
import { updateBankAccount } from '../../db/write/bank-accounts/bank-accounts.ts';
import { listPayoutsInHand } from '../../db/read/payouts/payouts-in-hand.ts';
import type { PayoutInHand } from '../../db/read/payouts/payouts-in-hand.ts';
import type { Database } from '../../db/schema.ts';
import { unlessLocked } from '../../db/write/installation/locks.ts';
import { countOpenDeposits } from '../../db/write/transactions/open-deposits.ts';
import { lockWorkOnAccount } from '../../db/write/payouts/payouts-in-hand.ts';
import type { AdminContext } from '../admin-context.ts';
import { changeBetween } from '../change.ts';
import { releaseAndList } from '../decisions/release-and-list.ts';
import type { ReleasedWork } from '../decisions/release-and-list.ts';
import { getBankAccountForChange } from './get.ts';
import { moveOpenDeposits } from './move-open-deposits.ts';
import type { MovedOpenDeposits } from './move-open-deposits.ts';
import { refuseUnlessMay } from '../may.ts';

export interface FrozenBankAccount extends MovedOpenDeposits, ReleasedWork {
  account: BankAccountRecord;
  /** Somebody held rows that the freeze would have changed. The account is frozen; the worker goes on with the deposits. */
  isHeldUp: boolean;
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
  refuseUnlessMay(actor, 'bank_account.freeze');
  return await db.transaction().execute(async (trx) => {
    const before = await getBankAccountForChange(trx, idOrIban);
    const account: BankAccountRecord = { ...before, status: 'frozen' };
    const change = changeBetween(before, account);
    // Freezing a frozen account must not make every process read its configuration again.
    if (change) await updateBankAccount(trx, account.id, account);
    else await beginFreezeAnew(trx, account.id);
    const { payouts, ...cleared } = await clearAccount(trx, account, actor);
    const { depositsMoved, depositsLeft, payoutsReleased, payoutsAuthorised } = cleared;
    await insertAuditEntry(trx, {
      actor,
      action: 'bank_account.freeze',
      subjectType: 'bank_account',
      subjectId: account.id,
      details: {
        ...change,
        depositsMoved,
        depositsLeft,
        ...(payouts === 0
          ? {}
          : { payoutsReleased: payoutsReleased.length, payoutsAuthorised: payoutsAuthorised.length }),
      },
    });
    return { ...cleared, account: { ...account, openDeposits: BigInt(depositsLeft) } };
  });
}

type ClearedAccount = Omit<FrozenBankAccount, 'account'> & { payouts: number };

/** Others hold these rows for milliseconds. */
const WAIT_MS = 2_000;
/** For what is left then: rows that nobody holds. */
const WAIT_FOR_THE_REST_MS = 1_000;

/**
 * Moves deposits and releases payouts. Other processes may lock these rows as well, and none of them can keep the account from
 * being frozen: what stays locked is left out, and where even that takes too long, everything is left to the worker.
 */
async function clearAccount(
  trx: Transaction<Database>,
  account: BankAccountRecord,
  actor: Person,
): Promise<ClearedAccount> {
  const clear = async (skipLocked: boolean): Promise<ClearedAccount> => {
    const locked = new Set(await lockWorkOnAccount(trx, account.id, { skipLocked }));
    const moved = await moveOpenDeposits(trx, account, actor, { skipLocked });
    const payouts = await listPayoutsInHand(trx, { bankAccountId: account.id });
    const isFree = ({ id, stage }: PayoutInHand): boolean => locked.has(id) || stage === 'authorised';
    const free = skipLocked ? payouts.filter(isFree) : payouts;
    const work = await releaseAndList(trx, free, { actor, because: 'bank_account.freeze' });
    return { ...moved, ...work, payouts: payouts.length, isHeldUp: skipLocked };
  };
  return (
    (await unlessLocked(trx, WAIT_MS, async () => await clear(false))) ??
    (await unlessLocked(trx, WAIT_FOR_THE_REST_MS, async () => await clear(true))) ??
    (await nothingCleared(trx, account))
  );
}

async function nothingCleared(
  trx: Transaction<Database>,
  { id }: BankAccountRecord,
): Promise<ClearedAccount> {
  const depositsLeft = await countOpenDeposits(trx, id);
  const payouts = await listPayoutsInHand(trx, { bankAccountId: id });
  return {
    depositsMoved: 0,
    movedTo: [],
    depositsLeft,
    depositsHeld: depositsLeft,
    payoutsReleased: [],
    payoutsAuthorised: payouts.filter(({ stage }) => stage === 'authorised'),
    payouts: payouts.length,
    isHeldUp: true,
  };
}
