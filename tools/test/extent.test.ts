import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { chooseFiles, smallerOf } from '../runner/choose.ts';
import { readExtent } from '../runner/extent.ts';
import { findTestFiles } from '../runner/files.ts';
import { plant, runNode } from './planted.ts';

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url));
const RUN_TESTS = join(REPOSITORY, 'tools/run-tests.ts');
const FOLDERS = ['bench', 'chaos', 'e2e', 'examples', 'packages', 'server', 'tools', 'web'];
const PASSING = `import { test } from 'node:test';\ntest('passes', () => {});\n`;
/** Built from pieces, so that this file does not look like one itself. */
const MARK = ['// Before a', 'release: it takes an hour. What lands has passed small/quick.test.ts.'].join(
  ' ',
);

test('what is run before a release alone names a file that every change has passed', () => {
  const all = findTestFiles(FOLDERS.map((folder) => join(REPOSITORY, folder)));
  const marked = all.filter((file) => smallerOf(file) !== undefined);
  assert.ok(marked.length > 0);
  for (const file of marked) {
    const smaller = join(REPOSITORY, smallerOf(file) ?? '');
    assert.ok(all.includes(smaller) && smallerOf(smaller) === undefined, `${file}: ${smaller}`);
  }
});

test('a mark that the runner does not read is a mistake', async () => {
  for (const file of findTestFiles(FOLDERS.map((folder) => join(REPOSITORY, folder)))) {
    const text = await readFile(file, 'utf8');
    assert.equal(smallerOf(file) !== undefined, text.includes(MARK.slice(0, 21)), file);
  }
});

test('a change lands without it, and a release does not', async (t) => {
  const { options } = await plant(t, {
    'small/quick.test.ts': PASSING,
    'small/long.test.ts': `${MARK}\n${PASSING}`,
  });
  const testsIn = async (extent: string): Promise<string | undefined> => {
    const env = { ...options.env, TEST_EXTENT: extent };
    const { output } = await runNode([RUN_TESTS, 'none', 'small'], { ...options, env });
    return /^ℹ tests (\d+)$/m.exec(output)?.[1];
  };
  assert.equal(await testsIn('landing'), '1');
  assert.equal(await testsIn('release'), '2');
});

test('an extent that nobody knows stops the run', () => {
  assert.equal(readExtent('landing'), 'landing');
  assert.equal(readExtent('release'), 'release');
  assert.throws(() => readExtent('all'), /TEST_EXTENT is landing or release, not "all"/);
});

test('every suite of `.ci/run` is of the one extent that it was started with, and the whole suite beside both versions before a release', async () => {
  const script = await readFile(join(REPOSITORY, '.ci/run'), 'utf8');
  assert.match(script, /^ {2}''\) newest=test:newest ;;$/m);
  assert.match(script, /^ {2}--release\) export TEST_EXTENT=release newest=test ;;$/m);
  assert.match(script, /^step \d+ npm run -s "\$newest"$/m);
  assert.equal(script.match(/TEST_EXTENT/g)?.length, 1);
  assert.ok(chooseFiles(['tools'], { isQuick: false }).length > 0);
});
