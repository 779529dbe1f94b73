import { join } from 'node:path';
import pg from 'pg';
import { createPool } from '../../server/src/db/pool.ts';
import { findDecisionRows } from '../../server/src/db/read/desk/decision-rows.ts';
import { accountsOfPosting, createLedgerAccountIds } from '../../server/src/db/read/ledger/accounts.ts';
import { DECIDE_SQL, decideWithin } from '../../server/src/db/write/decisions/decide.ts';
import type { DecisionWrite } from '../../server/src/db/write/decisions/decide.ts';
import { createLogger } from '../../server/src/log.ts';
import { decisionWrite } from '../../server/src/usecases/decisions/decision-write.ts';
import { approveDeposit } from '../../server/src/usecases/deposits/decide.ts';
import type { InstalledDatabase } from '../installation.ts';
import { writePgbenchScript } from '../load/pgbench.ts';
import type { PgbenchScripts } from '../load/pgbench.ts';
import { FINGERPRINT_TABLE, customerIdSql, depositId } from './deposits.ts';
import type { Deposits } from './deposits.ts';
import { AYSE } from './staff.ts';

const OPTIONS = { timeoutMs: 5_000 };

/**
 * The service's statement for one decision per call, with the values that the service itself would send. Values that differ
 * between deposits are expressions over the deposit's number. Bare PostgreSQL neither reads the deposit first nor computes
 * anything. The fingerprint comes from a table, by key, because pgbench cannot compute one.
 */
export async function writeBareApproval(
  database: InstalledDatabase,
  deposits: Deposits,
  clients: number,
): Promise<PgbenchScripts> {
  const calls = await sampleCalls(database, deposits);
  const [first] = calls;
  if (!first) throw new Error('There is no call to take the values from.');
  const parameters = first.values.map(
    (array, index) => `array[${array.map((_, place) => expression(calls, index, place)).join(', ')}]`,
  );
  const file = join(database.directory, `approve-${deposits.pairs}-${clients}.sql`);
  await writePgbenchScript(file, {
    variables: ['count :count + 1', `n (:count - 1) * ${clients} + :client_id + 1`],
    sql: DECIDE_SQL,
    parameters,
  });
  return { files: [file], databaseUrl: database.urlOf('vezne_console') };
}

interface Call {
  decision: DecisionWrite;
  values: readonly (readonly unknown[])[];
}

/** A call for one deposit of each pair. The remainder of a deposit's number selects its call. */
async function sampleCalls(database: InstalledDatabase, { pairs }: Deposits): Promise<Call[]> {
  const pool = createPool({
    url: database.urlOf('vezne_console'),
    maxConnections: 1,
    applicationName: 'bench',
    log: createLogger({ level: 'silent', name: 'bench' }),
  });
  try {
    const accountIds = createLedgerAccountIds(pool, OPTIONS);
    const ids = Array.from({ length: pairs }, (_, remainder) => depositId(pairs + remainder));
    const rows = await findDecisionRows(pool, ids, OPTIONS);
    const calls: Call[] = [];
    for (const id of ids) {
      const row = rows.get(id);
      if (!row) throw new Error(`There is no deposit ${id}.`);
      const decision = approveDeposit({
        transactionId: id,
        fingerprint: row.fingerprint,
        actor: AYSE,
        actualCents: row.amountCents,
      });
      const change = decision.change(row, {});
      if (typeof change === 'string') throw new Error(`Deposit ${id} can't be approved: ${change}.`);
      await accountIds.learn(change.posting ? accountsOfPosting(change.posting) : []);
      // It is prepared long before it runs, so it must not be called stale.
      const write = { ...decisionWrite(accountIds, { decision, row, change }), settingsReadAt: null };
      calls.push(await callOf(write));
    }
    return calls;
  } finally {
    await pool.end();
  }
}

/** What the service would send. Nothing is sent. */
async function callOf(decision: DecisionWrite): Promise<Call> {
  let values: unknown[] = [];
  const client = {
    async query(query: pg.QueryConfig) {
      values = query.values ?? [];
      return await Promise.resolve({ rows: [{ id: decision.transactionId, outcome: 'made' }] });
    },
  };
  await decideWithin(client as unknown as pg.ClientBase, [decision]);
  return { decision, values: values as unknown[][] };
}

const NUMBER = '(:n)::int8';

/** One value of the call, for any deposit. */
function expression(calls: readonly Call[], parameter: number, place: number): string {
  const values = calls.map(({ values: parameters }) => parameters[parameter]?.[place]);
  const [first] = calls;
  const value = values[0];
  if (value === first?.decision.transactionId) return `lpad((${NUMBER})::text, 32, '0')::uuid`;
  if (value === first?.decision.decisionId) return `('1' || lpad((${NUMBER})::text, 31, '0'))::uuid`;
  if (value === first?.decision.event?.id) return `('2' || lpad((${NUMBER})::text, 31, '0'))::uuid`;
  if (value === first?.decision.fingerprint)
    return `(select fingerprint from ${FINGERPRINT_TABLE} where n = ${NUMBER})`;
  if (value !== undefined && value === first?.decision.alone[0]?.subject) {
    const partnerIds = calls.map(({ decision }) => decision.partnerId);
    return playerKeySql({ partnerId: ofPair(partnerIds, 'uuid'), customerId: customerIdSql(NUMBER) });
  }
  if (values.every((other) => other === value)) return literal(value);
  return ofPair(values, typeof value === 'bigint' ? 'int8' : 'uuid');
}

/** The value of the deposit's pair. */
function ofPair(values: readonly unknown[], type: 'int8' | 'uuid'): string {
  // Quoted, so it is one constant and not an expression with many terms.
  const list = pg.escapeLiteral(`{${values.map(String).join(',')}}`);
  return `(${list}::${type}[])[(${NUMBER} % ${values.length} + 1)::int4]`;
}

function playerKeySql({ partnerId, customerId }: { partnerId: string; customerId: string }): string {
  return `${partnerId} || ' ' || ${customerId}`;
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'bigint' || typeof value === 'number') return String(value);
  if (typeof value === 'string') return pg.escapeLiteral(value);
  throw new Error(`No literal for a value of type ${typeof value}.`);
}
