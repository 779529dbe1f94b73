import type { Transaction } from 'kysely';
import { commandLineActor, isSamePerson, personIdOf } from '@vezne/domain/actor';
import type { Person } from '@vezne/domain/actor';
import type { AuditAction } from '@vezne/domain/audit-actions';
import { listPayoutsInHand } from '../../db/read/payouts/payouts-in-hand.ts';
import type { PayoutInHand } from '../../db/read/payouts/payouts-in-hand.ts';
import type { Database } from '../../db/schema.ts';
import { insertAuditEntry } from '../../db/write/audit/entries.ts';
import { lockPayouts } from '../../db/write/payouts/payouts-in-hand.ts';
import type { AdminContext } from '../admin-context.ts';
import { releaseAndList } from '../decisions/release-and-list.ts';
import type { ReleasedWork } from '../decisions/release-and-list.ts';
import { refuseUnlessMay } from '../may.ts';

const LEAVES = 'withdrawal.release_work';

/**
 * A person leaves, or must not go on: what they have taken goes back to the queue, and what is authorised in their hands is listed.
 * It takes nobody's word about the bank and narrows what can happen, so one person does it.
 */
export async function releaseWorkOf({ db, actor }: AdminContext, name: string): Promise<ReleasedWork> {
  refuseUnlessMay(actor, LEAVES);
  // Whichever door they come by: the name stands for an id where only the name was kept.
  const leaver = commandLineActor(name);
  return await db.transaction().execute(async (trx) => {
    const work = await releaseWorkWithin(trx, leaver, { actor, because: LEAVES });
    await insertAuditEntry(trx, {
      actor,
      action: LEAVES,
      subjectType: 'person',
      subjectId: personIdOf(name),
      details: {
        name,
        payoutsReleased: work.payoutsReleased.length,
        payoutsAuthorised: work.payoutsAuthorised.length,
      },
    });
    return work;
  });
}

/** The same as a part of something else, which says so in the audit log. */
export async function releaseWorkWithin(
  trx: Transaction<Database>,
  leaver: Person,
  by: { actor: Person; because: AuditAction },
): Promise<ReleasedWork> {
  const isTheirs = ({ takenById, takenBy }: PayoutInHand): boolean =>
    isSamePerson(leaver, { id: takenById, name: takenBy });
  const ids = (await listPayoutsInHand(trx)).filter(isTheirs).map(({ id }) => id);
  await lockPayouts(trx, ids);
  // Somebody may have decided on one of them before it was locked.
  const payouts = (await listPayoutsInHand(trx)).filter((one) => ids.includes(one.id) && isTheirs(one));
  return await releaseAndList(trx, payouts, by);
}
