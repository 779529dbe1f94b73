import type { Decision, DecisionResult } from './decision.ts';
import type { Decisions } from './decisions.ts';

/**
 * A batch or so at a time. Everybody's decisions wait in one line: with all of a bulk of 5,000 in it at once, a colleague's
 * single decision took three seconds; like this it takes a tenth of one, and the bulk is no slower.
 */
const AT_ONCE = 250;

/** One person's decisions on many transactions, with a result for each, in the order asked. One that fails fails alone. */
export async function decideInBulk(
  decisions: Decisions,
  bulk: readonly Decision[],
): Promise<PromiseSettledResult<DecisionResult>[]> {
  const results: PromiseSettledResult<DecisionResult>[] = [];
  let next = 0;
  async function work(): Promise<void> {
    for (let index = next++; index < bulk.length; index = next++) {
      const decision = bulk[index];
      if (decision) [results[index]] = await Promise.allSettled([decisions.submit(decision)]);
    }
  }
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, bulk.length) }, work));
  return results;
}
