/**
 * `node tools/run-tests.ts 18|15 FOLDER… [--again FOLDER…]`: runs the test files below the folders beside a PostgreSQL of that version. With
 * `none` as the version there is no database, and only files that need none are run. The folders after `--again` were run beside another
 * version: of them only files that need a database are run.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { AGAIN, chooseFiles } from './runner/choose.ts';
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
    `Usage: node tools/run-tests.ts 18|15|none FOLDER… [${AGAIN} FOLDER…], with a test to run.`,
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

function run(pace: string, chosen: readonly string[]): number {
  if (chosen.length === 0) return 0;
  const command = [program('run-test-files.ts'), pace, FILE_LIMIT_SECONDS, ...flags, ...chosen];
  const { status } = spawnSync(
    process.execPath,
    isQuick ? command : [program('with-postgres.ts'), version, '--', process.execPath, ...command],
    { stdio: 'inherit', env: isQuick ? withoutDatabase(environment) : environment },
  );
  return status ?? 1;
}

const statuses = [run(pace, together), run('1', alone)];
process.exitCode = statuses.find((status) => status !== 0) ?? 0;
