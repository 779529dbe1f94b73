/** A moment to which an installation is restored, and what there was at that moment. */
import assert from 'node:assert/strict';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { ProcessRole, TestDatabase } from '../../server/test/harness/database.ts';
import { until } from '../../server/test/harness/expectations.ts';
import type { Machine } from './machine.ts';

type Counts = Record<string, number>;

/** How much there is of what money and history are made of. */
export async function countRows(pool: pg.Pool): Promise<Counts> {
  const tables = ['transaction', 'transaction_step', 'ledger_entry', 'event', 'audit_entry', 'audit_seal'];
  const { rows } = await pool.query<Counts>(
    `select ${tables.map((table) => `(select count(*)::int4 from ${table}) as ${table}`).join(', ')}`,
  );
  return rows[0] ?? {};
}

/** This is the moment of the document from now on. Returns what there was, and when that is. */
export async function chooseThisMoment(
  machine: Machine,
  owner: pg.Pool,
): Promise<{ counts: Counts; moment: Date }> {
  const counts = await countRows(owner);
  const { rows } = await owner.query<{ moment: string }>(
    `select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US') as moment`,
  );
  const moment = rows[0]?.moment ?? assert.fail();
  const written = `${moment.slice(0, 23).replace(' ', 'T')}Z`;
  machine.fillIn({
    '2026-11-17 12:00:00+00': `${moment}+00`,
    '2026-11-17T12:00:00.000Z': written,
  });
  await sleep(10);
  return { counts, moment: new Date(written) };
}

/** Everything until now is in the archive, and the heads are copied. */
export async function archiveAll(machine: Machine, owner: pg.Pool, heads: string): Promise<void> {
  const segment = await nameOf(owner, 'pg_walfile_name(pg_current_wal_lsn())');
  await machine.run('switch');
  await until(
    async () => await nameOf(owner, '(select last_archived_wal from pg_stat_archiver)'),
    (last) => last >= segment,
  );
  await cp(heads, join(machine.srv, 'heads/audit-heads'));
}

async function nameOf(owner: pg.Pool, sql: string): Promise<string> {
  const { rows } = await owner.query<{ name: string | null }>(`select ${sql} as name`);
  return rows[0]?.name ?? '';
}

/** The restored copy of a database. */
export function copyOf(
  machine: Machine,
  database: TestDatabase,
): { urlOf: (role?: ProcessRole) => string; pool: pg.Pool } {
  const urlOf = (role?: ProcessRole): string => {
    const url = new URL(role === undefined ? database.ownerUrl : database.urlOf(role));
    url.port = String(machine.copyPort);
    return url.href;
  };
  machine.fillIn({ 'postgres://vezne_admin:PASSWORD@127.0.0.1:5433/vezne': urlOf('vezne_admin') });
  const pool = new pg.Pool({ connectionString: urlOf(), max: 1 });
  pool.on('error', () => undefined);
  return { urlOf, pool };
}
