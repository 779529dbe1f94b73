/**
 * `node tools/run-tests.ts 18|15 FOLDER…`: runs the test files below the folders beside a PostgreSQL of that version.
 * A folder without tests is an error: node's own runner takes a pattern that matches nothing for success.
 */
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const [version = '', ...folders] = process.argv.slice(2);
const files = folders.flatMap((folder) => {
  const found = globSync(`${folder}/**/*.test.ts`, { exclude: (name) => name.includes('node_modules') });
  if (found.length === 0) throw new Error(`No test below ${folder}.`);
  return found.sort();
});
if (files.length === 0) throw new Error('Usage: node tools/run-tests.ts 18|15 FOLDER…');

const withPostgres = fileURLToPath(new URL('with-postgres.ts', import.meta.url));
const runner = [
  '--test',
  // A failed assertion can leave a connection open, and its file would never end. Forcing files to exit is no way out: some
  // of their results get lost.
  '--test-timeout=240000',
  // Much of a test is waiting, for a copy to grow old or a lock to be let go: two files at a time keep two cores busy. The
  // load tests of chaos and the browser of e2e do that alone.
  `--test-concurrency=${folders.some((folder) => ['chaos', 'e2e'].includes(folder)) ? 1 : 2}`,
  '--test-reporter=spec',
];
const { status } = spawnSync(
  process.execPath,
  [withPostgres, version, '--', process.execPath, ...runner, ...files],
  {
    stdio: 'inherit',
  },
);
process.exitCode = status ?? 1;
