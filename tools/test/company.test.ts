import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { companiesOf } from '../runner/companies.ts';
import { plant, runNode } from './planted.ts';

const PASSING = `import { suite, test } from 'node:test';
test('one', async (t) => { await t.test('inner', () => {}); });
suite('a suite', () => { test('two', () => {}); });`;

/** Files of one folder of the server, which share a process. */
async function runTogether(t: TestContext, sources: readonly string[], limitSeconds = 60) {
  const names = sources.map((_, index) => `server/test/db/${'abcdef'.charAt(index)}.test.ts`);
  const planted = await plant(
    t,
    Object.fromEntries(names.map((name, index) => [name, sources[index] ?? ''])),
  );
  return await runNode(planted.commandLine(limitSeconds, '--in-company'), planted.options);
}

test('neighbours share a process, others and those who say so do not', async (t) => {
  const names = [
    'packages/sdk/test/a.test.ts',
    'packages/domain/test/b.test.ts',
    'e2e/console/l.test.ts',
    'e2e/hosted-page/m.test.ts',
    'server/test/db/c.test.ts',
    'server/test/db/d.test.ts',
    'server/test/db/large.test.ts',
    'server/test/http/console/deposits/e.test.ts',
    'server/test/http/console/f.test.ts',
    'server/test/http/pay/g.test.ts',
    'server/test/processes/h.test.ts',
    'server/test/processes/i.test.ts',
    'tools/test/j.test.ts',
    'tools/test/k.test.ts',
  ];
  const source = (name: string): string => (name.includes('large') ? `// ${'x'.repeat(70_000)}\n` : PASSING);
  const alone = {
    'server/test/db/c2.test.ts': '// In a process of its own: it measures what this process needs.\n',
  };
  const files = { ...Object.fromEntries(names.map((name) => [name, source(name)])), ...alone };
  const { directory } = await plant(t, files);
  const before = process.cwd();
  t.after(() => process.chdir(before));
  process.chdir(directory);
  const companies = companiesOf(Object.keys(files));
  assert.deepEqual(companies.filter((company) => company.length > 1).toSorted(), [
    ['e2e/console/l.test.ts', 'e2e/hosted-page/m.test.ts'],
    ['packages/domain/test/b.test.ts', 'packages/sdk/test/a.test.ts'],
    ['server/test/db/c.test.ts', 'server/test/db/d.test.ts'],
    ['server/test/http/console/deposits/e.test.ts', 'server/test/http/console/f.test.ts'],
  ]);
  assert.deepEqual(companies[0], ['server/test/db/large.test.ts'], 'what takes longest comes first');
  assert.deepEqual(companies.flat().toSorted(), Object.keys(files).toSorted(), 'every file is run once');
});

test('files in company are told of as if each had been alone', async (t) => {
  const failing = `import assert from 'node:assert/strict';
import { test } from 'node:test';
console.log('written by a bad file');
test('outer', async (t) => { t.diagnostic('a note'); await t.test('inner', () => assert.equal(1, 2)); });`;
  const { status, output } = await runTogether(t, [
    PASSING,
    failing,
    `console.log('by a good one');${PASSING}`,
  ]);
  assert.equal(status, 1);
  assert.match(output, /^✔ server\/test\/db\/a\.test\.ts: 3 tests, \d+\.\d s$/m);
  assert.match(output, /^✖ server\/test\/db\/b\.test\.ts: 2 tests, \d+\.\d s$/m);
  assert.match(output, /^✔ server\/test\/db\/c\.test\.ts: 3 tests, \d+\.\d s$/m);
  assert.match(
    output,
    /^✖ server\/test\/db\/b\.test\.ts > outer > inner\n {2}at server\/test\/db\/b\.test\.ts:4:\d+\n/m,
  );
  assert.match(output, /^Notes of server\/test\/db\/b\.test\.ts:\n {2}a note$/m);
  assert.match(output, /^Output of server\/test\/db\/b\.test\.ts:\n {2}written by a bad file$/m);
  assert.doesNotMatch(output, /by a good one/);
  assert.match(output, /\nℹ tests 8\nℹ suites 2\nℹ pass 6\nℹ fail 2\n/);
});

test('a good company exits with 0, and nothing is counted that is no test of its files', async (t) => {
  const { status, output } = await runTogether(t, [PASSING, PASSING]);
  assert.equal(status, 0, output);
  assert.match(output, /\nℹ tests 6\nℹ suites 2\nℹ pass 6\nℹ fail 0\n/);
});

