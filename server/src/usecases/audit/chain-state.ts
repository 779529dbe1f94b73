/** How far the chain reaches, and what was said of it last. */
import type pg from 'pg';
import { createDatabase } from '../../db/kysely.ts';
import { findLastVerification } from '../../db/read/audit/log.ts';
import type { LastVerification } from '../../db/read/audit/log.ts';
import { findLastSeal, findSeal } from '../../db/read/audit/seals.ts';
import type { AuditSeal } from '../../db/read/audit/seals.ts';
import { readUnsealedEntries } from '../../db/read/audit/sealable-entries.ts';
import type { UnsealedEntries } from '../../db/read/audit/sealable-entries.ts';
import type { VerificationResult } from './record-verification.ts';

const OPTIONS = { timeoutMs: 5_000 };

export interface SaidOfChain {
  at: Date;
  by: string;
  result: VerificationResult;
  upToSeal: bigint | null;
  provenSeal: bigint | null;
  /** When the last seal was made that this speaks for. */
  upTo: Date | null;
  entries: string;
  problem: string | null;
}

export interface ChainState {
  lastSeal: AuditSeal | undefined;
  unsealed: UnsealedEntries;
  lastVerification: SaidOfChain | undefined;
}

export async function readChainState(pool: pg.Pool): Promise<ChainState> {
  const db = createDatabase(pool);
  const said = await readLastVerification(pool);
  const sealNo = said?.provenSeal ?? said?.upToSeal ?? null;
  const seal = sealNo === null ? undefined : await findSeal(db, sealNo);
  return {
    lastSeal: await findLastSeal(db),
    unsealed: await readUnsealedEntries(db),
    lastVerification: said && { ...said, upTo: seal?.sealedAt ?? null },
  };
}

/** What the newest verification says. An entry that can't be read says that something is wrong. */
export async function readLastVerification(pool: pg.Pool): Promise<Omit<SaidOfChain, 'upTo'> | undefined> {
  const last = await findLastVerification(pool, OPTIONS);
  return last && saidIn(last);
}

function saidIn({ at, by, details }: LastVerification): Omit<SaidOfChain, 'upTo'> {
  const { result, entries, problem } = details;
  return {
    at,
    by,
    result: result === 'proven' || result === 'intact' ? result : 'broken',
    upToSeal: numberIn(details['upToSeal']),
    provenSeal: numberIn(details['provenSeal']),
    entries: typeof entries === 'string' ? entries : '0',
    problem: typeof problem === 'string' ? problem : null,
  };
}

function numberIn(value: unknown): bigint | null {
  return typeof value === 'string' && /^\d{1,18}$/.test(value) ? BigInt(value) : null;
}
