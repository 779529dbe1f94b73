import assert from 'node:assert/strict';
import { test } from 'node:test';
import { REASON_CODES, STEP_TRIGGERS, TRANSITIONS } from '@vezne/domain/transaction-state';
import type { TransactionState } from '@vezne/domain/transaction-state';
import { statesDocument } from '../docs/states.ts';
import { statesPicture } from '../docs/svg/states-picture.ts';

/** The first cells of every line of a table. */
function rows(): string[][] {
  return statesDocument()
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) =>
      line
        .slice(1, -1)
        .split(' | ')
        .map((cell) => cell.replaceAll('`', '').trim()),
    );
}

function written(state: TransactionState | null): string {
  return [state?.status, state?.stage].filter(Boolean).join(', ');
}

test('every change of state has its line, with who makes it and who is told', () => {
  const lines = rows();
  for (const { from, trigger, to, event } of TRANSITIONS) {
    const line = lines.find(
      (cells) =>
        cells[0] === written(from) &&
        cells[1] === trigger &&
        cells[3] === written(to) &&
        cells[4] === (event ?? ''),
    );
    assert.ok(line, `${written(from)} ${trigger} is missing.`);
    assert.notEqual(line[2], '', 'Somebody does it.');
  }
});

test('every trigger, step and reason is explained', () => {
  const explained = new Map(rows().map(([name = '', ...words]) => [name, words.join('')]));
  for (const name of [...STEP_TRIGGERS, ...REASON_CODES])
    assert.match(explained.get(name) ?? '', /\w/, `${name} has no words.`);
});

test('only the approval and the rejection of a deposit, and a withdrawal from its authorisation on, are documented as postings', () => {
  const posting = rows().flatMap((cells) => (/ledger\.md#/.test(cells[5] ?? '') ? [cells.slice(0, 2)] : []));
  assert.deepEqual(posting, [
    ['waiting_confirmation', 'approve'],
    ['waiting_confirmation', 'reject'],
    ['waiting_confirmation, taken', 'authorise'],
    ['waiting_confirmation, authorised', 'release_authorised'],
    ['waiting_confirmation, authorised', 'approve'],
    ['waiting_confirmation, authorised', 'reject'],
    ['approved', 'payout_returned'],
  ]);
});

for (const type of ['deposit', 'withdrawal'] as const) {
  test(`the picture of a ${type} has as many arrows and events as its table needs`, () => {
    const edges = TRANSITIONS.filter((edge) => edge.type === type);
    const texts = statesPicture(type).texts.map(({ text }) => text);
    const wanted = edges.map(({ trigger }) => trigger);
    const names = new Set<string>(wanted);
    assert.deepEqual(texts.filter((text) => names.has(text)).sort(), wanted.sort());
    const arrows = new Set(edges.map(({ from, to }) => `${written(from)} ${written(to)}`));
    assert.equal(statesPicture(type).svg.match(/class="arrow"/g)?.length, arrows.size);
    for (const { to, event } of edges) {
      assert.ok(texts.includes(to.stage ?? to.status), written(to));
      assert.ok(event === null || texts.includes(event), `${event} is missing.`);
    }
  });
}
