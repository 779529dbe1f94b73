import type { Clock } from '../../../clock.ts';
import type { SearchBudget } from './find.ts';

/** A search that finds nothing takes about 2,700: 23 ms, of which a thousand are milliseconds that may have been signed. */
const DIGESTS_OF_A_REQUEST = 3_000;
/** The largest body would otherwise be hashed three thousand times: 48 MiB. */
const BYTES_OF_A_REQUEST = 4 * 1024 * 1024;
/**
 * A developer's mistakes come one by one. A flood of them gets two long searches a second, of small bodies or of the largest, and then the
 * ordinary answer.
 */
const DIGESTS_OF_A_SECOND = 6_000;
const BYTES_OF_A_SECOND = 2 * BYTES_OF_A_REQUEST;
const SECOND_MS = 1_000;

export interface Budgets {
  forRequest(): SearchBudget;
}

export function createBudgets(clock: Clock): Budgets {
  let secondStartMs = clock.monotonicMs();
  let digestsInSecond = DIGESTS_OF_A_SECOND;
  let bytesInSecond = BYTES_OF_A_SECOND;
  return {
    forRequest() {
      const nowMs = clock.monotonicMs();
      if (nowMs - secondStartMs >= SECOND_MS) {
        secondStartMs = nowMs;
        digestsInSecond = DIGESTS_OF_A_SECOND;
        bytesInSecond = BYTES_OF_A_SECOND;
      }
      let digests = DIGESTS_OF_A_REQUEST;
      let bytes = BYTES_OF_A_REQUEST;
      return {
        take(size) {
          digests -= 1;
          bytes -= size;
          digestsInSecond -= 1;
          bytesInSecond -= size;
          return digests >= 0 && bytes >= 0 && digestsInSecond >= 0 && bytesInSecond >= 0;
        },
      };
    },
  };
}
