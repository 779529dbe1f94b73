import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCommand } from './command.ts';

for (const times of ['0', '0.5', '1.5', '-1', 'many', '']) {
  test(`a run with --times ${JSON.stringify(times)} is refused: it would break nothing, or nobody knows what`, () => {
    const said = readCommand(['freeze', `--times=${times}`]);
    assert.ok(typeof said === 'string');
    assert.match(said, /--times/);
  });
}

test('a fault is repeated as often as is said', () => {
  const command = readCommand(['freeze', '--times', '3']);
  assert.ok(typeof command !== 'string');
  assert.equal(command.times, 3);
});
