import type pg from 'pg';
import type { Logger } from 'pino';
import type { TransactionChange } from '@vezne/domain/transaction-change';
import { createBatcher, settleEach } from '../../concurrency/batcher.ts';
import { NotSentError, OutcomeUnknownError } from '../../db/errors.ts';
import { announceEvents } from '../../db/event-channel.ts';
import { findDecisionRows, findPayingAccounts } from '../../db/read/decision-rows.ts';
import type { DecisionRow, PayingAccount } from '../../db/read/decision-rows.ts';
import { accountsOfPosting, createLedgerAccountIds } from '../../db/read/ledger-accounts.ts';
import type { RetryUntilSettled } from '../../db/retry-until-settled.ts';
import { decideTransactions } from '../../db/write/decisions/decide.ts';
import type { DecisionWrite, WrittenDecision } from '../../db/write/decisions/decide.ts';
import { refusal } from '../refusal.ts';
import type { DecisionRefusalCode, Standing } from '../refusal.ts';
import type { Decision, DecisionResult } from './decision.ts';
import { decisionWrite } from './decision-write.ts';

/**
 * Decisions of people on transactions. Decisions that arrive together are read in one statement and written in one, whether
 * they come from many people or from one person who marked a thousand. Each gets its own result.
 */
export interface Decisions {
  submit(decision: Decision): Promise<DecisionResult>;
  idle(): Promise<void>;
}

/** Enough for all the decisions that arrive while a batch is written. Larger batches would only hold their locks longer. */
const MAX_BATCH = 250;
const STATEMENT_TIMEOUT_MS = 5_000;

/** After this many attempts a decision fails with an error instead of waiting for a lock for ever. */
const MAX_ATTEMPTS = 11;

/** A decision, and how to tell its result to the person who waits. */
interface Pending {
  decision: Decision;
  resolve: (result: DecisionResult) => void;
  reject: (reason: unknown) => void;
  /** How often it was prepared. More than once when waiting for its locks took too long. */
  attempts: number;
}

/** A decision that can be written: the row it is based on, and what it changes. */
type Prepared = Pending & { row: DecisionRow; change: TransactionChange };

export function createDecisions({
  pool,
  log,
  retry,
}: {
  pool: pg.Pool;
  log: Logger;
  retry: RetryUntilSettled;
}): Decisions {
  const options = { timeoutMs: STATEMENT_TIMEOUT_MS };
  const accountIds = createLedgerAccountIds(pool, options);
  const batcher = createBatcher({ run: runAll, maxBatch: MAX_BATCH });

  /** Each decision gets its result when its own round ends. A later failure does not change results already given. */
  async function runAll(all: Pending[]): Promise<null[]> {
    // Each round settles at least one of those that wait for the same transaction or the same credit.
    let pending: readonly Pending[] = all;
    while (pending.length > 0) {
      const { now, later } = firstOfEach(pending, ({ decision }) => decision.transactionId);
      pending = [...later, ...(await runRound(now))];
    }
    return all.map(() => null);
  }

  /** Settles as many as one statement can hold, and returns those that must wait for its outcome. */
  async function runRound(round: readonly Pending[]): Promise<Pending[]> {
    try {
      // When several use the same partner's credit, only the first goes now: a floor is compared with the balance before
      // the statement.
      const { now, later } = firstOfEach(await prepare(round), ({ change, row }) =>
        change.floorCents === undefined ? undefined : row.partnerId,
      );
      return [...later, ...(await write(now))];
    } catch (error) {
      for (const { reject } of round) reject(error);
      return [];
    }
  }

  async function prepare(round: readonly Pending[]): Promise<Prepared[]> {
    const { rows, accounts } = await retry.run(async () => await read(round));
    return round.flatMap((pending) => {
      const { decision, resolve } = pending;
      const row = rows.get(decision.transactionId);
      if (row === undefined) {
        resolve(refusedAs('transaction_not_found', decision, undefined));
        return [];
      }
      const change = changeOf(decision, row, accounts);
      if (typeof change !== 'string') return [{ ...pending, row, change }];
      resolve(refusedAs(change, decision, row));
      return [];
    });
  }

  async function read(
    round: readonly Pending[],
  ): Promise<{ rows: Map<string, DecisionRow>; accounts: Map<string, PayingAccount> }> {
    const ids = round.map(({ decision }) => decision.transactionId);
    const rows = await findDecisionRows(pool, ids, options);
    const accountIdsAsked = new Set<string>();
    for (const { decision } of round) {
      const row = rows.get(decision.transactionId);
      const accountId = row && decision.payingAccountOf?.(row);
      if (accountId) accountIdsAsked.add(accountId);
    }
    return { rows, accounts: await findPayingAccounts(pool, [...accountIdsAsked], options) };
  }

  /** Writes them, and returns those that must be prepared again. */
  async function write(prepared: readonly Prepared[]): Promise<Pending[]> {
    if (prepared.length === 0) return [];
    const postings = prepared.flatMap(({ change }) => change.posting ?? []);
    await retry.run(async () => await accountIds.learn(postings.flatMap(accountsOfPosting)));
    const results = await settleEach(
      prepared.map((one) => decisionWrite(accountIds, one)),
      {
        run: writeAll,
        concernsAll: (error) => error instanceof OutcomeUnknownError,
        onSplit: (error) =>
          log.error(
            { err: error, decisions: prepared.length },
            'a batch of decisions was refused; trying them one by one',
          ),
      },
    );
    if (prepared.some(({ change }) => change.event !== null)) announceEvents(pool);
    return prepared.flatMap((one, index) => conclude(one, results[index]));
  }

  async function writeAll(writes: readonly DecisionWrite[]): Promise<WrittenDecision[]> {
    return await retry.run(
      async (attempt) => await decideTransactions(pool, writes, { ...options, attempt }),
    );
  }

  return {
    async submit(decision) {
      const { promise, resolve, reject } = Promise.withResolvers<DecisionResult>();
      batcher.submit({ decision, resolve, reject, attempts: 1 }).catch(reject);
      return await promise;
    },
    idle: async () => await batcher.idle(),
  };
}