test('what a file leaves in the environment and in mocked functions is not seen by the next', async (t) => {
  const { status, output } = await runTogether(t, [
    `import { mock, test } from 'node:test';
test('leaves', () => { process.env.LEFT = 'yes'; process.env.PATH = ''; mock.method(Math, 'random', () => 7); });`,
    `import assert from 'node:assert/strict';
import { test } from 'node:test';
test('finds nothing', () => { assert.equal(process.env.LEFT, undefined); assert.notEqual(process.env.PATH, ''); assert.ok(Math.random() < 1); });`,
  ]);
  assert.equal(status, 0, output);
});

const WAITS = `import { test } from 'node:test';
test('waits', async () => { await new Promise((resolve) => setTimeout(resolve, 300)); });`;

/** The second of four files. Is it named, and do the others pass? */
const BAD_FILES = {
  'that throws before its first test': {
    source: `throw new Error('at the top');`,
    expected: /^✖ server\/test\/db\/b\.test\.ts\n[^]*Error: at the top/m,
  },
  'that cannot be parsed': {
    source: `const = ;`,
    expected: /^✖ server\/test\/db\/b\.test\.ts\n[^]*SyntaxError/m,
  },
  'that ends the process of all': {
    source: `import { test } from 'node:test';
test('ends it', async () => { process.kill(process.pid, 'SIGKILL'); await new Promise((r) => setTimeout(r, 9000)); });`,
    expected: /^✖ server\/test\/db\/b\.test\.ts\n {2}It was ended by SIGKILL\./m,
  },
  'that ends the process with 0 in the middle of a test': {
    source: `import { test } from 'node:test';
test('leaves', async () => { await new Promise((r) => setTimeout(r, 100)); process.exit(0); });`,
    expected: /^✖ server\/test\/db\/b\.test\.ts\n {2}It ended with exit code 0 too early\..*"leaves"\.$/m,
  },
  'without a test': {
    source: `export {};`,
    expected: /^✖ server\/test\/db\/b\.test\.ts\n {2}There is no test in it\.$/m,
  },
  'that hangs': {
    source: `import { test } from 'node:test';
test('hangs', () => { for (;;); });`,
    expected: /^✖ server\/test\/db\/b\.test\.ts\n {2}It did not end within 8 s and was killed\./m,
  },
};

for (const [which, { source, expected }] of Object.entries(BAD_FILES)) {
  test(`a file in company ${which} fails the run, is named, and keeps nobody from running`, async (t) => {
    const { status, output } = await runTogether(t, [WAITS, source, WAITS, PASSING], 8);
    assert.equal(status, 1, output);
    assert.match(output, expected);
    for (const name of ['a', 'c', 'd'])
      assert.match(output, new RegExp(`^✔ server/test/db/${name}\\.test`, 'm'));
    assert.match(output, /^ℹ fail [1-9]\d*$/m);
  });
}

/** Nobody knows whose fault it was. */
const LEFT_BEHIND = {
  'an unhandled rejection after its test': {
    source: `import { test } from 'node:test';
test('is over', () => { setTimeout(() => Promise.reject(new Error('late')), 50); });`,
    why: /It ended with exit code 1\.[^]*Test "is over" at [^]*Error: late/,
  },
  'an exit code': {
    source: `import { test } from 'node:test';
test('passes', () => { process.exitCode = 3; });`,
    why: /It ended with exit code 3\./,
  },
  'something that does not end': {
    source: `import { test } from 'node:test';
test('passes', () => { setInterval(() => {}, 1000); });`,
    why: /It did not end within 8 s and was killed\./,
  },
};

for (const [what, { source, why }] of Object.entries(LEFT_BEHIND)) {
  test(`of a file that leaves ${what}, the whole company is bad`, async (t) => {
    const { status, output } = await runTogether(t, [PASSING, source, WAITS], 8);
    assert.equal(status, 1, output);
    for (const name of ['a', 'b', 'c'])
      assert.match(output, new RegExp(`^✖ server/test/db/${name}\\.test`, 'm'));
    assert.match(output, why);
  });
}

test('each file in company has the time that one alone has', async (t) => {
  const sleeps = `import { test } from 'node:test';
test('waits', async () => { await new Promise((resolve) => setTimeout(resolve, 2500)); });`;
  const { status, output } = await runTogether(t, [sleeps, sleeps, sleeps, sleeps], 8);
  assert.equal(status, 0, output);
});

test('in company, too, the limit of a test is not that of a file', async (t) => {
  // A test has 3.2 s.
  const sleeps = `import { test } from 'node:test';
const sleep = async () => { await new Promise((resolve) => setTimeout(resolve, 2000)); };
test('waits', sleep);
test('waits again', sleep);`;
  const { status, output } = await runTogether(t, [sleeps, PASSING], 8);
  assert.equal(status, 0, output);
});
