import type pg from 'pg';
import { STATEMENT_KEPT_DAYS } from '@vezne/domain/partner-statement';
import { forgetStatements } from '../../db/write/partners/statement-making.ts';

/** Some hundred files at most, with their bytes. */
const TIMEOUT_MS = 60_000;

/** Deletes files that nobody needs any more. Closed months stay as they are, and their files can be made again. */
export async function forgetOldStatements(pool: pg.Pool): Promise<number> {
  return await forgetStatements(pool, { keptDays: STATEMENT_KEPT_DAYS, timeoutMs: TIMEOUT_MS });
}
