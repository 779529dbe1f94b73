import { createHash } from 'node:crypto';
import type pg from 'pg';
import { REQUEST_LIFETIME_SECONDS } from '@vezne/domain/four-eyes-request';
import { formatAmount, sumCents } from '@vezne/domain/money';
import { BULK_MAX, BULK_SUM_CENTS } from '@vezne/domain/two-people';
import { OutcomeUnknownError, isKnownUndone } from '../../db/errors.ts';
import { ringQueue } from '../../db/queue-channel.ts';
import { findRepeatedRequest } from '../../db/read/requests/four-eyes-requests.ts';
import { insertFourEyesRequest } from '../../db/write/requests/four-eyes-requests.ts';
import { newId } from '../../ids.ts';
import { decideInBulk } from '../decisions/bulk.ts';
import type { AskedBefore, Decision, DecisionInput, DecisionResult, Press } from '../decisions/decision.ts';
import { changeOf } from '../decisions/decisions.ts';
import type { Decisions } from '../decisions/decisions.ts';
import { findRepeats } from '../decisions/repeats.ts';
import { readForDecisions } from '../decisions/seen.ts';
import { refuseUnlessMay } from '../may.ts';
import { RefusedError, refusal, refused } from '../refusal.ts';
import { approveAsAsked } from './decide.ts';

/** A deposit that a person saw in a list, and marked. */
export interface SeenDeposit {
  transactionId: string;
  fingerprint: string;
  press?: Press | undefined;
}

/** What came of a bulk: a result for each, in order, or one request for all. */
export type BulkResult =
  | { outcome: 'decided'; results: PromiseSettledResult<DecisionResult>[] }
  | { outcome: 'asked'; requestId: string };

export const BULK_REQUEST = 'deposit.approve_in_bulk';
const OPTIONS = { timeoutMs: 5_000 };

/** Told of each when its result is there. */
export type OnResult = (decision: Decision, result: PromiseSettledResult<DecisionResult>) => void;

type Who = Pick<DecisionInput, 'actor' | 'note'> & { asked?: AskedBefore | undefined };

export function bulkDecisions(deposits: readonly SeenDeposit[], who: Who): Decision[] {
  return deposits.map((deposit) => approveAsAsked({ ...deposit, ...who }));
}

/**
 * Approves many deposits whose players paid exactly what was asked. A person can look at a hundred, not at a thousand. One that
 * carries a warning is left out, because it wants a look of its own. A large sum waits for a second person, as one request.
 */
export async function approveInBulk(
  { pool, decisions }: { pool: pg.Pool; decisions: Decisions },
  deposits: readonly SeenDeposit[],
  who: Pick<Who, 'actor' | 'note'>,
  { onResult, requestId }: { onResult?: OnResult; requestId?: string } = {},
): Promise<BulkResult> {
  refuseUnlessMay(who.actor, 'deposit.approve');
  if (deposits.length > BULK_MAX) {
    throw refused('bulk_too_large', { count: deposits.length, max: BULK_MAX });
  }
  // The whole bulk is one press. The same again finds its request.
  if (requestId !== undefined && (await isOwnBulk(pool, requestId, { deposits, ...who })))
    return { outcome: 'asked', requestId };
  const bulk = bulkDecisions(deposits, who);
  const looked = await look(pool, bulk);
  const clear = looked.flatMap(({ decision, amountCents }) =>
    amountCents === undefined ? [] : [{ decision, amountCents }],
  );
  const sum = sumCents(clear.map(({ amountCents }) => amountCents));
  if (sum > BULK_SUM_CENTS) {
    // The second person agrees to all of it, so all of it must be sound.
    for (const { decision, result } of looked) {
      if (result?.outcome === 'refused') throw new RefusedError(result.refusal);
      if (result !== undefined)
        throw refused('needs_own_decision', { transactionId: decision.transactionId });
    }
    const request = { id: requestId ?? newId(), deposits, sum: formatAmount(sum) };
    await ask(pool, request, who);
    ringQueue(
      pool,
      deposits.map(({ transactionId }) => transactionId),
    );
    return { outcome: 'asked', requestId: request.id };
  }
  for (const { decision, result } of looked)
    if (result !== undefined) onResult?.(decision, { status: 'fulfilled', value: result });
  const decided = await decideInBulk(
    decisions,
    clear.map(({ decision }) => decision),
    onResult,
  );
  let next = 0;
  const results = looked.map(({ result }) =>
    result === undefined
      ? (decided[next++] as PromiseSettledResult<DecisionResult>)
      : { status: 'fulfilled' as const, value: result },
  );
  return { outcome: 'decided', results };
}

