import { join } from 'node:path';
import pg from 'pg';
import { cents } from '@vezne/domain/money';
import { createPool } from '../../server/src/db/pool.ts';
import { findDecisionRows } from '../../server/src/db/read/decision-rows.ts';
import { DECIDE_SQL, decideWithin } from '../../server/src/db/write/decisions/decide.ts';
import type { Decision } from '../../server/src/db/write/decisions/decide.ts';
import { createLogger } from '../../server/src/log.ts';
import { plannedDecision } from '../../server/src/usecases/decisions/planned.ts';
import { approveDeposit } from '../../server/src/usecases/deposits/approve.ts';
import { accountsOfPosting, createAccountIds } from '../../server/src/usecases/ledger/account-ids.ts';
import type { InstalledDatabase } from '../installation.ts';
import { writePgbenchScript } from '../load/pgbench.ts';
import type { PgbenchScripts } from '../load/pgbench.ts';
import { SEEN_TABLE, depositId } from './deposits.ts';
import type { Deposits } from './deposits.ts';

const OPTIONS = { timeoutMs: 5_000 };

/**
 * The service's statement for one decision a call, with the values that the service itself would send: they are taken from
 * its own plans, and what differs between deposits is written as an expression over the deposit's number. Bare PostgreSQL
 * neither reads the deposit before nor plans anything. What the operator saw comes from a table, a look-up by key, since
 * pgbench cannot compute a fingerprint.
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
  decision: Decision;
  values: readonly (readonly unknown[])[];
}

/** A call for one deposit of each pair, in the order in which the remainder of a deposit's number chooses from them. */
async function sampleCalls(database: InstalledDatabase, { pairs }: Deposits): Promise<Call[]> {
  const pool = createPool({
    url: database.urlOf('vezne_console'),
    maxConnections: 1,
    applicationName: 'bench',
    log: createLogger({ level: 'silent', name: 'bench' }),
  });
  try {
    const accountIds = createAccountIds(pool, OPTIONS);
    const ids = Array.from({ length: pairs }, (_, remainder) => depositId(pairs + remainder));
    const rows = await findDecisionRows(pool, ids, OPTIONS);
    const calls: Call[] = [];
    for (const id of ids) {
      const row = rows.get(id);
      if (!row) throw new Error(`There is no deposit ${id}.`);
      const request = approveDeposit({
        transactionId: id,
        seen: row.seen,
        actor: { kind: 'staff', name: 'ayse' },
        actualCents: cents(row.amountCents),
      });
      const plan = request.plan(row, undefined);
      if (typeof plan === 'string') throw new Error(`Deposit ${id} can't be approved: ${plan}.`);
      await accountIds.learn(plan.posting ? accountsOfPosting(plan.posting) : []);
      calls.push(await callOf(plannedDecision(accountIds, { request, row, plan })));
    }
    return calls;
  } finally {
    await pool.end();
  }
}

/** What the service would send; nothing is sent. */
async function callOf(decision: Decision): Promise<Call> {
  let values: unknown[] = [];
  const client = {
    async query(query: pg.QueryConfig) {
      values = query.values ?? [];
      return await Promise.resolve({ rows: [] });
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
  if (value === first?.decision.seen) return `(select seen from ${SEEN_TABLE} where n = ${NUMBER})`;
  if (values.every((other) => other === value)) return literal(value);
  // Quoted, so that it is one constant and not an expression over as many parts.
  const list = pg.escapeLiteral(`{${values.map(String).join(',')}}`);
  const type = typeof value === 'bigint' ? 'int8' : 'uuid';
  return `(${list}::${type}[])[(${NUMBER} % ${values.length} + 1)::int4]`;
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'bigint' || typeof value === 'number') return String(value);
  if (typeof value === 'string') return pg.escapeLiteral(value);
  throw new Error(`No literal for a value of type ${typeof value}.`);
}
