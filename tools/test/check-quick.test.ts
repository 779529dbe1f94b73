import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { plant, runNode } from './planted.ts';

const CHECK_QUICK = fileURLToPath(new URL('../check-quick.ts', import.meta.url));
const STEPS = ['check:types', 'check:lint', 'check:folders', 'check:format', 'test:quick'];

/** A quick check whose steps only print their name, except the given ones. */
async function checkQuick(t: TestContext, scripts: Record<string, string> = {}) {
  const good = STEPS.map((step) => [step, `echo said by ${step}`]);
  const { options } = await plant(t, {
    'package.json': JSON.stringify({ scripts: { ...Object.fromEntries(good), ...scripts } }),
  });
  return await runNode([CHECK_QUICK], options);
}

test('a quick check that passes prints one line for each step', async (t) => {
  const { status, output } = await checkQuick(t, { 'test:quick': "echo 'ℹ tests 7'" });
  assert.equal(status, 0, output);
  for (const step of STEPS) assert.match(output, new RegExp(`^✔ ${step}: \\d+\\.\\d s`, 'm'));
  assert.match(output, /^✔ test:quick: .*, 7 tests$/m);
  assert.equal(output.trimEnd().split('\n').length, STEPS.length, output);
});

for (const step of STEPS) {
  test(`a quick check fails if ${step} fails, and prints its output after all other steps`, async (t) => {
    const { status, output } = await checkQuick(t, { [step]: 'echo the reason >&2; exit 3' });
    assert.equal(status, 1);
    assert.ok(output.endsWith(`\n=== ${step}\nthe reason\n`), output);
    for (const other of STEPS) assert.match(output, new RegExp(`^[✔✖] ${other}: `, 'm'));
    assert.doesNotMatch(output, /said by/);
  });
}
