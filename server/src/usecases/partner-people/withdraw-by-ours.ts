import { insertAuditEntry } from '../../db/write/audit/entries.ts';
import { withdrawInvitationOf } from '../../db/write/partners/partner-invitations.ts';
import type { AdminContext } from '../admin-context.ts';
import { refuseUnlessMay } from '../may.ts';
import { getPartnerForChange } from '../partners/get.ts';
import { refused } from '../refusal.ts';

/** A link that went to a wrong address, or was somebody's mistake. It only narrows, so one person does it. */
export async function withdrawPartnerInvitation(
  { db, actor }: AdminContext,
  { partner, invitation }: { partner: string; invitation: string },
): Promise<{ isChanged: boolean }> {
  refuseUnlessMay(actor, 'partner_person.withdraw_invitation');
  return await db.transaction().execute(async (trx) => {
    const { id: partnerId } = await getPartnerForChange(trx, partner);
    const found = await withdrawInvitationOf(trx, { partnerId, id: invitation });
    if (found === undefined) throw refused('invitation_not_found');
    // Whoever presses twice finds it over, which is what they asked for.
    if (!found.isWithdrawn) return { isChanged: false };
    await insertAuditEntry(trx, {
      actor,
      action: 'partner_person.withdraw_invitation',
      subjectType: 'partner',
      subjectId: partnerId,
      details: { invitation, email: found.email },
    });
    return { isChanged: true };
  });
}
