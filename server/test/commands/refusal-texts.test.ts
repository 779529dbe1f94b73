import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  DECISION_REFUSALS,
  LATE_MONEY_REFUSALS,
  OPERATION_REFUSALS,
  REQUEST_REFUSALS,
} from '../../src/commands/refusal-texts.ts';

const TABLES = { DECISION_REFUSALS, LATE_MONEY_REFUSALS, OPERATION_REFUSALS, REQUEST_REFUSALS };

test('every refusal says in whole sentences what is wrong, and then what to do', () => {
  for (const [table, sentences] of Object.entries(TABLES)) {
    for (const [reason, sentence] of Object.entries(sentences)) {
      const text = sentence({ id: 'txn_1', status: 'waiting_confirmation', stage: 'taken' });
      assert.match(text, /^(txn_1|[A-Z])[^]*?[.:] [A-Z][^]+/, `${table}.${reason}: ${text}`);
      assert.match(text, /(\.|: ?vezne [a-z- _]+( txn_1)?)$/, `${table}.${reason}: ${text}`);
      assert.doesNotMatch(text, /undefined|null/, `${table}.${reason}`);
    }
  }
});

test('a conflict says where the transaction stands', () => {
  const text = DECISION_REFUSALS.conflict({ id: 'txn_1', status: 'waiting_confirmation', stage: 'taken' });
  assert.match(text, /^txn_1 is waiting_confirmation \(taken\), and this can't be done from there\./);
});
