import type { AdminContext } from '../admin-context.ts';
import { changePartner } from './change.ts';
import type { ChangedPartner } from './change.ts';
import type { PartnerWishes } from './checked-settings.ts';

/** Changes what a partner is called, where it may send players, where it may call from, and how much it may do. */
export async function setPartner(
  context: AdminContext,
  { partner, wishes }: { partner: string; wishes: PartnerWishes },
): Promise<ChangedPartner> {
  return await changePartner(context, { partner, action: 'partner.set', wishes });
}
