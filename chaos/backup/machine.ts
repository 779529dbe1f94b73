/** A machine as docs/backup.md has it, in a folder: Debian's PostgreSQL, the archive beside it, and room for a restored copy. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { findBinaries, serverUser } from '../../tools/postgres/binaries.ts';
import { roomyFolder } from '../../tools/postgres/roomy-folder.ts';
import { startPostgres } from '../../tools/postgres/server.ts';
import type { PostgresServer } from '../../tools/postgres/server.ts';
import { claimPorts } from '../../tools/ports/claim.ts';
import { BLOCKS } from './document.ts';
import type { Setup } from './document.ts';

const MAIN = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url));
const ARCHIVE_WAL = fileURLToPath(new URL('../../deploy/backup/archive-wal', import.meta.url));
/** The document's password of its role for backups. */
const BACKUP_PASSWORD = 'CHANGE-ME';

export interface Machine {
  /** Where the document says `/srv`. */
  srv: string;
  /** Of the restored copy. */
  copyPort: number;
  /** What stands in the document, and what it is here; from now on. */
  fillIn(words: Readonly<Record<string, string>>): void;
  /** Runs a block of the document, and returns what it printed. It fails the test if a command fails. */
  run(name: string, change?: (text: string) => string): Promise<string>;
  stopCopy(): Promise<void>;
  crash(): Promise<void>;
  startAgain(): Promise<void>;
  stop(): Promise<void>;
}

export async function startMachine({ settings, configuration }: Setup): Promise<Machine> {
  const directory = await mkdtemp(join(await roomyFolder(), 'vezne-backup-'));
  const user = serverUser();
  const srv = join(directory, 'srv');
  await mkdir(srv);
  // PostgreSQL, which root starts as another user, can't read a checkout below a private directory.
  await copyFile(ARCHIVE_WAL, join(directory, 'archive-wal'));
  await writeFile(join(directory, 'vezne'), `#!/bin/sh\nexec ${process.execPath} ${MAIN} "$@"\n`, {
    mode: 0o755,
  });
  await chmod(directory, 0o755);
  if (user) await chown(srv, user.uid, user.gid);

  const copyPort = (await claimPorts()) + 1;
  const words = new Map<string, string>();
  const fillIn = (more: Readonly<Record<string, string>>): void => {
    for (const [word, here] of Object.entries(more)) words.set(word, here);
  };
  const filledIn = (given: string): string =>
    [...words]
      // The longest first: an address holds a port.
      .toSorted(([one], [other]) => other.length - one.length)
      .reduce((line, [word, here]) => line.replaceAll(word, here), given);
  fillIn({
    '/opt/vezne/deploy/backup/archive-wal': join(directory, 'archive-wal'),
    '/var/lib/postgresql/15/main': join(directory, 'data'),
    '/srv/': `${srv}/`,
    5433: String(copyPort),
    'db.internal': '127.0.0.1',
  });

  const binFolder = dirname((await findBinaries('15')).postgres);
  const passwords = join(srv, 'pgpass');
  const environment: NodeJS.ProcessEnv = {
    PATH: `${directory}:${binFolder}:/usr/bin:/bin`,
    PGHOST: '127.0.0.1',
    PGUSER: 'postgres',
    PGPASSFILE: passwords,
    // As at a cluster, where every command has it. A copy waits for no standby, and the blocks for it have to say so.
    VEZNE_DATABASE_STANDBYS: '2',
  };

  async function run(name: string, change = (given: string): string => given): Promise<string> {
    const block = BLOCKS.get(name);
    if (block === undefined) throw new Error(`docs/backup.md has no block "${name}".`);
    const child = spawn('bash', ['-euo', 'pipefail', '-c', filledIn(change(block.text))], {
      // Commands of ours are run by people, who can read the checkout.
      ...(block.who === 'postgres' ? user : {}),
      cwd: '/',
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: 60_000,
    });
    const [stdout, stderr, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'exit') as Promise<[number | null]>,
    ]);
    if (code !== 0) throw new Error(`"${name}" ended with ${code}:\n${stdout}\n${stderr}`);
    return stdout;
  }

  await run('folders');
  const filled = Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, filledIn(value)]));
  const port = await claimPorts();
  if (configuration !== undefined) {
    const path = join(srv, 'pgbackrest.conf');
    // Where Debian's cluster has its socket, and what it may write.
    const here = `pg1-port=${port}\npg1-socket-path=${srv}\npg1-user=postgres\n[global]\nlock-path=${srv}\nlog-level-file=off\n`;
    await writeFile(path, filledIn(configuration) + here);
    environment['PGBACKREST_CONFIG'] = path;
    // PostgreSQL itself runs it, too.
    process.env['PGBACKREST_CONFIG'] = path;
  }
  const options = {
    version: '15',
    directory,
    port,
    settings: { fsync: 'off', unix_socket_directories: srv, ...filled },
  } as const;
  let server: PostgresServer = await startPostgres(options);
  environment['PGPORT'] = String(port);
  await writeFile(
    passwords,
    [
      `*:*:*:postgres:${new URL(server.url).password}`,
      `127.0.0.1:*:*:vezne_backup:${BACKUP_PASSWORD}`,
      '',
    ].join('\n'),
    { mode: 0o600 },
  );
  if (user) await chown(passwords, user.uid, user.gid);
  // From here on, databases of tests in this process are made on it.
  process.env['VEZNE_TEST_POSTGRES_URL'] = server.url;
  return {
    srv,
    copyPort,
    fillIn,
    run,
    async stopCopy() {
      const child = spawn(
        join(binFolder, 'pg_ctl'),
        ['-D', join(srv, 'restore'), '-m', 'immediate', 'stop'],
        {
          ...user,
          cwd: '/',
          env: environment,
          stdio: 'ignore',
        },
      );
      await once(child, 'exit');
      for (const left of ['restore', 'restore.log'])
        await rm(join(srv, left), { recursive: true, force: true });
    },
    crash: async () => await server.crash(),
    async startAgain() {
      server = await startPostgres(options);
    },
    async stop() {
      await server.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
