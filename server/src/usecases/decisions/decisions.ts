import type pg from 'pg';
import type { Logger } from 'pino';
import { isSamePerson } from '@vezne/domain/actor';
import type { TransactionChange } from '@vezne/domain/transaction-change';
import { createBatcher, settleEach } from '../../concurrency/batcher.ts';
import { NotSentError, OutcomeUnknownError, isHeldUp } from '../../db/errors.ts';
import { announceEvents } from '../../db/event-channel.ts';
import { isBroken, isTaken } from '../../db/constraint.ts';
import { ringQueue } from '../../db/queue-channel.ts';
import { BANK_REFERENCE_ONCE } from '../../db/read/desk/bank-references.ts';
import type { DecisionRow } from '../../db/read/desk/decision-rows.ts';
import { isRefusedMoneyGone } from '../../db/read/desk/refused-money.ts';
import { accountsOfPosting, createLedgerAccountIds } from '../../db/read/ledger/accounts.ts';
import type { RetryUntilSettled } from '../../db/retry-until-settled.ts';
import type { Tracing } from '../../tracing/tracing.ts';
import { ALONE_SUM } from '../../db/write/requests/decided-alone.ts';
import { decideTransactions } from '../../db/write/decisions/decide.ts';
import type { DecisionWrite, WrittenDecision } from '../../db/write/decisions/decide.ts';
import { ONE_OPEN_REQUEST } from '../../db/write/requests/four-eyes-requests.ts';
import { newId } from '../../ids.ts';
import { processCounts } from '../../metrics/process-counts.ts';
import { problemWith } from '../may.ts';
import { refusal } from '../refusal.ts';
import type { DecisionRefusalCode } from '../refusal.ts';
import type { Standing } from '../refusals/decisions.ts';
import { askForDecision } from './ask.ts';
import type { Decision, DecisionFacts, DecisionResult } from './decision.ts';
import { decisionWrite } from './decision-write.ts';
import { demandOfDecision } from './demand.ts';
import { findRepeatAfterAll, findRepeats } from './repeats.ts';
import { readForDecisions } from './seen.ts';
import { standingOf } from './standing.ts';
import { tracedSubmit } from './traced.ts';

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
  tracing,
}: {
  pool: pg.Pool;
  log: Logger;
  retry: RetryUntilSettled;
  tracing?: Tracing | undefined;
}): Decisions {
  const options = { timeoutMs: STATEMENT_TIMEOUT_MS };
  const accountIds = createLedgerAccountIds(pool, options);
  const batcher = createBatcher({
    run: runAll,
    maxBatch: MAX_BATCH,
    meter: processCounts.batches.decision,
  });

  /** Each decision gets its result when its own round ends. A later failure does not change results already given. */
  async function runAll(all: Pending[]): Promise<null[]> {
    // Each round settles at least one of those that wait for the same transaction or the same credit.
    let pending: readonly Pending[] = all;
    while (pending.length > 0) {
      const { now, later } = firstOfEach(pending, ({ decision }) => [decision.transactionId]);
      pending = [...later, ...(await runRound(now))];
    }
    return all.map(() => null);
  }

  /** Settles as many as one statement can hold, and returns those that must wait for its outcome. */
  async function runRound(round: readonly Pending[]): Promise<Pending[]> {
    try {
      // When several use the same partner's credit, only the first goes now: a floor is compared with the balance before
      // the statement. The same holds for what the paying account holds, for the day's sums of a player or an IBAN, and for refused money.
      const first = firstOfEach(await prepare(round), ({ change, row }) =>
        change.floorCents === undefined ? [] : [row.partnerId, `account ${row.bankAccountId}`],
      );
      const { now, later } = firstOfEach(first.now, ({ change: { alone = [], posting } }) => [
        ...alone.map(({ kind, subject }) => `${kind} ${subject}`),
        ...(posting?.refusedTransactionId === undefined ? [] : [`refused ${posting.refusedTransactionId}`]),
      ]);
      return [...first.later, ...later, ...(await write(now))];
    } catch (error) {
      for (const { reject } of round) reject(error);
      return [];
    }
  }

  async function prepare(round: readonly Pending[]): Promise<Prepared[]> {
    const seen = await retry.run(
      async () =>
        await readForDecisions(
          pool,
          round.map(({ decision }) => decision),
          options,
        ),
    );
    const repeats = await retry.run(
      async () =>
        await findRepeats(
          pool,
          round.map(({ decision }) => decision),
          options,
        ),
    );
    const prepared: Prepared[] = [];
    for (const pending of round) {
      const { decision, resolve, reject } = pending;
      const repeat = repeats.get(decision);
      if (repeat !== undefined) {
        resolve(repeat);
        continue;
      }
      const row = seen.rows.get(decision.transactionId);
      if (row === undefined) {
        resolve(refusedAs('transaction_not_found', decision, undefined));
        continue;
      }
      const change = changeOf(decision, row, seen.factsOf(decision, row));
      if (typeof change === 'string') {
        resolve(refusedAs(change, decision, row));
        continue;
      }
      const problem = problemWith(decision.actor, demandOfDecision({ row, change }));
      if (problem !== undefined) reject(problem);
      else if (isForTwo(change)) resolve(await ask({ decision, row, change }));
      else prepared.push({ ...pending, row, change });
    }
    return prepared;
  }

  /** It takes a second person: nothing changes but that a request waits. */
  async function ask(asked: Pick<Prepared, 'decision' | 'row' | 'change'>): Promise<DecisionResult> {
    const { press } = asked.decision;
    const requestId = press?.id ?? newId();
    let isAsked: boolean;
    try {
      // The same id again is the same request, so a lost answer does no harm.
      isAsked = await retry.run(async () => await askForDecision(pool, requestId, asked, options));
    } catch (error) {
      if (!isTaken(error, ONE_OPEN_REQUEST)) throw error;
      return refusedAs('request_already_open', asked.decision, asked.row);
    }
    ringQueue(pool, [asked.row.id]);
    if (press !== undefined) {
      // An id that a browser gave may be that of another request. Then nothing was asked.
      const repeats = await retry.run(async () => await findRepeats(pool, [asked.decision], options));
      const code = isAsked ? 'request_already_open' : 'transaction_changed';
      return repeats.get(asked.decision) ?? refusedAs(code, asked.decision, asked.row);
    }
    if (!isAsked) return refusedAs('transaction_changed', asked.decision, asked.row);
    return { outcome: 'asked', requestId, reasons: asked.change.twoPeople ?? [] };
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
        // Each half would wait for its lock again.
        concernsAll: (error) => error instanceof OutcomeUnknownError || isHeldUp(error),
        onSplit: (error) =>
          log.error(
            { err: error, decisions: prepared.length },
            'a batch of decisions was refused; trying its halves',
          ),
      },
    );
    if (prepared.some(({ change }) => change.event !== null)) announceEvents(pool);
    ringQueue(
      pool,
      prepared.map(({ row }) => row.id),
    );
    return prepared.flatMap((one, index) => conclude(one, results[index]));
  }

  async function writeAll(writes: readonly DecisionWrite[]): Promise<WrittenDecision[]> {
    return await retry.run(
      async (attempt) => await decideTransactions(pool, writes, { ...options, attempt }),
    );
  }

  async function submit(decision: Decision): Promise<DecisionResult> {
    const startMs = performance.now();
    const { promise, resolve, reject } = Promise.withResolvers<DecisionResult>();
    batcher.submit({ decision, resolve, reject, attempts: 1 }).catch(reject);
    const result = await promise;
    processCounts.decisionSeconds.observe((performance.now() - startMs) / 1_000);
    if (result.outcome !== 'refused') return result;
    return (await findRepeatAfterAll(pool, decision, options)) ?? result;
  }

  return {
    submit: tracing === undefined ? submit : tracedSubmit(submit, tracing),
    idle: async () => await batcher.idle(),
  };
}