type AskedBulk = Pick<Who, 'actor' | 'note'> & { deposits: readonly SeenDeposit[] };

/** Whether this person has asked for a bulk under this id. The same id with other deposits or another note is refused. */
async function isOwnBulk(
  pool: pg.Pool,
  id: string,
  { actor, note = null, deposits }: AskedBulk,
): Promise<boolean> {
  const asked = await findRepeatedRequest(pool, id, OPTIONS);
  if (asked?.action !== BULK_REQUEST || asked.askedById !== actor.id) return false;
  if (asked.fingerprint !== hashOf(listOf(deposits)) || asked.note !== note)
    throw refused('pressed_otherwise', { transactionId: deposits[0]?.transactionId ?? '' });
  return true;
}

function listOf(deposits: readonly SeenDeposit[]) {
  return deposits.map(({ transactionId, fingerprint }) => ({ transactionId, fingerprint }));
}

function hashOf(list: ReturnType<typeof listOf>): string {
  return createHash('sha256').update(JSON.stringify(list)).digest('hex');
}

interface Looked {
  decision: Decision;
  /** Of a deposit without a warning. */
  amountCents?: ReturnType<typeof sumCents>;
  result?: DecisionResult;
}

/** Which of them one person may approve without another look. */
async function look(pool: pg.Pool, bulk: readonly Decision[]): Promise<Looked[]> {
  const seen = await readForDecisions(pool, bulk, OPTIONS);
  const repeats = await findRepeats(pool, bulk, OPTIONS);
  return bulk.map((decision) => {
    const { transactionId } = decision;
    const repeat = repeats.get(decision);
    if (repeat !== undefined) return { decision, result: repeat };
    const row = seen.rows.get(transactionId);
    const change = row && changeOf(decision, row, seen.factsOf(decision, row));
    const takesTwo =
      typeof change === 'object' && change.twoPeople !== undefined && change.twoPeople.length > 0;
    if (row !== undefined && typeof change === 'object' && !takesTwo) {
      return { decision, amountCents: row.amountCents };
    }
    const standing = { transactionId, ...(row && { status: row.status, stage: row.stage }) };
    const hasWarning = takesTwo || change === 'sighting_needed' || change === 'account_unclear';
    const code = hasWarning || typeof change !== 'string' ? 'needs_own_decision' : change;
    const result: DecisionResult = {
      outcome: 'refused',
      refusal: refusal(row === undefined ? 'transaction_not_found' : code, standing),
    };
    return { decision, result };
  });
}

async function ask(
  pool: pg.Pool,
  { id, deposits, sum }: { id: string; deposits: readonly SeenDeposit[]; sum: string },
  { actor, note = null }: Pick<Who, 'actor' | 'note'>,
): Promise<void> {
  const list = listOf(deposits);
  const request = {
    id,
    action: BULK_REQUEST,
    subject: { type: 'deposits', id },
    before: { status: 'waiting_confirmation' },
    after: { status: 'approved', deposits: list.length, sum },
    details: { deposits: list },
    fingerprint: hashOf(list),
    reasons: ['bulk_sum'],
    note,
    lifetimeSeconds: REQUEST_LIFETIME_SECONDS.decision,
    actor,
  };
  await insertFourEyesRequest(pool, request, OPTIONS).catch((error: unknown) => {
    if (isKnownUndone(error)) throw error;
    throw new OutcomeUnknownError('It is not known whether a bulk was asked for.', { cause: error });
  });
  // An id that a browser gave may be that of another request. Then nothing was asked.
  if (!(await isOwnBulk(pool, id, { actor, note, deposits })))
    throw refused('request_already_open', { transactionId: list[0]?.transactionId ?? '' });
}
