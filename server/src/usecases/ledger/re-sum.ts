import type pg from 'pg';
import { LEDGER_CHECKS, findDifferences } from '../../db/read/ledger/checks.ts';
import type { LedgerCheck, LedgerDifference } from '../../db/read/ledger/checks.ts';
import type { LedgerCheckpoint, LedgerMarks } from '../../db/read/ledger/checkpoints.ts';
import { WHOLE_LEDGER, sinceCheckpoint } from '../../db/read/ledger/scope.ts';
import type { LedgerScope } from '../../db/read/ledger/scope.ts';
import { inLedgerSnapshot, readCheckpoint, readTouched } from '../../db/read/ledger/snapshot.ts';
import { firstIdAt } from '../../ids.ts';

export interface CheckedRule {
  rule: LedgerCheck;
  /** The first differences; empty if the rule holds. */
  differences: LedgerDifference[];
}

/** It reads every entry, which takes minutes for a large ledger. No person waits for it. */
const TIMEOUT_MS = 60 * 60_000;
/** Enough to see what is wrong. A million lines would not help. */
const MAX_DIFFERENCES = 20;

/** Steps are found by the time at which their transaction began. A process's transaction ends within seconds of that. */
const OVERLAP_MS = 60 * 60_000;

/** Above this, to read everything takes less time than to look so many up. */
const MAX_TOUCHED = 500_000;

export interface ReSum {
  rules: CheckedRule[];
  /** How many anything was written of. Null when everything was read. */
  transactions: number | null;
  /** What a checkpoint would say, if marks were given for one. */
  next: LedgerCheckpoint | undefined;
}

/**
 * Adds up the books again and compares: all of them, or what is new since a checkpoint. It only reads: a difference means that some code
 * broke a rule, and an automatic repair would hide that.
 */
export async function reSum(
  pool: pg.Pool,
  { since, marks }: { since?: LedgerCheckpoint | undefined; marks?: LedgerMarks | undefined } = {},
): Promise<ReSum> {
  const found = await inLedgerSnapshot(pool, { isShort: since !== undefined }, async (clients) => {
    const [client] = clients;
    const touched =
      since && (await readTouched(client, since, { ...boundsOf(since), timeoutMs: TIMEOUT_MS }));
    if (touched && touched.transactionIds.length > MAX_TOUCHED) return undefined;
    const scope = since && touched ? sinceCheckpoint(since, touched) : WHOLE_LEDGER;
    const rules = await checkRules(clients, scope);
    const next = marks && (await readCheckpoint(client, { marks, before: since, timeoutMs: TIMEOUT_MS }));
    return { rules, transactions: touched?.transactionIds.length ?? null, next };
  });
  return found ?? (await reSum(pool, { marks }));
}

/** In their order, whichever connection took them. */
async function checkRules(clients: readonly pg.PoolClient[], scope: LedgerScope): Promise<CheckedRule[]> {
  const options = { scope, limit: MAX_DIFFERENCES, timeoutMs: TIMEOUT_MS };
  const rules: CheckedRule[] = [];
  const left = [...LEDGER_CHECKS.entries()];
  const lanes = clients.map(async (client) => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      const [place, rule] = next;
      rules[place] = { rule, differences: await findDifferences(client, rule, options) };
    }
  });
  // All have to be done with their connection before it is given back.
  for (const lane of await Promise.allSettled(lanes)) if (lane.status === 'rejected') throw lane.reason;
  return rules;
}

function boundsOf({ readAt }: LedgerCheckpoint): { firstId: string; stepsSince: Date } {
  const stepsSince = new Date(Date.parse(readAt) - OVERLAP_MS);
  return { stepsSince, firstId: firstIdAt(stepsSince) };
}

/** All of the books, from the first entry on. */
export async function reSumLedger(pool: pg.Pool): Promise<CheckedRule[]> {
  return (await reSum(pool)).rules;
}