/** The first item of each key goes now, and so do items without a key. The others depend on how the first one ends. */
function firstOfEach<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string | undefined,
): { now: Item[]; later: Item[] } {
  const first = new Map<string, Item>();
  const free: Item[] = [];
  const later: Item[] = [];
  for (const item of items) {
    const key = keyOf(item);
    if (key === undefined) free.push(item);
    else if (first.has(key)) later.push(item);
    else first.set(key, item);
  }
  // Decisions with a floor are posted to the books first.
  return { now: [...first.values(), ...free], later };
}

/** The fingerprint is compared here for an early answer, and again under the lock. */
function changeOf(
  decision: Decision,
  row: DecisionRow,
  accounts: ReadonlyMap<string, PayingAccount>,
): TransactionChange | DecisionRefusalCode {
  const accountId = decision.payingAccountOf?.(row);
  const change = decision.change(row, accountId ? accounts.get(accountId) : undefined);
  if (change === 'state_conflict' || change === 'transaction_not_found') return change;
  const isAnother = decision.fingerprint !== undefined && decision.fingerprint !== row.fingerprint;
  return isAnother ? 'transaction_changed' : change;
}

/**
 * Tells the person the result of a written decision. Returns a decision that waited too long for its locks, to be prepared
 * again.
 */
function conclude(one: Prepared, result: PromiseSettledResult<WrittenDecision> | undefined): Pending[] {
  const { decision, resolve, reject, attempts } = one;
  if (result?.status !== 'fulfilled') {
    reject(result?.reason ?? new Error('A decision has no result.'));
    return [];
  }
  const { outcome, status, stage = null } = result.value;
  if (outcome === 'stale' && attempts < MAX_ATTEMPTS) {
    return [{ decision, resolve, reject, attempts: attempts + 1 }];
  }
  if (outcome === 'stale') reject(new NotSentError('A decision got its locks too late, again and again.'));
  else if (outcome === 'made' && status !== undefined) resolve({ outcome, status, stage });
  else
    resolve(refusedAs(outcome === 'made' ? 'transaction_not_found' : outcome, decision, { status, stage }));
  return [];
}

function refusedAs(
  code: DecisionRefusalCode,
  { transactionId }: Decision,
  row: Omit<Standing, 'transactionId'> | undefined,
): DecisionResult {
  const standing = { transactionId, ...(row && { status: row.status, stage: row.stage }) };
  return { outcome: 'refused', refusal: refusal(code, standing) };
}
