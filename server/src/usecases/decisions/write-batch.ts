import type pg from 'pg';
import type { Logger } from 'pino';
import { OutcomeUnknownError } from '../../db/errors.ts';
import { decideTransactions, findMadeDecisions } from '../../db/write/decisions/decide.ts';
import type { DecidedTransaction, Decision } from '../../db/write/decisions/decide.ts';
import type { RetryUntilSettled } from '../../db/retry-until-settled.ts';

export type SettledDecision = PromiseSettledResult<DecidedTransaction>;

/** Writes decisions on different transactions in one statement, and tells of each what became of it. */
export function createWriteBatch(parts: {
  pool: pg.Pool;
  log: Logger;
  retry: RetryUntilSettled;
  timeoutMs: number;
}): (decisions: readonly Decision[]) => Promise<Map<Decision, SettledDecision>> {
  const { pool, log, retry, timeoutMs } = parts;

  /** An attempt whose answer was lost may have been made; what it made must not look like somebody else's decision. */
  async function attempt(
    decisions: readonly Decision[],
    isFirst: boolean,
  ): Promise<Map<string, DecidedTransaction>> {
    const made = isFirst ? new Set<string>() : await findMadeDecisions(pool, decisions, { timeoutMs });
    const open = decisions.filter(({ decisionId }) => !made.has(decisionId));
    const decided = await decideTransactions(pool, open, { timeoutMs });
    // The lost statement may have arrived only now, between the look and this attempt.
    const refused = open.filter(({ transactionId }) => decided.get(transactionId)?.outcome !== 'made');
    if (!isFirst && refused.length > 0) {
      for (const decisionId of await findMadeDecisions(pool, refused, { timeoutMs })) made.add(decisionId);
    }
    for (const { decisionId, transactionId, to } of decisions) {
      if (made.has(decisionId)) decided.set(transactionId, { outcome: 'made', ...to });
    }
    return decided;
  }

  async function settle(decisions: readonly Decision[]): Promise<Map<Decision, SettledDecision>> {
    let isFirst = true;
    try {
      const decided = await retry.run(async () => {
        const wasFirst = isFirst;
        isFirst = false;
        return await attempt(decisions, wasFirst);
      });
      return new Map(decisions.map((decision) => [decision, fulfilled(decided.get(decision.transactionId))]));
    } catch (reason) {
      if (reason instanceof OutcomeUnknownError || decisions.length === 1) {
        return new Map(decisions.map((decision) => [decision, { status: 'rejected', reason }]));
      }
      // One that the database refuses must not take the rest of its batch with it.
      log.error(
        { err: reason, decisions: decisions.length },
        'a batch of decisions was refused; trying them one by one',
      );
      const results = new Map<Decision, SettledDecision>();
      for (const decision of decisions) {
        for (const [settled, result] of await settle([decision])) results.set(settled, result);
      }
      return results;
    }
  }

  return async (decisions) => (decisions.length === 0 ? new Map() : await settle(decisions));
}

function fulfilled(decided: DecidedTransaction | undefined): SettledDecision {
  if (decided === undefined) throw new Error('The database gave no result for a decision.');
  return { status: 'fulfilled', value: decided };
}
