import type { PartnerRecord, PartnerSettings } from '../../db/read/partners.ts';
import { insertCommandLineEntry } from '../../db/write/audit-entries.ts';
import { updatePartner } from '../../db/write/partners.ts';
import type { AdminContext } from '../admin-context.ts';
import { changeBetween } from '../change.ts';
import type { Change } from '../change.ts';
import { checkedSettings } from './checked-settings.ts';
import { getPartnerForChange } from './get.ts';
import { refusingTakenName } from './taken-name.ts';

export interface ChangedPartner {
  partner: PartnerRecord;
  /** undefined: it was like that already, and nothing was written. */
  change: Change | undefined;
}

/** Changes some of a partner's settings and keeps the rest; the audit log names the action. */
export async function changePartner(
  { db, actor }: AdminContext,
  request: { partner: string; action: string; wishes: Partial<PartnerSettings> },
): Promise<ChangedPartner> {
  return await db.transaction().execute(async (trx) => {
    const before = await getPartnerForChange(trx, request.partner);
    const partner = { ...before, ...request.wishes, ...(await checkedSettings(trx, request.wishes)) };
    const change = changeBetween(before, partner);
    if (change === undefined) return { partner, change };
    await refusingTakenName(partner.name, async () => await updatePartner(trx, partner.id, partner));
    await insertCommandLineEntry(trx, {
      actor,
      action: request.action,
      subjectType: 'partner',
      subjectId: partner.id,
      details: { ...change },
    });
    return { partner, change };
  });
}
