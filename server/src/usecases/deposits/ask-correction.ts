import type pg from 'pg';
import type { Cents } from '@vezne/domain/money';
import { findDecisionRows } from '../../db/read/decision-rows.ts';
import { insertFourEyesRequest } from '../../db/write/four-eyes-requests.ts';
import { newId } from '../../ids.ts';
import type { Actor, RefusedDecision } from '../decisions/request.ts';
import { correctionDetails } from '../four-eyes/details.ts';
import { correctDeposit } from './correct.ts';

const TIMEOUT_MS = 5_000;

export type AskedCorrection =
  | { outcome: 'asked'; requestId: string }
  | { outcome: 'refused'; reason: RefusedDecision };

/** Says that an approved deposit has the wrong amount. It is corrected once a second person agrees. */
export async function askCorrection(
  pool: pg.Pool,
  wish: { transactionId: string; seen: string; actualCents: Cents; note: string; actor: Actor },
): Promise<AskedCorrection> {
  const { transactionId, seen, actualCents, note, actor } = wish;
  const row = (await findDecisionRows(pool, [transactionId], { timeoutMs: TIMEOUT_MS })).get(transactionId);
  const plan = row ? correctDeposit(wish).plan(row, undefined) : 'not_found';
  if (typeof plan === 'string') return { outcome: 'refused', reason: plan };
  if (row?.seen !== seen) return { outcome: 'refused', reason: 'changed' };
  const requestId = newId();
  await insertFourEyesRequest(
    pool,
    {
      id: requestId,
      action: 'deposit.correct',
      details: correctionDetails({ transactionId, seen, actualCents }),
      note,
      author: { actorKind: actor.kind, actor: actor.name },
    },
    { timeoutMs: TIMEOUT_MS },
  );
  return { outcome: 'asked', requestId };
}
