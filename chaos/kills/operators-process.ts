/**
 * Operators who decide on everything that waits, until they are killed: `operators-process.ts URL JOURNAL`. They note each decision that
 * was reported as made.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { isDatabaseAway } from '../../server/src/db/errors.ts';
import { createPool } from '../../server/src/db/pool.ts';
import { findDecisionRows } from '../../server/src/db/read/desk/decision-rows.ts';
import type { DecisionRow } from '../../server/src/db/read/desk/decision-rows.ts';
import type { Decision } from '../../server/src/usecases/decisions/decision.ts';
import { approveAsAsked, confirmOnBehalf, rejectDeposit } from '../../server/src/usecases/deposits/decide.ts';
import { rejectWithdrawal } from '../../server/src/usecases/withdrawals/decide.ts';
import { AYSE, testDecisions } from '../../server/test/harness/desk.ts';
import { silentLog } from '../../server/test/harness/silent-log.ts';
import { openJournal } from './journal.ts';

const AT_A_TIME = 32;
const PAUSE_MS = 20;

const [url = '', file = ''] = process.argv.slice(2);
const pool = createPool({ url, maxConnections: 4, applicationName: 'operators', log: silentLog });
const decisions = testDecisions(pool);
const journal = openJournal(file);

function decisionOn(row: DecisionRow): Decision {
  const input = { transactionId: row.id, actor: AYSE, fingerprint: row.fingerprint };
  if (row.type === 'withdrawal') return rejectWithdrawal({ ...input, reasonCode: 'player_request' });
  if (row.status === 'waiting_payment') return confirmOnBehalf(input);
  // One deposit in four is rejected.
  return row.id.endsWith('0') || row.id.endsWith('5') || row.id.endsWith('a') || row.id.endsWith('f')
    ? rejectDeposit({ ...input, reasonCode: 'no_money_seen', moneySeen: null })
    : approveAsAsked(input);
}

/** Returns how many waited. */
async function decideAll(): Promise<number> {
  const { rows } = await pool.query<{ id: string }>(
    `select transaction_id as id from open_transaction order by transaction_id limit ${AT_A_TIME}`,
  );
  const ids = rows.map(({ id }) => id);
  const seen = await findDecisionRows(pool, ids, { timeoutMs: 5_000 });
  await Promise.all(
    [...seen.values()].map(async (row) => {
      const result = await decisions.submit(decisionOn(row));
      if (result.outcome === 'asked')
        throw new Error(`A decision takes two people: ${result.reasons.join(', ')}`);
      // Refused: an attempt whose outcome was not known did take effect.
      if (result.outcome === 'made')
        journal.note({ kind: 'decided', transactionId: row.id, status: result.status });
    }),
  );
  return ids.length;
}

function isRefusedConnection(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED';
}

process.send?.('ready');
process.on('disconnect', () => process.exit());
while (process.connected) {
  // While the database is away nothing can be decided. They look again.
  const waited = await decideAll().catch((error: unknown) => {
    if (!isDatabaseAway(error) && !isRefusedConnection(error))
      process.stderr.write(`operators: ${String(error)}\n`);
    return 0;
  });
  if (waited === 0) await sleep(PAUSE_MS);
}
