/**
 * `npm run long -- NAME [ARGUMENT…]`: a run that takes too long for every change, beside a PostgreSQL 18, and some after it beside a 15. It prints its progress, and in the
 * end a row of figures for docs/long-runs.md. Without a name it lists them.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const RUNS: Readonly<Record<string, string>> = {
  overload: 'three times as much as one api can do, for a minute',
  kills: 'creates and decisions while apis, workers, operators and PostgreSQL are killed',
  cluster: 'an hour of mixed faults in a cluster of three nodes, under load; it brings its own PostgreSQL',
  'cut-commits': 'connections to the database are cut between a commit and its answer',
  'planted-bugs': 'the model of decisions finds every bug that is planted in the engine and its rules',
  proxy:
    'partners create behind nginx and HAProxy while PostgreSQL goes away and apis are killed and replaced',
  'foreign-times':
    'two partners ask the portal for 200 ids of each other and 200 that never were, at every route: times tell nothing',
  growth: 'an operation with ten million transactions beside the same with a hundred thousand',
  'growth-migration':
    'an installation with a million transactions is migrated while a partner creates and cancels',
  queue:
    'the deposit queue with 100,000 waiting of a million: pages, filters, and the streams of 30 sessions; on 18 and on 15',
  'desk-decisions':
    'people decide ten thousand times at the console, some twice: books, audit log and its chain afterwards',
  lists: 'every list of a partner and the nightly verification, with one and three million transactions',
  search: 'every kind of search with a million transactions and the names of their players; on 18 and on 15',
  'open-pages': 'five thousand hosted pages stay open at one api while a partner works',
  'partner-scope':
    'requests of two partners share two connections of the portal, some fail in the middle: no row crosses',
  'portal-lists':
    'home, lists, entries and searches of the portal with a million transactions, of a large and of a small partner; on 18 and on 15',
  'sign-in': 'guesses at the passwords of people over two consoles, with restarts between',
  'webhook-delivery':
    'webhooks arrive while workers are killed and stand still and PostgreSQL crashes, with five seeds',
  'webhook-backlog': 'an endpoint comes back to a million events while others get a trickle',
  'webhook-upgrade': 'workers of this version take over from those of the version before, under load',
};

/** Nobody runs a history of gigabytes with the 128 MB that PostgreSQL takes unless it is told. */
const MEMORY = ['-c', 'shared_buffers=1GB'];

/** What depends on how the server plans is run beside Debian's as well. */
const ALSO_BESIDE_15: ReadonlySet<string> = new Set(['queue', 'search', 'portal-lists']);

function usage(): number {
  const names = Object.entries(RUNS).map(([name, what]) => `  ${name.padEnd(18)} ${what}\n`);
  process.stderr.write(`Usage: npm run long -- NAME [ARGUMENT…]\n\n${names.join('')}`);
  return 2;
}

/** What has a cluster of its own needs no server beside it. */
const WITHOUT_SERVER: ReadonlySet<string> = new Set(['cluster']);

async function run(name: string, version: string, args: readonly string[]): Promise<number> {
  const withPostgres = fileURLToPath(new URL('with-postgres.ts', import.meta.url));
  const script = fileURLToPath(new URL(`../chaos/long/${name}.ts`, import.meta.url));
  const beside = WITHOUT_SERVER.has(name) ? [] : [withPostgres, version, ...MEMORY, '--', process.execPath];
  const command = [...beside, script, ...args];
  const child = spawn(process.execPath, command, { stdio: 'inherit' });
  process.once('SIGTERM', () => child.kill('SIGTERM'));
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}

async function runAll(name: string, args: readonly string[]): Promise<number> {
  const first = await run(name, '18', args);
  if (first !== 0 || !ALSO_BESIDE_15.has(name)) return first;
  return await run(name, '15', args);
}

const [name = '', ...args] = process.argv.slice(2);
// Ctrl-C reaches the child by itself. It stops what it has started, and then ends.
process.on('SIGINT', () => undefined);
process.exitCode = Object.hasOwn(RUNS, name) ? await runAll(name, args) : usage();
