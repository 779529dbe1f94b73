import { openPool } from './pools.ts';
import type { OpenPool } from './pools.ts';
import { changeDecisions, replaced } from './statements.ts';
import type { Change } from './statements.ts';

const LOCKED_ROWS = /(locked|account) as materialized \((.*?for no key update)\s*\)/gs;
// The offset keeps the pause out of the inner select. There it would come before the locks, not between them.
const SLOWLY = `$1 as materialized (select slowly.* from ($2 offset 0) as slowly where pg_sleep(0.002) is not null)`;

/**
 * Waits two milliseconds between two locks, in one of `oneIn` statements; the rest are exactly what production runs. A
 * statement takes all its locks in a moment, and two statements hardly ever meet then: without the pauses a wrong order of
 * locks went unnoticed.
 */
export function slowLocks(oneIn: number): Change {
  // Over all connections: one that met a refusal in its transaction is replaced, and would begin to count anew.
  let statements = 0;
  return (run) => async (query) => {
    if (query.name !== 'decide-transactions') return await run(query);
    statements += 1;
    if (statements % oneIn !== 0) return await run(query);
    return await run({ ...query, name: 'decide slowly', text: replaced(query.text, LOCKED_ROWS, SLOWLY) });
  };
}

/** Few in long tests, to keep them fast; many in short ones. */
export const SLOW_ONE_IN = { long: 32, short: 2 } as const;

export function slowPool(oneIn: number): OpenPool {
  return changeDecisions(openPool, slowLocks(oneIn));
}
