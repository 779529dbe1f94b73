import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { faultNamed } from './faults.ts';
import { check } from './checker.ts';
import { makeUp, rowsOf } from './made-up.ts';
import type { MadeUp } from './made-up.ts';
import { findingsOf, isAsExpected, plantNamed, PLANTS } from './planted.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

// The runs themselves take minutes (docs/reliability.md). This tells of a text that has moved with the change that moved it.
for (const { name, fault, edits = [] } of PLANTS) {
  test(`what is planted as ${name} has its place in the sources`, async () => {
    assert.equal(faultNamed(fault).name, fault);
    for (const { file, from } of edits) {
      const text = await readFile(join(ROOT, file), 'utf8');
      assert.equal(text.split(from).length, 2, `${file} has once: ${from}`);
    }
  });
}

function timesFound(name: string, change: (made: MadeUp) => void): number {
  const made = makeUp();
  change(made);
  return findingsOf(plantNamed(name), check(made.lines, rowsOf(made)).findings).length;
}

test('an event that is not there is what event-outside is found by, and a late webhook is not', () => {
  const withoutEvent = timesFound('event-outside', (made) => made.events.shift());
  assert.equal(withoutEvent, 1);
  const late = timesFound('event-outside', (made) => {
    made.lines = made.lines.filter(({ kind }) => kind !== 'webhook');
  });
  assert.equal(late, 0);
});

for (const name of ['etcd-v3', 'unproven']) {
  test(`a create that is gone is what ${name} is found by`, () => {
    assert.equal(
      timesFound(name, (made) => made.transactions.shift()),
      // It was acknowledged, and again when it was repeated.
      2,
    );
  });
}

function giveBlockTwice({ lines }: MadeUp): void {
  const create = lines.find((line) => line.kind === 'create');
  if (create !== undefined) create.api = 1 - create.api;
}

test('a block that two processes had is what nextval is found by', () => {
  assert.equal(timesFound('nextval', giveBlockTwice), 1);
});

test('the control of nextval is good only without such a block, whatever else is wrong', () => {
  const isGood = (change: (made: MadeUp) => void): boolean => {
    const made = makeUp();
    change(made);
    return isAsExpected(plantNamed('nextval-control'), check(made.lines, rowsOf(made)).findings);
  };
  assert.equal(isGood(giveBlockTwice), false);
  assert.equal(
    isGood((made) => made.transactions.shift()),
    true,
  );
});
