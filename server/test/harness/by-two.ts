import assert from 'node:assert/strict';
import type pg from 'pg';
import { commandLineActor } from '@vezne/domain/actor';
import type { Person } from '@vezne/domain/actor';
import { PAYOUT_MARKS } from '@vezne/domain/payout-marks';
import { createDatabase } from '../../src/db/kysely.ts';
import { createSealedSecrets } from '../../src/keys/sealed-secrets.ts';
import { confirmRequest } from '../../src/usecases/confirmation/confirm.ts';
import type { ConfirmContext } from '../../src/usecases/confirmation/prepared.ts';
import type { Performed } from '../../src/usecases/four-eyes/act.ts';
import { testKeys } from './keys.ts';

/** Whoever confirms in tests, unless one says otherwise. */
export const SECOND_PERSON: Person = commandLineActor('mehmet');

export function confirmContext(pool: pg.Pool, actor: Person = SECOND_PERSON): ConfirmContext {
  const issuer = (): ReturnType<ConfirmContext['issuer']> => ({
    sealedSecrets: createSealedSecrets(testKeys.secretKeys),
    cell: 'c1',
  });
  // A second person who reads everything.
  const consoleUrl = (): string => 'https://console.example';
  const portalUrl = (): string => 'https://portal.example';
  return { pool, db: createDatabase(pool), actor, issuer, consoleUrl, portalUrl, marksRead: PAYOUT_MARKS };
}

/** The result of a change that one person may make. */
export async function byOne<Result>(performing: Promise<Performed<Result>>): Promise<Result> {
  const performed = await performing;
  if (performed.outcome === 'asked') assert.fail("This was expected to be one person's to do.");
  return performed.result;
}

/** The result of a change that takes two people: asked by the first, confirmed by the second. */
export async function byTwo<Result>(
  pool: pg.Pool,
  performing: Promise<Performed<Result>>,
  second: string | Person = 'mehmet',
): Promise<Result> {
  const performed = await performing;
  if (performed.outcome === 'done') assert.fail('This was expected to take two people.');
  const context = confirmContext(pool, typeof second === 'string' ? commandLineActor(second) : second);
  return (await confirmRequest(context, performed.requestId)) as Result;
}
