import type { AdminContext } from '../admin-context.ts';
import { changeSettings } from './change.ts';
import type { ChangedSettings } from './change.ts';

/** New deposits, new withdrawals or both are refused for every partner; what exists goes on. */
export async function pausePlatform(
  context: AdminContext,
  { deposits, withdrawals }: { deposits: boolean; withdrawals: boolean },
): Promise<ChangedSettings> {
  const wishes = {
    ...(deposits ? { depositsPaused: true } : {}),
    ...(withdrawals ? { withdrawalsPaused: true } : {}),
  };
  return await changeSettings(context, { action: 'platform.paused', wishes });
}
