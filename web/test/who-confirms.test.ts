import assert from 'node:assert/strict';
import { test } from 'node:test';
import { whoConfirms } from '../src/console/features/overview/who-confirms.ts';

const SIGNED_IN = {
  confirm_decision: 1,
  confirm_large_decision: 1,
  confirm_operation: 2,
  confirm_change: 0,
};

test('who is there to confirm is said as it is, and warned of below two', () => {
  const said = whoConfirms(SIGNED_IN, ['decide', 'confirm_decision']);
  assert.deepEqual(
    said.map(({ who, count, isEnough }) => [who, count, isEnough]),
    [
      ['only_you', 1, false],
      ['person', 1, false],
      ['person', 2, true],
      ['nobody', 0, false],
    ],
  );
});
