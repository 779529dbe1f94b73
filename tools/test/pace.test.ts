import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasIdleTime } from '../runner/idle.ts';
import { readPace } from '../runner/run-files.ts';
import { plant, runFiles } from './planted.ts';

test('a pace is a number of processes, and of those who run while the machine is idle', () => {
  assert.deepEqual(readPace('1'), { always: 1, whileIdle: 0 });
  assert.deepEqual(readPace('2+3'), { always: 2, whileIdle: 3 });
  for (const wrong of ['', '0', '+', '2+', '2++3', '12', 'two'])
    assert.equal(readPace(wrong), undefined, wrong);
});

test('of many files each is run once, whoever takes it', async (t) => {
  const names = Array.from({ length: 9 }, (_, index) => `f${index}.test.ts`);
  // Some wait, so that there may be time left for a third.
  const source = `import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
test('waits', async () => await sleep(700));`;
  const planted = await plant(t, Object.fromEntries(names.map((name) => [name, source])));
  const { status, output } = await runFiles(planted);
  assert.equal(status, 0, output);
  const ran = [...output.matchAll(/^✔ (\S+): 1 test, /gm)].map(([, name]) => name);
  assert.deepEqual(ran.toSorted(), names);
  assert.match(output, /^ℹ tests 9$/m);
});

test('nobody looks for idle time in a run that is interrupted', async () => {
  const startedMs = performance.now();
  await hasIdleTime(AbortSignal.abort());
  assert.ok(performance.now() - startedMs < 1_500);
});
