import type pg from 'pg';
import { createDatabase } from '../../db/kysely.ts';
import { findSeal } from '../../db/read/audit/seals.ts';
import type { AuditSeal } from '../../db/read/audit/seals.ts';
import { readLastVerification } from './chain-state.ts';
import { isSealIntact } from './hash-of-seal.ts';

export interface EntrySeal {
  seal: AuditSeal;
  /** Computed now, over the seal's entries as they are. */
  isIntact: boolean;
  /** The last verification was sound, and found a published head at this seal or after it. */
  isProven: boolean;
}

/** The seal of an entry; undefined while it waits for one. */
export async function readEntrySeal(pool: pg.Pool, sealNo: bigint | null): Promise<EntrySeal | undefined> {
  if (sealNo === null) return undefined;
  const db = createDatabase(pool);
  const seal = await findSeal(db, sealNo);
  if (seal === undefined) return undefined;
  const said = await readLastVerification(pool);
  const isProven = said?.result === 'proven' && said.provenSeal !== null && said.provenSeal >= sealNo;
  return { seal, isIntact: await isSealIntact(db, sealNo), isProven };
}
