import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'node:test';
import { breakAndMend } from './break-and-mend.ts';
import type { Line } from './client-log.ts';
import type { Begun } from './faults.ts';
import { faultNamed } from './faults.ts';
import { findAloneFrom, loseStandbys } from './lost-standbys.ts';

const PLACE = { directory: '', prefix: '', etcdApi: '2', diskMb: 0 } as const;
const MENDING_MS = 50;

async function broken(begun: Begun): Promise<{ lines: Line[]; mendedFrom: number }> {
  const lines: Line[] = [];
  let mendedFrom = Infinity;
  const fault = {
    name: 'a fault',
    holdS: 0.02,
    begin: async () => await Promise.resolve(begun),
    undo: async () => {
      mendedFrom = Date.now();
      await sleep(MENDING_MS);
    },
  };
  await breakAndMend(fault, { place: PLACE, log: { note: (line) => void lines.push(line) } });
  return { lines, mendedFrom };
}

function spansOf(lines: readonly Line[]) {
  return lines.flatMap((line) => (line.kind === 'fault' && line.alone !== undefined ? [line.alone] : []));
}

test('a primary that was left alone is alone until the fault begins to be mended', async () => {
  const from = Date.now();
  const { lines, mendedFrom } = await broken({ nodes: ['n2', 'n3'], aloneFrom: from });
  const [span, ...more] = spansOf(lines);
  assert.deepEqual(more, []);
  assert.equal(span?.from, from);
  assert.ok(span.to >= from + 20 - 1 && span.to <= mendedFrom, `${span.to}, mended from ${mendedFrom}`);
});

test('of a primary that has a standby nothing is said', async () => {
  const { lines } = await broken({ nodes: ['n1'] });
  assert.deepEqual(spansOf(lines), []);
  assert.deepEqual(
    lines.map((line) => line.kind === 'fault' && line.step),
    ['broken', 'undone'],
  );
});

test('a primary is alone only when no standby follows, and after the answers that were under way', async () => {
  const answers = [true, true, false];
  const begunAt = Date.now();
  const from = await findAloneFrom(async () => await Promise.resolve(answers.shift() ?? assert.fail()));
  assert.deepEqual(answers, []);
  // Two pauses of a quarter of a second, and three seconds for the answers.
  assert.ok(from >= begunAt + 3_490, `${from - begunAt} ms`);
});

test('who kills both standbys asks whether the primary is alone', () => {
  assert.equal(faultNamed('lose-standbys').begin, loseStandbys);
});
