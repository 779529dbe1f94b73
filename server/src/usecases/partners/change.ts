import type { AuditAction } from '@vezne/domain/audit-actions';
import type { PartnerRecord, PartnerSettings } from '../../db/read/partners.ts';
import { insertAuditEntry } from '../../db/write/audit-entries.ts';
import { updatePartner } from '../../db/write/partners.ts';
import type { AdminContext } from '../admin-context.ts';
import { changeBetween } from '../change.ts';
import type { Change } from '../change.ts';
import { checkedSettings } from './checked-settings.ts';
import type { SettablePartnerSettings } from './checked-settings.ts';
import { getPartnerForChange } from './get.ts';
import { refusingTakenName } from './taken-name.ts';

export interface ChangedPartner {
  partner: PartnerRecord;
  /** undefined: it was already like that, and nothing was written. */
  change: Change | undefined;
}

export interface PartnerDirections {
  partner: string;
  deposits: boolean;
  withdrawals: boolean;
}

/** Changes a partner's name, where it may send players, where it may call from, and how much it may do. */
export async function setPartner(
  context: AdminContext,
  { partner, settings }: { partner: string; settings: SettablePartnerSettings },
): Promise<ChangedPartner> {
  return await changePartner(context, { partner, action: 'partner.set', settings });
}

/** Refuses new deposits, new withdrawals or both. Existing transactions go on. */
export async function pausePartner(
  context: AdminContext,
  request: PartnerDirections,
): Promise<ChangedPartner> {
  return await changePauses(context, request, { action: 'partner.pause', isPaused: true });
}

/** Ends a pause of deposits, of withdrawals or of both. */
export async function resumePartner(
  context: AdminContext,
  request: PartnerDirections,
): Promise<ChangedPartner> {
  return await changePauses(context, request, { action: 'partner.resume', isPaused: false });
}

/** Refuses every request of the partner, except the repetition of one that was accepted before. */
export async function disablePartner(context: AdminContext, partner: string): Promise<ChangedPartner> {
  return await changePartner(context, {
    partner,
    action: 'partner.disable',
    settings: { status: 'disabled' },
  });
}

export async function enablePartner(context: AdminContext, partner: string): Promise<ChangedPartner> {
  return await changePartner(context, { partner, action: 'partner.enable', settings: { status: 'active' } });
}

async function changePauses(
  context: AdminContext,
  { partner, deposits, withdrawals }: PartnerDirections,
  { action, isPaused }: { action: AuditAction; isPaused: boolean },
): Promise<ChangedPartner> {
  const settings = {
    ...(deposits ? { depositsPaused: isPaused } : {}),
    ...(withdrawals ? { withdrawalsPaused: isPaused } : {}),
  };
  return await changePartner(context, { partner, action, settings });
}

/** Changes some of a partner's settings and keeps the rest. */
async function changePartner(
  { db, actor }: AdminContext,
  request: { partner: string; action: AuditAction; settings: Partial<PartnerSettings> },
): Promise<ChangedPartner> {
  return await db.transaction().execute(async (trx) => {
    const before = await getPartnerForChange(trx, request.partner);
    const partner = { ...before, ...request.settings, ...(await checkedSettings(trx, request.settings)) };
    const change = changeBetween(before, partner);
    if (change === undefined) return { partner, change };
    await refusingTakenName(partner.name, async () => await updatePartner(trx, partner.id, partner));
    await insertAuditEntry(trx, {
      actor,
      action: request.action,
      subjectType: 'partner',
      subjectId: partner.id,
      details: { ...change },
    });
    return { partner, change };
  });
}
