import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { MIGRATIONS_DIRECTORY } from '../../src/db/migration-names.ts';

const SERVER = dirname(MIGRATIONS_DIRECTORY);
const NODE_MODULES = fileURLToPath(new URL('../../../node_modules', import.meta.url));

/** The SQL of migrations by their names. */
export type Migrations = Readonly<Record<string, string>>;

/** Today's migrations and these. Removed after the test. */
export async function directoryWith(t: TestContext, migrations: Migrations): Promise<string> {
  const directory = await temporaryDirectory(t, 'vezne-migrations-');
  await fill(directory, migrations);
  return directory;
}

/** The main file of a version that has these migrations and is otherwise today's. */
export async function versionWith(t: TestContext, migrations: Migrations): Promise<string> {
  const directory = await temporaryDirectory(t, 'vezne-version-');
  const server = join(directory, 'server');
  await mkdir(server);
  await cp(join(SERVER, 'src'), join(server, 'src'), { recursive: true });
  await cp(join(SERVER, 'package.json'), join(server, 'package.json'));
  await symlink(NODE_MODULES, join(directory, 'node_modules'));
  await fill(join(server, 'migrations'), migrations);
  return join(server, 'src/main.ts');
}

async function temporaryDirectory(t: TestContext, prefix: string): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), prefix));
  t.after(async () => await rm(directory, { recursive: true, force: true }));
  return directory;
}

async function fill(directory: string, migrations: Migrations): Promise<void> {
  await cp(MIGRATIONS_DIRECTORY, directory, { recursive: true });
  for (const [name, sql] of Object.entries(migrations)) await writeFile(join(directory, `${name}.sql`), sql);
}
