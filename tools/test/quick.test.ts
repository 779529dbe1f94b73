import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { AGAIN, chooseFiles, ELSEWHERE } from '../runner/choose.ts';
import { companiesOf } from '../runner/companies.ts';
import { findTestFiles, longestFirst } from '../runner/files.ts';
import { needsDatabase } from '../runner/needs-database.ts';
import { plant, runNode } from './planted.ts';

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url));
const RUN_TESTS = join(REPOSITORY, 'tools/run-tests.ts');
/** Built from pieces, so this file does not look like one that reads it. */
const ADDRESS = ['process', `env['VEZNE_TEST_POSTGRES_URL']`].join('.');

const IMPORTS = `import assert from 'node:assert/strict';
import { test } from 'node:test';
`;

test('the quick tests are all of packages/, and those of server/ and tools/ that reach no database', () => {
  const all = findTestFiles(['packages', 'server', 'tools'].map((folder) => join(REPOSITORY, folder)));
  const below = (folder: string) => all.filter((file) => file.startsWith(join(REPOSITORY, folder)));
  assert.deepEqual(below('packages').filter(needsDatabase), []);
  for (const folder of ['server', 'tools']) {
    const needing = below(folder).filter(needsDatabase).length;
    assert.ok(needing > 0, `the rule finds nothing that needs a database in ${folder}/`);
    assert.ok(needing < below(folder).length, `the rule leaves nothing of ${folder}/ to the quick tests`);
  }
});

test('a database is found behind every kind of import, and types do not count', async (t) => {
  const { directory } = await plant(t, {
    'harness/database.ts': `export const url = ${ADDRESS};\nexport type Url = string;\n`,
    'harness/api.ts': `import {\n  url,\n} from './database.ts';\nexport const api = url;\n`,
    'harness/all.ts': `export * from './api.ts';\n`,
    'direct.test.ts': `import { url } from './harness/database.ts';\n`,
    'far.test.ts': `import { test } from 'node:test';\nimport { api } from './harness/all.ts';\n`,
    'alone.test.ts': `import './harness/api.ts';\n`,
    'later.test.ts': `const { api } = await import('./harness/api.ts');\n`,
    'types.test.ts': `import type { Url } from './harness/database.ts';\n`,
    'none.test.ts': `import { test } from 'node:test';\nconst text = 'database';\n`,
  });
  const needing = findTestFiles([directory]).filter(needsDatabase);
  assert.deepEqual(
    needing.map((file) => file.slice(directory.length + 1)),
    ['alone.test.ts', 'direct.test.ts', 'far.test.ts', 'later.test.ts'],
  );
});

test('the quick run leaves out tests that need a database, and gives the others no address', async (t) => {
  const { options } = await plant(t, {
    'unit/needs.test.ts': `${IMPORTS}test('never run', () => assert.fail(${ADDRESS}));`,
    'unit/plain.test.ts': `${IMPORTS}test('no address', () => {
  const { PGHOST, PGPORT, ...others } = process.env;
  assert.deepEqual([PGHOST, PGPORT], ['127.0.0.1', '1']);
  assert.deepEqual(Object.keys(others).filter((name) => /^PG|(DATABASE|POSTGRES)_URL$/.test(name)), []);
});`,
  });
  const told = { VEZNE_TEST_POSTGRES_URL: 'x', DATABASE_URL: 'x', PGUSER: 'x', PGHOST: '127.0.0.2' };
  const { status, output } = await runNode([RUN_TESTS, 'none', 'unit'], {
    ...options,
    env: { ...options.env, ...told },
  });
  assert.equal(status, 0, output);
  assert.match(output, /^ℹ tests 1$/m);
});

test('a quick test that connects to a database fails, and so does a quick run without tests', async (t) => {
  const { options } = await plant(t, {
    'hidden/wants.test.ts': `${IMPORTS}const name = ['VEZNE_TEST', 'POSTGRES_URL'].join('_');
test('connects', () => assert.ok(process.env[name], 'no address'));`,
    'needing/needs.test.ts': `${IMPORTS}test('connects', () => assert.ok(${ADDRESS}));`,
    'empty/notes.txt': '',
  });
  const quiet = { ...options, stdio: ['ignore', 'pipe', 'ignore'] as const } satisfies typeof options;
  const wants = await runNode([RUN_TESTS, 'none', 'hidden'], quiet);
  assert.equal(wants.status, 1);
  assert.match(wants.output, /^✖ hidden\/wants\.test\.ts > connects$/m);
  for (const folder of ['needing', 'empty'])
    assert.equal((await runNode([RUN_TESTS, 'none', folder], quiet)).status, 1, folder);
});

