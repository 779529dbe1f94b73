import assert from 'node:assert/strict';
import { test } from 'node:test';
import { transactions as english } from '../src/shared/i18n/en/portal/transactions.ts';
import { transactions as turkish } from '../src/shared/i18n/tr/portal/transactions.ts';

test('of a withdrawal that was not paid or came back, the portal says what the balance has and that the partner gives its player the money', () => {
  for (const [{ transactions }, balance, giver] of [
    [english, /your balance/, /[Yy]ou give (your player|them) the \{\{asked\}\} back/],
    [turkish, /bakiyeniz/, /[Ss]iz oyuncunuza \{\{asked\}\} iade edin/],
  ] as const)
    for (const sentence of [
      transactions.explain.withdrawal_rejected,
      transactions.explain.withdrawal_returned,
    ]) {
      assert.match(sentence, balance);
      assert.match(sentence, giver);
    }
});
