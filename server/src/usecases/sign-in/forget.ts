import { nowOf } from './context.ts';
import type { SignInContext } from './context.ts';

/** Removes what stands for nothing any more: attempts that are over, failures that count no more, sessions of long ago. */
export async function forgetOld(context: SignInContext): Promise<void> {
  const now = nowOf(context);
  const { handle, network } = context.throttleRules;
  const countedForMs = Math.max(handle.forgetAfterMs, network.forgetAfterMs);
  await context.store.forgetOld({ now, failuresBefore: new Date(now.getTime() - countedForMs) });
}
