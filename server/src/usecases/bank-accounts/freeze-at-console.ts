import type { Transaction } from 'kysely';
import type { Person } from '@vezne/domain/actor';
import type { BankAccountRecord } from '../../db/read/bank-accounts/bank-accounts.ts';
import { listPayoutsInHand } from '../../db/read/payouts/payouts-in-hand.ts';
import type { Database } from '../../db/schema.ts';
import { insertAuditEntry } from '../../db/write/audit/entries.ts';
import { updateBankAccount } from '../../db/write/bank-accounts/bank-accounts.ts';
import { unlessLocked } from '../../db/write/installation/locks.ts';
import { lockPayouts } from '../../db/write/payouts/payouts-in-hand.ts';
import type { AdminContext } from '../admin-context.ts';
import { changeBetween } from '../change.ts';
import { releaseAndList } from '../decisions/release-and-list.ts';
import type { ReleasedWork } from '../decisions/release-and-list.ts';
import { pressDetails, stopAtEcho } from '../four-eyes/done-press.ts';
import { refuseUnlessMay } from '../may.ts';
import { getBankAccountForChange } from './get.ts';

/** Others hold these rows for milliseconds. */
const WAIT_MS = 2_000;

/**
 * The same freeze as at the command line, but for the deposits: the console has no right to say which account a player pays to. The worker
 * moves them, a second later at most. Whoever freezes a frozen account changes nothing. Payouts that somebody holds stay with it: nothing
 * can leave from a frozen account, and no row keeps it from being frozen.
 */
export async function freezeAtConsole(context: AdminContext, id: string): Promise<{ isChanged: boolean }> {
  const { db, actor } = context;
  refuseUnlessMay(actor, 'bank_account.freeze');
  return await db.transaction().execute(async (trx) => {
    const before = await getBankAccountForChange(trx, id);
    await stopAtEcho(trx, context, { action: 'bank_account.freeze', input: { id } });
    const account: BankAccountRecord = { ...before, status: 'frozen' };
    const change = changeBetween(before, account);
    if (change === undefined) return { isChanged: false };
    // From here on the worker watches: the database begins that with the status.
    await updateBankAccount(trx, id, account);
    const work = await unlessLocked(trx, WAIT_MS, async () => await releaseWork(trx, id, actor));
    await insertAuditEntry(trx, {
      actor,
      action: 'bank_account.freeze',
      subjectType: 'bank_account',
      subjectId: id,
      details: {
        ...change,
        depositsLeft: Number(before.openDeposits),
        ...(work === undefined ? {} : countsOf(work)),
        ...pressDetails(context, { input: { id } }),
      },
    });
    return { isChanged: true };
  });
}

/** Puts back into the queue what was taken with the account; what is authorised stays, because its money may have left. */
async function releaseWork(trx: Transaction<Database>, id: string, actor: Person): Promise<ReleasedWork> {
  const ids = (await listPayoutsInHand(trx, { bankAccountId: id })).map((payout) => payout.id);
  await lockPayouts(trx, ids);
  // Somebody may have decided on one of them before it was locked.
  const payouts = (await listPayoutsInHand(trx, { bankAccountId: id })).filter((one) => ids.includes(one.id));
  return await releaseAndList(trx, payouts, { actor, because: 'bank_account.freeze' });
}

function countsOf({ payoutsReleased, payoutsAuthorised }: ReleasedWork): object {
  if (payoutsReleased.length + payoutsAuthorised.length === 0) return {};
  return { payoutsReleased: payoutsReleased.length, payoutsAuthorised: payoutsAuthorised.length };
}
