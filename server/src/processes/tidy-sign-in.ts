import type { SignInContext } from '../usecases/sign-in/context.ts';
import { forgetOld } from '../usecases/sign-in/forget.ts';
import { resealTotp } from '../usecases/sign-in/reseal-totp.ts';

/** Nothing waits for it. A key that is new here may be new in the other processes too, and they have restarted by then. */
const TIDY_EVERY_MS = 10 * 60_000;

/** Forgets what stands for nothing any more, and moves secrets to the current key. */
export function tidyByTheClock(signIn: SignInContext, keyVersion: number): { stop(): Promise<void> } {
  let tidying: Promise<void> | undefined;
  const timer = setInterval(() => {
    tidying ??= forgetOld(signIn)
      .then(async () => await resealTotp(signIn, keyVersion))
      .catch((error: unknown) => signIn.log.warn({ err: error }, 'old sign-ins could not be tidied up'))
      .finally(() => {
        tidying = undefined;
      });
  }, TIDY_EVERY_MS);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await tidying;
    },
  };
}
