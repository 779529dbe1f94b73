import type { AdminContext } from '../admin-context.ts';
import { changePartner } from './change.ts';
import type { ChangedPartner } from './change.ts';

/** New deposits, new withdrawals or both are refused; what exists goes on. */
export async function pausePartner(
  context: AdminContext,
  { partner, deposits, withdrawals }: { partner: string; deposits: boolean; withdrawals: boolean },
): Promise<ChangedPartner> {
  const wishes = {
    ...(deposits ? { depositsPaused: true } : {}),
    ...(withdrawals ? { withdrawalsPaused: true } : {}),
  };
  return await changePartner(context, { partner, action: 'partner.paused', wishes });
}
