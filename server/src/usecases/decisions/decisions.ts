import type pg from 'pg';
import type { Logger } from 'pino';
import { createBatcher } from '../../concurrency/batcher.ts';
import { findDecisionRows, findPayingAccounts } from '../../db/read/decision-rows.ts';
import type { DecisionRow, PayingAccount } from '../../db/read/decision-rows.ts';
import { NotSentError } from '../../db/errors.ts';
import type { DecidedTransaction, DecisionOutcome } from '../../db/write/decisions/decide.ts';
import { ringForEvents } from '../events/ring.ts';
import { accountsOfPosting, createAccountIds } from '../ledger/account-ids.ts';
import type { RetryUntilSettled } from '../../db/retry-until-settled.ts';
import { plannedDecision } from './planned.ts';
import type { DecisionRequest, DecisionResult, Plan, RefusedDecision } from './request.ts';
import { creditedOnce, roundOf } from './rounds.ts';
import type { Planned, Waiting } from './rounds.ts';
import { createWriteBatch } from './write-batch.ts';

/**
 * Decisions of people on transactions. Those that arrive together, from any number of people or from one who marked a
 * thousand, are read in one statement and written in one, and each gets a result of its own.
 */
export interface Decisions {
  submit(request: DecisionRequest): Promise<DecisionResult>;
  idle(): Promise<void>;
}

/** Enough for every decision that arrives while a batch is written; larger ones only hold their locks longer. */
const MAX_BATCH = 250;
const STATEMENT_TIMEOUT_MS = 5_000;

/** Whoever waits longer than this for a lock is told so, instead of waiting for ever. */
const MAX_REPLANS = 10;

export function createDecisions(parts: { pool: pg.Pool; log: Logger; retry: RetryUntilSettled }): Decisions {
  const { pool, retry } = parts;
  const options = { timeoutMs: STATEMENT_TIMEOUT_MS };
  const accountIds = createAccountIds(pool, options);
  const writeBatch = createWriteBatch({ ...parts, ...options });
  const gatherer = createBatcher({ run: runAll, maxBatch: MAX_BATCH });

  /** Each is answered when its own round is over; one that fails doesn't take back what others were told. */
  async function runAll(all: Waiting[]): Promise<null[]> {
    // Each round settles at least one of those that wait for the same transaction or the same credit.
    let waiting: readonly Waiting[] = all;
    while (waiting.length > 0) {
      const { now, later } = roundOf(waiting);
      waiting = [...later, ...(await runRound(now))];
    }
    return all.map(() => null);
  }

  /** Settles as many as one statement can hold, and returns those that must wait for its outcome. */
  async function runRound(round: readonly Waiting[]): Promise<Waiting[]> {
    try {
      const { now, later } = creditedOnce(await planAll(round));
      return [...later, ...(await write(now))];
    } catch (error) {
      for (const { reject } of round) reject(error);
      return [];
    }
  }

  async function planAll(waiting: readonly Waiting[]): Promise<Planned[]> {
    const [rows, accounts] = await retry.run(async () => await read(waiting));
    return waiting.flatMap((one) => {
      const { request } = one;
      const row = rows.get(request.transactionId);
      const accountId = row && request.payingAccountOf?.(row);
      const account = accountId === undefined || accountId === null ? undefined : accounts.get(accountId);
      const plan = row ? planFor(request, row, account) : 'not_found';
      if (row && typeof plan !== 'string') return [{ ...one, row, plan }];
      one.resolve(refused(plan as RefusedDecision, row));
      return [];
    });
  }

  async function read(
    waiting: readonly Waiting[],
  ): Promise<[Map<string, DecisionRow>, Map<string, PayingAccount>]> {
    const rows = await findDecisionRows(
      pool,
      waiting.map(({ request }) => request.transactionId),
      options,
    );
    const accountIdsAsked = new Set<string>();
    for (const { request } of waiting) {
      const row = rows.get(request.transactionId);
      const accountId = row && request.payingAccountOf?.(row);
      if (accountId !== undefined && accountId !== null) accountIdsAsked.add(accountId);
    }
    return [rows, await findPayingAccounts(pool, [...accountIdsAsked], options)];
  }

  /** Writes them, and returns those that have to be planned anew. */
  async function write(planned: readonly Planned[]): Promise<Waiting[]> {
    const postings = planned.flatMap(({ plan }) => plan.posting ?? []);
    await retry.run(async () => await accountIds.learn(postings.flatMap(accountsOfPosting)));
    const decisions = new Map(planned.map((one) => [plannedDecision(accountIds, one), one]));
    const results = await writeBatch([...decisions.keys()]);
    if (planned.some(({ plan }) => plan.event !== null)) ringForEvents(pool);
    const again: Waiting[] = [];
    for (const [decision, one] of decisions) {
      const result = results.get(decision);
      if (result?.status !== 'fulfilled')
        one.reject(result?.reason ?? new Error('A decision has no result.'));
      else if (result.value.outcome !== 'stale') one.resolve(resultOf(result.value.outcome, result.value));
      else if (one.replans < MAX_REPLANS) again.push({ ...one, replans: one.replans + 1 });
      else one.reject(new NotSentError('The locks of a decision could not be had in time.'));
    }
    return again;
  }

  return {
    async submit(request) {
      const { promise, resolve, reject } = Promise.withResolvers<DecisionResult>();
      gatherer.submit({ request, resolve, reject, replans: 0 }).catch(reject);
      return await promise;
    },
    idle: async () => await gatherer.idle(),
  };
}

/** What the person saw is compared here for an early answer, and once more under the lock. */
function planFor(
  request: DecisionRequest,
  row: DecisionRow,
  account: PayingAccount | undefined,
): Plan | RefusedDecision {
  const plan = request.plan(row, account);
  const isAnother = request.seen !== undefined && request.seen !== row.seen;
  return isAnother && plan !== 'conflict' && plan !== 'not_found' ? 'changed' : plan;
}

function refused(reason: RefusedDecision, row: DecisionRow | undefined): DecisionResult {
  return row
    ? { outcome: 'refused', reason, status: row.status, stage: row.stage }
    : { outcome: 'refused', reason };
}

function resultOf(
  outcome: Exclude<DecisionOutcome, 'stale'>,
  { status, stage = null }: DecidedTransaction,
): DecisionResult {
  if (outcome === 'made' && status !== undefined) return { outcome, status, stage };
  const reason = outcome === 'missing' || outcome === 'made' ? 'not_found' : outcome;
  return { outcome: 'refused', reason, status, stage };
}
