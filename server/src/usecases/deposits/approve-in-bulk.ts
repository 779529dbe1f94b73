import { createHash } from 'node:crypto';
import type pg from 'pg';
import { REQUEST_LIFETIME_SECONDS } from '@vezne/domain/four-eyes-request';
import { formatAmount, sumCents } from '@vezne/domain/money';
import { BULK_MAX, BULK_SUM_CENTS } from '@vezne/domain/two-people';
import { insertFourEyesRequest } from '../../db/write/four-eyes-requests.ts';
import { newId } from '../../ids.ts';
import { decideInBulk } from '../decisions/bulk.ts';
import type { AskedBefore, Decision, DecisionInput, DecisionResult } from '../decisions/decision.ts';
import { changeOf } from '../decisions/decisions.ts';
import type { Decisions } from '../decisions/decisions.ts';
import { readForDecisions } from '../decisions/seen.ts';
import { refuseUnlessMay } from '../may.ts';
import { refusal, refused } from '../refusal.ts';
import { approveAsAsked } from './decide.ts';

/** A deposit that a person saw in a list, and marked. */
export interface SeenDeposit {
  transactionId: string;
  fingerprint: string;
}

/** What came of a bulk: a result for each, in order, or one request for all. */
export type BulkResult =
  | { outcome: 'decided'; results: PromiseSettledResult<DecisionResult>[] }
  | { outcome: 'asked'; requestId: string };

export const BULK_REQUEST = 'deposit.approve_in_bulk';
const OPTIONS = { timeoutMs: 5_000 };

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
): Promise<BulkResult> {
  refuseUnlessMay(who.actor, 'deposit.approve');
  if (deposits.length > BULK_MAX) {
    throw refused('bulk_too_large', { count: deposits.length, max: BULK_MAX });
  }
  const bulk = bulkDecisions(deposits, who);
  const looked = await look(pool, bulk);
  const clear = looked.flatMap(({ decision, amountCents }) =>
    amountCents === undefined ? [] : [{ decision, amountCents }],
  );
  const sum = sumCents(clear.map(({ amountCents }) => amountCents));
  if (sum > BULK_SUM_CENTS) {
    const hasWarning = looked.find(({ result }) => result !== undefined);
    // The second person agrees to all of it, so all of it must be sound.
    if (hasWarning?.result?.outcome === 'refused') {
      throw refused('needs_own_decision', { transactionId: hasWarning.decision.transactionId });
    }
    return { outcome: 'asked', requestId: await ask(pool, { deposits, sum: formatAmount(sum) }, who) };
  }
  const decided = await decideInBulk(
    decisions,
    clear.map(({ decision }) => decision),
  );
  let next = 0;
  const results = looked.map(({ result }) =>
    result === undefined
      ? (decided[next++] as PromiseSettledResult<DecisionResult>)
      : { status: 'fulfilled' as const, value: result },
  );
  return { outcome: 'decided', results };
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
  return bulk.map((decision) => {
    const { transactionId } = decision;
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
  { deposits, sum }: { deposits: readonly SeenDeposit[]; sum: string },
  { actor, note = null }: Pick<Who, 'actor' | 'note'>,
): Promise<string> {
  const id = newId();
  const list = deposits.map(({ transactionId, fingerprint }) => ({ transactionId, fingerprint }));
  await insertFourEyesRequest(
    pool,
    {
      id,
      action: BULK_REQUEST,
      subject: { type: 'deposits', id },
      before: { status: 'waiting_confirmation' },
      after: { status: 'approved', deposits: list.length, sum },
      details: { deposits: list },
      fingerprint: createHash('sha256').update(JSON.stringify(list)).digest('hex'),
      reasons: ['bulk_sum'],
      note,
      lifetimeSeconds: REQUEST_LIFETIME_SECONDS.decision,
      actor,
    },
    OPTIONS,
  );
  return id;
}
