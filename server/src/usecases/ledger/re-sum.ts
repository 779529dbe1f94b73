import type pg from 'pg';
import { LEDGER_CHECKS, findDifferences } from '../../db/read/ledger-checks.ts';
import type { LedgerCheck, LedgerDifference } from '../../db/read/ledger-checks.ts';

export interface CheckedRule {
  rule: LedgerCheck;
  /** The first of them; none if the rule holds. */
  differences: LedgerDifference[];
}

/** Reads every entry; a large ledger takes minutes, and nobody waits for it. */
const TIMEOUT_MS = 60 * 60_000;
/** Enough to see what is wrong; an alarm with a million lines helps nobody. */
const MAX_DIFFERENCES = 20;

/**
 * Adds up the books anew and compares. It only reads: a difference means that a rule was broken somewhere, and a repair that
 * nobody looked at would hide it.
 */
export async function reSumLedger(pool: pg.Pool): Promise<CheckedRule[]> {
  const checked: CheckedRule[] = [];
  for (const rule of LEDGER_CHECKS) {
    const differences = await findDifferences(pool, rule, { limit: MAX_DIFFERENCES, timeoutMs: TIMEOUT_MS });
    checked.push({ rule, differences });
  }
  return checked;
}
