import type pg from 'pg';
import { LEDGER_CHECKS, findDifferences } from '../../db/read/ledger-checks.ts';
import type { LedgerCheck, LedgerDifference } from '../../db/read/ledger-checks.ts';

export interface CheckedRule {
  rule: LedgerCheck;
  /** The first differences; empty if the rule holds. */
  differences: LedgerDifference[];
}

/** It reads every entry, which takes minutes for a large ledger. No person waits for it. */
const TIMEOUT_MS = 60 * 60_000;
/** Enough to see what is wrong. A million lines would not help. */
const MAX_DIFFERENCES = 20;

/**
 * Adds up the books again and compares. It only reads: a difference means that some code broke a rule, and an automatic
 * repair would hide that.
 */
export async function reSumLedger(pool: pg.Pool): Promise<CheckedRule[]> {
  const checked: CheckedRule[] = [];
  for (const rule of LEDGER_CHECKS) {
    const differences = await findDifferences(pool, rule, { limit: MAX_DIFFERENCES, timeoutMs: TIMEOUT_MS });
    checked.push({ rule, differences });
  }
  return checked;
}
