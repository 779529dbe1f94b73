import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plant, runNode } from './planted.ts';

const PASSING = `import { test } from 'node:test';
test('always', () => {});`;

/** Fails in those of its runs that are named, the first being 0. */
const failingIn = (runs: number[]): string => `
import { test } from 'node:test';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
const count = \`\${import.meta.filename}.count\`;
const run = existsSync(count) ? Number(readFileSync(count, 'utf8')) : 0;
writeFileSync(count, String(run + 1));
test('in a bad moment', () => { if (${JSON.stringify(runs)}.includes(run)) throw new Error('too late'); });`;

const ONCE = failingIn([0]);

const RUNS = {
  'one that passes three times alone is good, and the output names it': {
    files: { 'once.test.ts': ONCE, 'good.test.ts': PASSING },
    flags: ['--second-chance'],
    status: 0,
    prints: /^↻ failed in company, passed 3 times alone: once\.test\.ts$/m,
  },
  'one that fails once more is bad': {
    files: { 'twice.test.ts': failingIn([0, 3]), 'good.test.ts': PASSING },
    flags: ['--second-chance'],
    status: 1,
    prints: /^↻ twice\.test\.ts failed and runs 3 times alone$/m,
  },
  'one that is never tried again is bad at once': {
    files: { 'once.test.ts': `// Never tried again: a row may cross once.${ONCE}`, 'good.test.ts': PASSING },
    flags: ['--second-chance'],
    status: 1,
    prints: /^ℹ fail 1$/m,
  },
  'four are no bad moment': {
    files: { 'a.test.ts': ONCE, 'b.test.ts': ONCE, 'c.test.ts': ONCE, 'd.test.ts': ONCE },
    flags: ['--second-chance'],
    status: 1,
    prints: /^ℹ fail 4$/m,
  },
  'without the flag there is no second chance': {
    files: { 'once.test.ts': ONCE },
    flags: [],
    status: 1,
    prints: /^ℹ fail 1$/m,
  },
};

for (const [name, { files, flags, status, prints }] of Object.entries(RUNS)) {
  test(`of files that failed, ${name}`, async (t) => {
    const planted = await plant(t, files);
    const run = await runNode(planted.commandLine(60, ...flags), planted.options);
    assert.equal(run.status, status, run.output);
    assert.match(run.output, prints);
    assert.match(run.output, /too late/, 'the first failure stays in the output');
  });
}
