import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import pg from 'pg';
import type { TestDatabase } from '../../harness/database.ts';

/** All rows of all tables as text, as a plain dump has them: each file and each hash in hex. */
export async function dumpOf(database: TestDatabase): Promise<Buffer> {
  return await asSuperuser(database, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      `select format('%I.%I', nspname, relname) as name from pg_class join pg_namespace n on n.oid = relnamespace
       where relkind in ('r', 'm') and nspname !~ '^pg_' and nspname <> 'information_schema'
       union all select 'pg_largeobject'`,
    );
    const parts: string[] = [];
    for (const { name } of tables) {
      const { rows } = await client.query<{ row: string }>(`select t::text as row from ${name} t`);
      parts.push(name, ...rows.map(({ row }) => row));
    }
    return Buffer.from(parts.join('\n'));
  });
}

/**
 * Where the server's log of writes is now. From there it is kept until the end of the test: other tests write so much beside this one that
 * its files would be used again.
 */
export async function keepWal(t: TestContext, database: TestDatabase): Promise<string> {
  const slot = `canary_${randomBytes(8).toString('hex')}`;
  // From another database: that of the test is gone by then.
  const elsewhere = new URL(database.ownerUrl);
  elsewhere.pathname = '/postgres';
  t.after(
    async () =>
      await asSuperuser(
        { ownerUrl: elsewhere.href },
        async (client) => await client.query('select pg_drop_replication_slot($1)', [slot]),
      ),
  );
  return await asSuperuser(database, async (client) => {
    const { rows } = await client.query<{ lsn: string }>(
      'select lsn::text as lsn from pg_create_physical_replication_slot($1, true)',
      [slot],
    );
    return rows[0]?.lsn ?? '';
  });
}

/** All that the server has written since then, in whole files, for all of its databases. */
export async function walSince(database: TestDatabase, lsn: string): Promise<Buffer> {
  const files = await asSuperuser(database, async (client) => {
    const { rows } = await client.query<{ path: string }>(
      `select current_setting('data_directory') || '/pg_wal/' || name as path from pg_ls_waldir()
       where name between pg_walfile_name($1::pg_lsn) and pg_walfile_name(pg_current_wal_insert_lsn()) order by name`,
      [lsn],
    );
    return rows.map(({ path }) => join(path));
  });
  return Buffer.concat(
    (await Promise.all(files.map(async (file) => await readFile(file)))).map(withoutPageHeaders),
  );
}

const PAGE_BYTES = 8_192;
const FIRST_HEADER_BYTES = 40;
const HEADER_BYTES = 24;

/** A record that goes on on the next page has that page's header in its middle. */
function withoutPageHeaders(file: Buffer): Buffer {
  const pages: Buffer[] = [];
  for (let at = 0; at < file.length; at += PAGE_BYTES)
    pages.push(file.subarray(at + (at === 0 ? FIRST_HEADER_BYTES : HEADER_BYTES), at + PAGE_BYTES));
  return Buffer.concat(pages);
}

async function asSuperuser<T>(
  { ownerUrl }: Pick<TestDatabase, 'ownerUrl'>,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
