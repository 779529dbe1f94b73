import type pg from 'pg';
import { z } from 'zod';
import type { Person } from '@vezne/domain/actor';
import { cents } from '@vezne/domain/money';
import type { Cents } from '@vezne/domain/money';
import { findDecisionRows } from '../../db/read/decision-rows.ts';
import { insertFourEyesRequest } from '../../db/write/four-eyes-requests.ts';
import { newId } from '../../ids.ts';
import { refused } from '../refusal.ts';
import { correctDeposit } from './decide.ts';

const TIMEOUT_MS = 5_000;

export interface Correction {
  transactionId: string;
  fingerprint: string;
  actualCents: Cents;
}

/**
 * Asks to correct the amount of an approved deposit. The correction is made when a second person agrees. Returns the
 * request's id.
 */
export async function askCorrection(
  pool: pg.Pool,
  { note, actor, ...correction }: Correction & { note: string; actor: Person },
): Promise<string> {
  const { transactionId, fingerprint } = correction;
  const row = (await findDecisionRows(pool, [transactionId], { timeoutMs: TIMEOUT_MS })).get(transactionId);
  if (row === undefined) throw refused('transaction_not_found', { transactionId });
  const { status, stage } = row;
  const change = correctDeposit({ ...correction, note, actor }).change(row, undefined);
  if (typeof change === 'string') throw refused(change, { transactionId, status, stage });
  if (row.fingerprint !== fingerprint) throw refused('transaction_changed', { transactionId, status, stage });
  const id = newId();
  await insertFourEyesRequest(
    pool,
    { id, action: 'deposit.correct', details: correctionDetails(correction), note, actor },
    { timeoutMs: TIMEOUT_MS },
  );
  return id;
}

/** The form in the database. The amount is a string of digits, because a number in JSON is a float. */
function correctionDetails({ transactionId, fingerprint, actualCents }: Correction): Record<string, unknown> {
  return { transactionId, seen: fingerprint, actualCents: String(actualCents) };
}

const storedCorrection = z
  .object({
    transactionId: z.uuid(),
    seen: z.string(),
    actualCents: z
      .string()
      .regex(/^\d{1,15}$/)
      .transform((digits): Cents => cents(BigInt(digits))),
  })
  .transform(({ seen, ...correction }): Correction => ({ ...correction, fingerprint: seen }));

export function readCorrection(details: unknown): Correction {
  return storedCorrection.parse(details);
}