/** The first item of each key goes now, and so do items without a key. The others depend on how the first one ends. */
function firstOfEach<Item>(
  items: readonly Item[],
  keysOf: (item: Item) => readonly string[],
): { now: Item[]; later: Item[] } {
  const seen = new Set<string>();
  const keyed: Item[] = [];
  const free: Item[] = [];
  const later: Item[] = [];
  for (const item of items) {
    const keys = keysOf(item);
    if (keys.length === 0) free.push(item);
    else if (keys.some((key) => seen.has(key))) later.push(item);
    else keyed.push(item);
    // An item that waits also holds back those behind it, so that they stay in order.
    for (const key of keys) seen.add(key);
  }
  // Decisions with a floor are posted to the books first.
  return { now: [...keyed, ...free], later };
}

function isAskedBySame(
  { request, asked, actor }: Decision,
  { openRequests, fingerprint }: DecisionRow,
): boolean {
  if (request === undefined || asked !== undefined) return false;
  return openRequests.some((open) => open.fingerprint === fingerprint && isSamePerson(actor, open));
}

/** A confirmation is the second person's word, so it never waits for another. */
function isForTwo({ twoPeople }: TransactionChange): boolean {
  return twoPeople !== undefined && twoPeople.length > 0;
}

/** The fingerprint is compared here for an early answer, and again under the lock. */
export function changeOf(
  decision: Decision,
  row: DecisionRow,
  facts: DecisionFacts,
): TransactionChange | DecisionRefusalCode {
  // Whoever has asked waits for the answer, and does not decide the same by themselves in another way.
  if (isAskedBySame(decision, row)) return 'request_already_open';
  const change = decision.change(row, facts);
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
    // Another decision was counted, used the bank's reference or took the money at the same moment: look again.
    if (result && isOvertaken(result.reason) && attempts < MAX_ATTEMPTS) {
      return [{ decision, resolve, reject, attempts: attempts + 1 }];
    }
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

function isOvertaken(error: unknown): boolean {
  return isBroken(error, ALONE_SUM) || isRefusedMoneyGone(error) || isTaken(error, BANK_REFERENCE_ONCE);
}

function refusedAs(
  code: DecisionRefusalCode,
  { transactionId }: Decision,
  row: Omit<Standing, 'transactionId'> | DecisionRow | undefined,
): DecisionResult {
  return { outcome: 'refused', refusal: refusal(code, standingOf(code, transactionId, row)) };
}