test('of folders that were run beside another version only what needs a database is run again', async (t) => {
  const { directory } = await plant(t, {
    'once/needs.test.ts': ADDRESS,
    'once/plain.test.ts': '',
    'again/needs.test.ts': ADDRESS,
    'again/plain.test.ts': '',
  });
  const [once, again] = [join(directory, 'once'), join(directory, 'again')];
  const chosen = (isQuick: boolean, ...words: string[]): string[] =>
    chooseFiles(words, { isQuick }).map((file) => file.slice(directory.length + 1));
  assert.deepEqual(chosen(false, once), ['once/needs.test.ts', 'once/plain.test.ts']);
  assert.deepEqual(chosen(false, once, AGAIN, again), [...chosen(false, once), 'again/needs.test.ts']);
  assert.deepEqual(chosen(true, once, AGAIN, again), ['once/plain.test.ts']);
});

test('of folders that are run beside another version only what needs no database is run', async (t) => {
  const { directory } = await plant(t, {
    'all/here/needs.test.ts': ADDRESS,
    'all/there/needs.test.ts': ADDRESS,
    'all/there/plain.test.ts': '',
    'all/therefore/needs.test.ts': ADDRESS,
  });
  const [all, there] = [join(directory, 'all'), join(directory, 'all/there')];
  assert.deepEqual(
    chooseFiles([all, ELSEWHERE, there], { isQuick: false }).map((file) => file.slice(directory.length + 1)),
    ['all/here/needs.test.ts', 'all/there/plain.test.ts', 'all/therefore/needs.test.ts'],
  );
});

test('beside both versions of PostgreSQL together everything is run that `npm test` runs, and nothing twice', async () => {
  const { scripts } = JSON.parse(await readFile(join(REPOSITORY, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const filesOf = (script: string): string[] =>
    chooseFiles((scripts[script] ?? '').split(' ').slice(3), { isQuick: false }).toSorted();
  const [newest, debian] = [filesOf('test:newest'), filesOf('test:debian')];
  const isOfBench = (file: string): boolean => file.startsWith('bench/');
  assert.deepEqual([...newest, ...debian.filter((file) => !isOfBench(file))].toSorted(), filesOf('test'));
  // What is about the database itself runs beside the version of Debian's clusters, and before a release beside the newest as well.
  const ofDatabase = (files: readonly string[]) => files.filter((file) => file.startsWith('server/test/db/'));
  assert.deepEqual(ofDatabase(debian), ofDatabase(filesOf('test')).filter(needsDatabase));
});

test('the larger file runs first', async (t) => {
  const { directory } = await plant(t, { 'a.test.ts': '1', 'b.test.ts': '333', 'c.test.ts': '22' });
  const order = longestFirst(findTestFiles([directory])).map((file) => file.slice(directory.length + 1));
  assert.deepEqual(order, ['b.test.ts', 'c.test.ts', 'a.test.ts']);
});

test('a file that says so runs before all larger ones', async (t) => {
  const mark = ['// Begins', 'first: it waits for an hour.'].join(' ');
  const { directory } = await plant(t, { 'a.test.ts': 'x'.repeat(500), 'b.test.ts': mark });
  const files = findTestFiles([directory]);
  const named = (paths: readonly string[]) => paths.map((file) => file.slice(directory.length + 1));
  assert.deepEqual(named(longestFirst(files)), ['b.test.ts', 'a.test.ts']);
  assert.deepEqual(named(companiesOf(files).flat()), ['b.test.ts', 'a.test.ts']);
});

test('every suite of package.json uses the one runner, and so does the browser', async () => {
  const { scripts } = JSON.parse(await readFile(join(REPOSITORY, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  for (const name of ['test', 'test:newest', 'test:quick', 'test:samples', 'test:debian'])
    assert.match(scripts[name] ?? '', /^node tools\/run-tests\.ts (?:none|\d+) /, name);
  for (const program of ['e2e/main.ts', 'chaos/main.ts'])
    assert.match(await readFile(join(REPOSITORY, program), 'utf8'), /tools\/run-tests\.ts/, program);
});
