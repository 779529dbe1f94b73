import assert from 'node:assert/strict';
import type pg from 'pg';
import { LEDGER_CHECKS, differencesQuery } from '../../server/src/db/read/ledger/checks.ts';
import type { LedgerCheckpoint } from '../../server/src/db/read/ledger/checkpoints.ts';
import { sinceCheckpoint } from '../../server/src/db/read/ledger/scope.ts';
import { inLedgerSnapshot } from '../../server/src/db/read/ledger/snapshot.ts';
import { explained, readRows } from '../../server/test/db/plans/plans.ts';

/** So large a part of the history that PostgreSQL would rather read all of it. */
const TOUCHED_SHARE = 0.3;

/** Each rule looks up the transfers of what was touched, and not those of the whole history. */
export async function holdVerificationPlans(worker: pg.Pool, since: LedgerCheckpoint): Promise<void> {
  const { rows } = await worker.query<{ id: string; transfers: number }>(
    `select t.id, (select count(*)::int4 from ledger_transfer l where l.transaction_id = t.id) as transfers
     from transaction t order by t.id desc`,
  );
  const touched = rows.slice(0, Math.round(rows.length * TOUCHED_SHARE));
  const all = sumTransfers(rows);
  const ofTouched = sumTransfers(touched);
  const scope = sinceCheckpoint(since, { transactionIds: touched.map(({ id }) => id), operationIds: [] });
  await inLedgerSnapshot(worker, { isShort: true }, async ([client]) => {
    for (const rule of LEDGER_CHECKS) {
      const { text, values } = differencesQuery(rule, { scope, limit: 20 });
      const read = readRows(await explained(client, { sql: text, parameters: values }), 'ledger_transfer');
      assert.ok(
        read <= MOST * ofTouched,
        `${rule}: ${read} transfers were read, of ${all}; ${ofTouched} were touched`,
      );
    }
  });
}

/** A rule may also look at a few transfers of operations and of refused money. */
const MOST = 1.1;

function sumTransfers(of: readonly { transfers: number }[]): number {
  return of.reduce((sum, { transfers }) => sum + transfers, 0);
}
