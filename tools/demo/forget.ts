import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { CLAIM_FILE } from './claim.ts';
import { postgresHome } from './database.ts';
import { DATABASE_FOLDER_PREFIX } from './directory.ts';
import { endLeftover } from './leftover.ts';

/** Removes the demo's earlier data: the content of its folder and, with an external database, the schema in it. */
export async function forgetDemo(directory: string, databaseUrl: string | undefined): Promise<void> {
  if (databaseUrl === undefined) await endLeftover(join(postgresHome(directory), 'data'));
  else await emptyDatabase(databaseUrl);
  for (const name of await readdir(directory)) {
    // The folders of other databases belong to other demos, which may be running.
    if (name === CLAIM_FILE || name.startsWith(DATABASE_FOLDER_PREFIX)) continue;
    await rm(join(directory, name), { recursive: true, force: true });
  }
}

async function emptyDatabase(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await refuseRealData(client);
    await client.query('drop schema public cascade; create schema public');
  } finally {
    await client.end();
  }
}

/** Someone may point the demo at a real database by mistake, and must not lose it. */
async function refuseRealData(client: pg.Client): Promise<void> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public'`,
  );
  if (tables.length === 0) return;
  const isOurs =
    tables.some(({ name }) => name === 'credential') &&
    tables.some(({ name }) => name === 'schema_migration');
  const { rows } = isOurs
    ? await client.query<{ count: number }>(
        `select count(*)::int4 as count from credential where api_key !~ '^vzk_demo_'`,
      )
    : { rows: [{ count: 1 }] };
  if (rows[0]?.count !== 0) {
    throw new Error(
      '--fresh would empty the database at DATABASE_URL, and it holds more than demo data. Empty it yourself, or unset DATABASE_URL.',
    );
  }
}
