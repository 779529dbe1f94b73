import type { AdminContext } from '../admin-context.ts';
import { changeSettings } from './change.ts';
import type { ChangedSettings } from './change.ts';

/** Ends a pause of the platform's deposits, withdrawals or both. */
export async function resumePlatform(
  context: AdminContext,
  { deposits, withdrawals }: { deposits: boolean; withdrawals: boolean },
): Promise<ChangedSettings> {
  const wishes = {
    ...(deposits ? { depositsPaused: false } : {}),
    ...(withdrawals ? { withdrawalsPaused: false } : {}),
  };
  return await changeSettings(context, { action: 'platform.resumed', wishes });
}
