import type { AuditAction } from '@vezne/domain/audit-actions';
import { effectOf } from '@vezne/domain/widening';
import type { PartnerRecord, PartnerSettings } from '../../db/read/partners/partners.ts';
import { updatePartner } from '../../db/write/partners/partners.ts';
import type { AdminContext } from '../admin-context.ts';
import { changeBetween } from '../change.ts';
import type { Change } from '../change.ts';
import { perform } from '../four-eyes/act.ts';
import type { Act, Performed } from '../four-eyes/act.ts';
import { checkLimits } from './checked-limits.ts';
import { checkedSettings } from './checked-settings.ts';
import type { SettablePartnerSettings } from './checked-settings.ts';
import { getPartnerForChange } from './get.ts';
import { refuseNameLikeAnother, refusingTakenName } from './taken-name.ts';

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

interface PartnerInput {
  /** By name or id. */
  partner: string;
  settings: Partial<PartnerSettings>;
}

/** Changes some of a partner's settings and keeps the rest. */
function partnerAct(action: AuditAction): Act<PartnerInput, ChangedPartner> {
  return {
    action,
    async plan(trx, { partner: nameOrId, settings }) {
      const before = await getPartnerForChange(trx, nameOrId);
      const partner = { ...before, ...settings, ...(await checkedSettings(trx, settings)) };
      checkLimits(partner);
      if (partner.name !== before.name) await refuseNameLikeAnother(trx, partner);
      const change = changeBetween(before, partner);
      // A pause is one person's, and says nothing about what waits: it must not keep two from changing something else.
      const { depositsPaused: _deposits, withdrawalsPaused: _withdrawals, ...seen } = before;
      return {
        subject: { type: 'partner', id: before.id },
        change,
        effect: effectOf('partner', before, partner),
        seen,
        async apply() {
          if (change !== undefined) {
            await refusingTakenName(partner.name, async () => await updatePartner(trx, partner.id, partner));
          }
          return { partner, change };
        },
      };
    },
  };
}

export const setPartnerAct = partnerAct('partner.set');
const pausePartnerAct = partnerAct('partner.pause');
const resumePartnerAct = partnerAct('partner.resume');
const disablePartnerAct = partnerAct('partner.disable');
export const enablePartnerAct = partnerAct('partner.enable');

/** Changes a partner's name, where it may send players, where it may call from, and how much it may do. */
export async function setPartner(
  context: AdminContext,
  request: { partner: string; settings: SettablePartnerSettings },
): Promise<Performed<ChangedPartner>> {
  return await perform(context, setPartnerAct, request);
}

/** Refuses new deposits, new withdrawals or both. Existing transactions go on. */
export async function pausePartner(
  context: AdminContext,
  request: PartnerDirections,
): Promise<Performed<ChangedPartner>> {
  return await perform(context, pausePartnerAct, pauses(request, true));
}

/** Ends a pause of deposits, of withdrawals or of both. */
export async function resumePartner(
  context: AdminContext,
  request: PartnerDirections,
): Promise<Performed<ChangedPartner>> {
  return await perform(context, resumePartnerAct, pauses(request, false));
}

function pauses({ partner, deposits, withdrawals }: PartnerDirections, isPaused: boolean): PartnerInput {
  const settings = {
    ...(deposits ? { depositsPaused: isPaused } : {}),
    ...(withdrawals ? { withdrawalsPaused: isPaused } : {}),
  };
  return { partner, settings };
}

/** Refuses every request of the partner, except the repetition of one that was accepted before. */
export async function disablePartner(
  context: AdminContext,
  partner: string,
): Promise<Performed<ChangedPartner>> {
  return await perform(context, disablePartnerAct, { partner, settings: { status: 'disabled' } });
}

export async function enablePartner(
  context: AdminContext,
  partner: string,
): Promise<Performed<ChangedPartner>> {
  return await perform(context, enablePartnerAct, { partner, settings: { status: 'active' } });
}
