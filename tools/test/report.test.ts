import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { plant, runFiles } from './planted.ts';

const PASSING = `
import { describe, test } from 'node:test';
console.log('written by a file that passes');
test('one', () => {});
describe('a suite', () => { test('two', () => {}); });`;

const FAILING = `
import assert from 'node:assert/strict';
import { test } from 'node:test';
test('outer', async (t) => {
  console.log('written to the output');
  console.error('written to the errors');
  t.diagnostic('a note');
  await t.test('inner', () => assert.equal(1, 2));
});
test('beside it', () => {});`;

/** The closing lines, parsed. */
function closing(output: string): Record<string, number> {
  const lines = [...output.matchAll(/^ℹ (\w+) ([\d.]+)$/gm)];
  return Object.fromEntries(lines.map(([, name, value]) => [name, Number(value)]));
}

async function runOne(t: TestContext, source: string, limitSeconds = 60) {
  return await runFiles(await plant(t, { 'planted.test.ts': source }), limitSeconds);
}

test('a good run prints a line for each file and the closing lines, and exits with 0', async (t) => {
  const { status, output } = await runFiles(
    await plant(t, { 'a.test.ts': PASSING, 'b.test.ts': PASSING.replace('one', 'uno') }),
  );
  assert.equal(status, 0, output);
  assert.match(output, /^✔ a\.test\.ts: 2 tests, \d+\.\d s$/m);
  assert.match(output, /^✔ b\.test\.ts: 2 tests, \d+\.\d s$/m);
  assert.doesNotMatch(output, /written by/);
  const { duration_ms: tookMs, ...counts } = closing(output);
  assert.deepEqual(counts, { tests: 4, suites: 2, pass: 4, fail: 0, cancelled: 0, skipped: 0, todo: 0 });
  assert.ok(tookMs !== undefined && tookMs > 0);
  assert.equal(output.trimEnd().split('\n').length, 2 + 1 + 8, output);
});

test('a failure is printed last and in full, with its whole name, place, stack, notes and output', async (t) => {
  const { status, output } = await runFiles(
    await plant(t, { 'bad.test.ts': FAILING, 'good.test.ts': PASSING }),
  );
  assert.equal(status, 1);
  const [lines = '', atLength = ''] = output.split('✖ failing tests:');
  assert.match(lines, /^✖ bad\.test\.ts: 3 tests/m);
  assert.match(lines, /^✔ good\.test\.ts: 2 tests/m);
  assert.match(atLength, /^✖ bad\.test\.ts > outer > inner\n {2}at bad\.test\.ts:8:\d+\n/m);
  assert.match(atLength, /AssertionError.*\n\n {2}1 !== 2\n\n(?: {6}at .*\n)+/);
  assert.match(atLength, /^Notes of bad\.test\.ts:\n {2}a note$/m);
  assert.match(atLength, /^Output of bad\.test\.ts:\n(?: {2}written to the (?:output|errors)\n){2}/m);
  assert.doesNotMatch(atLength, /good\.test|written by|beside it/);
  assert.match(atLength, /\nℹ tests 5\nℹ suites 1\nℹ pass 3\nℹ fail 2\n(?:ℹ .*\n){4}$/);
});

test('a failure deep in a suite that runs beside another test is reported with its own names', async (t) => {
  const { output } = await runOne(
    t,
    `import { describe, test } from 'node:test';
describe('all', { concurrency: true }, () => {
  describe('slow', () => { test('x', async () => { await new Promise((r) => setTimeout(r, 100)); throw 'thrown text'; }); });
  describe('fast', () => { test('y', () => { throw new Error('of y'); }); });
});`,
  );
  assert.match(output, /^✖ planted\.test\.ts > all > slow > x\n.*\n {2}'thrown text'$/m);
  assert.match(output, /^✖ planted\.test\.ts > all > fast > y\n.*\n {2}Error: of y$/m);
});

