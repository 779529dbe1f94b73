import type { AdminContext } from '../admin-context.ts';
import { changePartner } from './change.ts';
import type { ChangedPartner } from './change.ts';

/** Ends a pause of deposits, of withdrawals or of both. */
export async function resumePartner(
  context: AdminContext,
  { partner, deposits, withdrawals }: { partner: string; deposits: boolean; withdrawals: boolean },
): Promise<ChangedPartner> {
  const wishes = {
    ...(deposits ? { depositsPaused: false } : {}),
    ...(withdrawals ? { withdrawalsPaused: false } : {}),
  };
  return await changePartner(context, { partner, action: 'partner.resumed', wishes });
}
