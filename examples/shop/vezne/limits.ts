import type { Limits } from '@vezne/sdk';
import type { Shop } from '../shop.ts';

/** The service's administrators change them rarely, and the service itself refuses amounts outside. */
const KEPT_MS = 60_000;
/** A form without its limits is better than no form. */
const PATIENCE_MS = 2_000;

/** The amounts that the service accepts now; undefined if it cannot be reached. */
export function createLimits({ vezne, log }: Shop): () => Promise<Limits | undefined> {
  let known: { limits: Limits; untilMs: number } | undefined;
  return async () => {
    if (known !== undefined && performance.now() < known.untilMs) return known.limits;
    try {
      const limits = await vezne.getLimits({ signal: AbortSignal.timeout(PATIENCE_MS) });
      known = { limits, untilMs: performance.now() + KEPT_MS };
      return limits;
    } catch (error) {
      log(String(error));
      return known?.limits;
    }
  };
}
