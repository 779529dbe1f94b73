import type { AdminContext } from '../admin-context.ts';
import { changePartner } from './change.ts';
import type { ChangedPartner } from './change.ts';

/** Every request of the partner is refused, except the repetition of one that was accepted before. */
export async function disablePartner(context: AdminContext, partner: string): Promise<ChangedPartner> {
  return await changePartner(context, {
    partner,
    action: 'partner.disabled',
    wishes: { status: 'disabled' },
  });
}
