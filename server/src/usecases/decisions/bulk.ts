import type { Decisions } from './decisions.ts';
import type { DecisionRequest, DecisionResult } from './request.ts';

/**
 * A batch or so at a time. Everybody's decisions wait in one line: with all of a bulk of 5,000 in it at once, a colleague's
 * single decision took three seconds; like this it takes a tenth of one, and the bulk is no slower.
 */
const AT_ONCE = 250;

/** One person's decisions on many transactions, with a result for each, in the order asked. One that fails fails alone. */
export async function decideInBulk(
  decisions: Decisions,
  requests: readonly DecisionRequest[],
): Promise<PromiseSettledResult<DecisionResult>[]> {
  const results: PromiseSettledResult<DecisionResult>[] = [];
  let next = 0;
  async function work(): Promise<void> {
    for (let index = next++; index < requests.length; index = next++) {
      const request = requests[index];
      if (request) [results[index]] = await Promise.allSettled([decisions.submit(request)]);
    }
  }
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, requests.length) }, work));
  return results;
}
