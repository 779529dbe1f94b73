/**
 * `node tools/run-tests.ts 18|15 FOLDER… [--again FOLDER…] [--elsewhere FOLDER…]`: runs the test files below the folders beside a PostgreSQL of
 * that version. With `none` as the version there is no database, and only files that need none are run. The folders after `--again` were run
 * beside another version: of them only files that need a database are run. Those after `--elsewhere` are: of them only files that need none.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { AGAIN, chooseFiles, ELSEWHERE } from './runner/choose.ts';
import { isTimed, longestFirst } from './runner/files.ts';
import { withoutDatabase } from './runner/without-database.ts';

/** Far more than the slowest file needs, even on a shared machine, where it took four minutes. A single test has 240 s. */
const FILE_LIMIT_SECONDS = '600';

function program(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}

const [version = '', ...folders] = process.argv.slice(2);
const isQuick = version === 'none';
const files = chooseFiles(folders, { isQuick });
if (files.length === 0)
  throw new Error(
    `Usage: node tools/run-tests.ts 18|15|none FOLDER… [${AGAIN} FOLDER…] [${ELSEWHERE} FOLDER…], with a test to run.`,
  );

/**
 * A file keeps a core busy for six tenths of its time: its process and PostgreSQL wait for each other, and some wait for a copy to grow old or a
 * lock to be released. So three run on two cores, and a few more while the machine is idle. A browser has processes of its own; what is hurt by
 * load, as in chaos/, has more room. What is timed has the machine for itself.
 */
const together = longestFirst(files.filter((file) => !isTimed(file)));
const alone = longestFirst(files.filter(isTimed));
const pace = folders.includes('chaos') ? '2+2' : folders.includes('e2e') ? '2+1' : '3+3';
// In chaos/ a failure in a thousand tries is what the tests are looking for, so nothing there is tried again.
// Elsewhere neighbours share a process: loading the same modules for each file took a third of the time.
const flags = folders.includes('chaos') ? [] : ['--second-chance', '--in-company'];
// Every test file is a process, and many start more: compiling the same modules for each took a third of the time.
const environment = {
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../.cache/compiled', import.meta.url)),
  ...process.env,
};

/**
 * Each test has a database of its own, and autovacuum goes from one to the next for as long as they live: a fifth of PostgreSQL's time. Without it
 * plans follow from what the test itself has analysed. What a test asks of tables that nobody has analysed looks like much work to Debian's
 * PostgreSQL, which starts processes for it: another third. No page can be torn but by a power cut, which a test database need not survive.
 * In chaos/ tables grow and are worked on for long, as in production.
 */
const CHEAP = { autovacuum: 'off', max_parallel_workers_per_gather: '0', full_page_writes: 'off' };
const settings = folders.includes('chaos')
  ? []
  : Object.entries(CHEAP).flatMap(([name, value]) => ['-c', `${name}=${value}`]);

function run(pace: string, chosen: readonly string[]): number {
  if (chosen.length === 0) return 0;
  const command = [program('run-test-files.ts'), pace, FILE_LIMIT_SECONDS, ...flags, ...chosen];
  const { status } = spawnSync(
    process.execPath,
    isQuick
      ? command
      : [program('with-postgres.ts'), version, ...settings, '--', process.execPath, ...command],
    { stdio: 'inherit', env: isQuick ? withoutDatabase(environment) : environment },
  );
  return status ?? 1;
}

const statuses = [run(pace, together), run('1', alone)];
process.exitCode = statuses.find((status) => status !== 0) ?? 0;
