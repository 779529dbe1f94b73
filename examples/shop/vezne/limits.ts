import type { AmountRange, Limits } from '@vezne/sdk';
import type { Shop } from '../shop.ts';

/** Administrators of the service change them rarely, and whoever comes in between is refused by the service itself. */
const KEPT_MS = 60_000;
/** A form that is shown without its limits is better than one that isn't shown. */
const PATIENCE_MS = 2_000;

/** What amounts the service takes just now; undefined if it can't be asked. */
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

/** The service checks it as well; here it spares the player a detour. */
export function isWithin(cents: bigint, range: AmountRange | undefined): boolean {
  if (cents <= 0n) return false;
  return range === undefined || (cents >= BigInt(range.minCents) && cents <= BigInt(range.maxCents));
}
