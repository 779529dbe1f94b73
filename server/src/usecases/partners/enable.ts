import type { AdminContext } from '../admin-context.ts';
import { changePartner } from './change.ts';
import type { ChangedPartner } from './change.ts';

export async function enablePartner(context: AdminContext, partner: string): Promise<ChangedPartner> {
  return await changePartner(context, { partner, action: 'partner.enabled', wishes: { status: 'active' } });
}
