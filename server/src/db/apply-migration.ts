import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runner } from 'node-pg-migrate';
import type { MigrationBuilder } from 'node-pg-migrate';
import type pg from 'pg';
import { isDeadlock, isLockTimeout } from './errors.ts';
import { builtIndexes, migrationSteps } from './migration-steps.ts';
import type { MigrationSteps } from './migration-steps.ts';

/**
 * While a migration waits for a table, every statement on that table waits behind it. So it waits for half a second at most, lets the
 * others go on, and tries again.
 */
const IN_TRANSACTION = `set lock_timeout = '500ms'; set statement_timeout = '30min'`;
/**
 * These statements hold up nobody. A concurrent build waits for every transaction that began before it, and building an index or filling a
 * column of many millions of rows takes hours.
 */
const OUTSIDE_TRANSACTION = `set lock_timeout = '10min'; set statement_timeout = '12h'`;

/** With the pauses half a minute, which is longer than any process may keep a transaction open. */
export const MOST_TRIES = 20;
/** What has waited behind a try is done long before the next. */
const PAUSE_MS = 1_000;

/** Applies one migration, and notes it. One that is a transaction and can't get its locks is tried again. */
export async function applyMigration(
  client: pg.Client,
  { directory, name, mostTries }: { directory: string; name: string; mostTries: number },
): Promise<void> {
  const steps = migrationSteps(await readFile(join(directory, `${name}.sql`), 'utf8'));
  await client.query(steps.isOutside ? OUTSIDE_TRANSACTION : IN_TRANSACTION);
  for (let tries = 1; ; tries += 1) {
    try {
      await runOnce(client, { directory, name, steps });
      return;
    } catch (error) {
      // Outside a transaction the wait was long, and a build would begin anew.
      const isHeldUp = isDeadlock(error) || (isLockTimeout(error) && !steps.isOutside);
      if (!isHeldUp || tries >= mostTries) throw error;
    }
    await client.query('rollback');
    await sleep(PAUSE_MS);
  }
}

async function runOnce(
  client: pg.Client,
  { directory, name, steps }: { directory: string; name: string; steps: MigrationSteps },
): Promise<void> {
  const up = async (pgm: MigrationBuilder): Promise<void> => {
    if (steps.isOutside) {
      pgm.noTransaction();
      await dropInvalid(client, builtIndexes(steps.statements));
    }
    for (const statement of steps.statements) pgm.sql(statement);
  };
  await runner({
    dbClient: client,
    dir: directory,
    file: name,
    direction: 'up',
    migrationsTable: 'schema_migration',
    singleTransaction: false,
    checkOrder: true,
    noLock: true,
    log: () => undefined,
    // All files are listed, and only the one that was named runs.
    migrationLoaderStrategies: [
      {
        extensions: ['.sql'],
        loader: async (paths) =>
          await Promise.resolve(paths.map((path) => ({ id: path, filePaths: [path], actions: { up } }))),
      },
    ],
  });
}

/** `if not exists` would take what an interrupted build left for the index. If that build still runs, this waits for it. */
async function dropInvalid(client: pg.Client, indexes: readonly string[]): Promise<void> {
  for (const index of indexes) {
    const { rowCount } = await client.query(
      'select from pg_index where indexrelid = to_regclass($1) and not indisvalid',
      [index],
    );
    if (rowCount === 1)
      await client.query(`drop index concurrently if exists ${client.escapeIdentifier(index)}`);
  }
}