const BAD_FILES = {
  'that throws before its first test': {
    source: `throw new Error('at the top');`,
    expected: /^✖ planted\.test\.ts\n {2}It ended with exit code 1\.[^]*Error: at the top/m,
  },
  'that cannot be parsed': {
    source: `const = ;`,
    expected: /^✖ planted\.test\.ts\n {2}It ended with exit code 1\.[^]*SyntaxError/m,
  },
  'that is killed': {
    source: `import { test } from 'node:test';
test('ends it', async () => { process.kill(process.pid, 'SIGKILL'); await new Promise((r) => setTimeout(r, 9000)); });`,
    expected: /^✖ planted\.test\.ts\n {2}It was ended by SIGKILL\./m,
  },
  'that ends with 0 in the middle of a test': {
    source: `import { test } from 'node:test';
test('before', () => {});
test('leaves', async () => { await new Promise((r) => setTimeout(r, 100)); process.exit(0); });`,
    expected: /^✖ planted\.test\.ts\n {2}It ended with exit code 0 too early\..*"leaves"\.$/m,
  },
  'without a test': {
    source: `export {};`,
    expected: /^✖ planted\.test\.ts\n {2}There is no test in it\.$/m,
  },
  'whose suites are empty': {
    source: `import { describe } from 'node:test';
describe('nothing', () => {});`,
    expected: /^✖ planted\.test\.ts\n {2}There is no test in it\.$/m,
  },
  'with an unhandled rejection during a test': {
    source: `import { test } from 'node:test';
test('rejects', async () => { Promise.reject(new Error('alone')); await new Promise((r) => setTimeout(r, 100)); });`,
    expected: /^✖ planted\.test\.ts > rejects\n.*\n {2}Error: alone$/m,
  },
  'with an unhandled rejection after its test': {
    source: `import { test } from 'node:test';
test('is over', () => { setTimeout(() => Promise.reject(new Error('late')), 50); });`,
    expected: /^✖ planted\.test\.ts\n {2}It ended with exit code 1\.[^]*^Notes of [^]*Error: late/m,
  },
  'whose last hook throws': {
    source: `import { after, test } from 'node:test';
after(() => { throw new Error('in the hook'); });
test('passes', () => {});`,
    expected: /^✖ planted\.test\.ts[^]*in the hook/m,
  },
  'that sets an exit code though its tests pass': {
    source: `import { test } from 'node:test';
test('passes', () => { process.exitCode = 3; });`,
    expected: /^✖ planted\.test\.ts\n {2}It ended with exit code 3\./m,
  },
};

for (const [which, { source, expected }] of Object.entries(BAD_FILES)) {
  test(`a file ${which} fails the run, and is named`, async (t) => {
    const { status, output } = await runOne(t, source);
    assert.equal(status, 1, output);
    assert.match(output, expected);
    assert.match(output, /^ℹ fail [1-9]\d*$/m);
  });
}

test('a hanging test fails under its own name, and a file that does not end is killed', async (t) => {
  const { status, output } = await runOne(
    t,
    `import { test } from 'node:test';
setInterval(() => {}, 1000);
test('hangs', async () => { await new Promise(() => {}); });`,
    8,
  );
  assert.equal(status, 1);
  assert.match(output, /^✖ planted\.test\.ts > hangs\n.*\n {2}'test timed out after 3200ms'$/m);
  assert.match(output, /^✖ planted\.test\.ts\n {2}It did not end within 8 s and was killed\./m);
});

test('a file that blocks its process is killed too', async (t) => {
  const { status, output } = await runOne(t, 'for (;;);', 2);
  assert.equal(status, 1);
  assert.match(output, /^✖ planted\.test\.ts\n {2}It did not end within 2 s and was killed\./m);
});

test('an interrupted run names the files that it left out, and fails', async (t) => {
  const planted = await plant(t, {
    'a.test.ts': PASSING,
    'b.test.ts': `import { test } from 'node:test';
test('long', async () => { await new Promise((r) => setTimeout(r, 60_000)); });`,
  });
  const child = spawn(process.execPath, planted.commandLine(60), planted.options);
  let output = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    if (text.includes('a.test.ts')) child.kill('SIGTERM');
  });
  assert.deepEqual(await once(child, 'close'), [1, null]);
  assert.match(output, /^✖ not run to their end: b\.test\.ts$/m);
});
