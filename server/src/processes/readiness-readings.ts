import { problemInTime } from '../http/server/health.ts';
import { METRICS } from '../metrics/catalogue.ts';
import type { ProcessKind } from '../metrics/catalogue.ts';
import type { Reading } from '../metrics/exposition.ts';
import type { MoreReadings } from './metrics.ts';

/** Asks what /readyz asks, with each scrape and with the same patience, so that both always say the same. */
export function createReadinessReadings(
  kind: ProcessKind,
  { whyNotReady, readings }: { whyNotReady: () => Promise<string | undefined>; readings: readonly Reading[] },
): MoreReadings {
  let isReady = false;
  return {
    readings: [
      { metric: METRICS.ready, read: () => [{ labels: { process: kind }, value: isReady ? 1 : 0 }] },
      ...readings,
    ],
    async refresh() {
      isReady = (await problemInTime(whyNotReady)) === undefined;
    },
  };
}
