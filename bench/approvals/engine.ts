import { systemClock } from '../../server/src/clock.ts';
import { createPool } from '../../server/src/db/pool.ts';
import { createLogger } from '../../server/src/log.ts';
import { createDecisions } from '../../server/src/usecases/decisions/decisions.ts';
import type { Decision } from '../../server/src/usecases/decisions/decision.ts';
import { createRetryUntilSettled } from '../../server/src/db/retry-until-settled.ts';
import { FINGERPRINT_TABLE, depositId } from './deposits.ts';

/** A deposit as an operator has seen it. */
export interface Sight {
  transactionId: string;
  fingerprint: string;
}

/** The decision engine as in production. */
export interface Engine {
  /** Resolves when the decision is made, and rejects when it is refused. */
  make: (decision: Decision) => Promise<void>;
  /** Hands out every deposit once, starting with the first. */
  createPile: () => () => Sight;
  close: () => Promise<void>;
}

export async function startEngine(databaseUrl: string): Promise<Engine> {
  const log = createLogger({ level: 'warn', name: 'operators' });
  const pool = createPool({ url: databaseUrl, maxConnections: 4, applicationName: 'bench', log });
  const retry = createRetryUntilSettled({ clock: systemClock, log, boundMs: 10_000 });
  const decisions = createDecisions({ pool, log, retry });
  const { rows } = await pool.query<{ fingerprint: string }>(
    `select fingerprint from ${FINGERPRINT_TABLE} order by n`,
  );
  const sights = rows.map(({ fingerprint }, index): Sight => ({
    transactionId: depositId(index + 1),
    fingerprint,
  }));
  return {
    async make(decision) {
      const result = await decisions.submit(decision);
      if (result.outcome !== 'made') throw new Error(`A decision was not made: ${JSON.stringify(result)}`);
    },
    createPile() {
      let taken = 0;
      return () => {
        const next = sights[taken];
        if (!next) throw new Error(`All ${sights.length} deposits are decided; prepare more.`);
        taken += 1;
        return next;
      };
    },
    close: async () => await pool.end(),
  };
}
