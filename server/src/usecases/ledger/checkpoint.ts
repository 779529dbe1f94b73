import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type pg from 'pg';
import { areSettled, listCheckpoints, readMarks } from '../../db/read/ledger/checkpoints.ts';
import type { LedgerCheckpoint, LedgerMarks, StoredCheckpoint } from '../../db/read/ledger/checkpoints.ts';
import type { Database } from '../../db/schema.ts';
import { insertCheckpoint } from '../../db/write/ledger/checkpoints.ts';
import { newId } from '../../ids.ts';
import { isSealIntact } from '../audit/hash-of-seal.ts';

const TIMEOUT_MS = 30_000;

/** One a night: of the last week at least one is sealed, or there is no chain to trust. */
const LOOKED_AT = 7;

/** Why a checkpoint can't be believed. */
export type CheckpointProblem =
  /** It differs from what the audit log notes of it. */
  | 'checkpoint_altered'
  /** The audit log knows nothing of it. */
  | 'checkpoint_not_noted'
  /** The seal over the note does not hold. */
  | 'checkpoint_seal_broken';

export type CheckpointSearch =
  | { checkpoint: StoredCheckpoint | undefined; problem?: never }
  | { checkpoint?: never; problem: { id: string; kind: CheckpointProblem } };

/** The newest checkpoint that a seal covers. One that was altered, or put there, is never passed over in silence. */
export async function findCheckpoint({
  pool,
  db,
}: {
  pool: pg.Pool;
  db: Kysely<Database>;
}): Promise<CheckpointSearch> {
  for (const checkpoint of await listCheckpoints(pool, { limit: LOOKED_AT, timeoutMs: TIMEOUT_MS })) {
    const { id, digest, notedDigest, sealNo } = checkpoint;
    if (notedDigest === null) return { problem: { id, kind: 'checkpoint_not_noted' } };
    if (digest !== notedDigest) return { problem: { id, kind: 'checkpoint_altered' } };
    // It was taken less than a minute ago. Nothing protects it yet.
    if (sealNo === null) continue;
    if (!(await isSealIntact(db, sealNo))) return { problem: { id, kind: 'checkpoint_seal_broken' } };
    return { checkpoint };
  }
  return { checkpoint: undefined };
}

/** Longer than any transaction of a process lasts. */
const SETTLED_WITHIN_MS = 30_000;
const LOOK_EVERY_MS = 100;

/**
 * The numbers that the next checkpoint may name. A sequence gives numbers in one order, and transactions commit in another: so they are
 * read first, and hold once every transaction has ended that wrote in the books then. If one does not end, those of the last checkpoint still hold.
 */
export async function settledMarks(
  pool: pg.Pool,
  before: LedgerCheckpoint | undefined,
  { withinMs = SETTLED_WITHIN_MS }: { withinMs?: number } = {},
): Promise<LedgerMarks | undefined> {
  const marks = await readMarks(pool, { timeoutMs: TIMEOUT_MS });
  for (let waitedMs = 0; waitedMs <= withinMs; waitedMs += LOOK_EVERY_MS) {
    if (await areSettled(pool, marks, { timeoutMs: TIMEOUT_MS })) return marks;
    await sleep(LOOK_EVERY_MS);
  }
  return before;
}

export async function keepCheckpoint(pool: pg.Pool, content: LedgerCheckpoint, job: string): Promise<void> {
  await insertCheckpoint(pool, { id: newId(), content, job }, { timeoutMs: TIMEOUT_MS });
}
