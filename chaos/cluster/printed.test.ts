import assert from 'node:assert/strict';
import { test } from 'node:test';
import { check } from './checker.ts';
import type { CheckResult } from './checker.ts';
import { makeUp, rowsOf } from './made-up.ts';
import type { MadeUp } from './made-up.ts';
import { plantNamed } from './planted.ts';
import { printed } from './printed.ts';
import type { Totals } from './report.ts';

function checked(change: (made: MadeUp) => void): CheckResult {
  const made = makeUp();
  change(made);
  return check(made.lines, rowsOf(made));
}

function loseACreate({ transactions }: MadeUp): void {
  transactions.shift();
}

for (const [what, plant] of [
  ['a run', undefined],
  ['a run with a bug', plantNamed('unproven')],
] as const) {
  test(`a program that asked for the totals of ${what} reads one line of them, and people read the rest beside it`, () => {
    const { stdout, stderr } = printed(checked(loseACreate), { plant, isJson: true });
    const [line = '', ...more] = stdout.split('\n');
    assert.deepEqual(more, ['']);
    assert.equal((JSON.parse(line) as Totals).lost, 4);
    assert.match(stderr, /^\| fault \|/);
    assert.match(stderr, /^BROKEN kill-both: 4 times/m);
  });
}

test('without a program all that people read is on standard output', () => {
  const { stdout, stderr, isGood } = printed(checked(loseACreate), { plant: undefined, isJson: false });
  assert.equal(stderr, '');
  assert.match(stdout, /^BROKEN kill-both: 4 times/m);
  assert.equal(isGood, false);
});

test('each fault has a row for the document, with its limits and what was measured', () => {
  const { stdout, isGood } = printed(
    checked(() => undefined),
    { plant: undefined, isJson: false },
  );
  assert.ok(
    stdout.includes('| `kill-both` | the primary and its agent are killed | 7 | 4.0 |  |  | 40 of 40 |\n'),
    stdout,
  );
  assert.ok(stdout.includes('For docs/reliability.md: 301 creates acknowledged in 1 faults'), stdout);
  assert.equal(isGood, true);
});

test('faults of one name share a row, and what is over its limit is bold', () => {
  const { stdout } = printed(
    checked(({ lines }) => {
      lines.push({ kind: 'fault', at: 22_000, step: 'begun', name: 'kill-both' });
      for (const line of lines)
        if (line.kind === 'create' && line.at > 21_000 && line.at < 29_500) line.tookMs = 29_600 - line.at;
    }),
    { plant: undefined, isJson: false },
  );
  assert.match(stdout, /^\| `kill-both` \| [a-z ]+; 2 times \| 7 \| \*\*4.0 to 7.5\*\* \|/m);
});

test('a plant has a row for the document, which counts what it was found by alone', () => {
  const { stdout } = printed(checked(loseACreate), { plant: plantNamed('unproven'), isJson: false });
  assert.match(stdout, /^\| `unproven` \| .+ \| 4 times `double-fault` \| 2 acknowledged creates lost \|$/m);
});

for (const [name, change, isGood] of [
  ['unproven', loseACreate, true],
  ['unproven', () => undefined, false],
  ['nextval-control', loseACreate, true],
] as const) {
  test(`a run of ${name} is ${isGood ? 'good' : 'bad'} if ${change === loseACreate ? 'a create' : 'nothing'} was lost`, () => {
    assert.equal(printed(checked(change), { plant: plantNamed(name), isJson: true }).isGood, isGood);
  });
}
