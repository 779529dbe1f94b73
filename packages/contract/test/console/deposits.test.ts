import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AUDIT_ACTIONS } from '@vezne/domain/audit-actions';
import { ACTION_RULES } from '@vezne/domain/permissions';
import * as decisions from '../../src/console/deposit-decisions.ts';
import { queueFilters } from '../../src/console/deposits.ts';

/** What people do to deposits, and as what it is audited. */
const ROUTES = {
  'deposit.approve': decisions.approveDeposit,
  'deposit.confirm_on_behalf': decisions.confirmDepositOnBehalf,
  'deposit.correct': decisions.correctDeposit,
  'deposit.enter_late_money': decisions.enterLateMoney,
  'deposit.hold': decisions.holdDeposit,
  'deposit.reject': decisions.rejectDeposit,
  'deposit.take_over': decisions.claimDeposit,
  'deposit.unhold': decisions.unholdDeposit,
} as const;

test('a route that decides on a deposit asks for the step-up and the permission that the table of actions says', () => {
  for (const action of Object.keys(ROUTES) as (keyof typeof ROUTES)[]) {
    const { stepUp, asks } = ACTION_RULES[action];
    assert.deepEqual([ROUTES[action].stepUp, ROUTES[action].permission], [stepUp, asks], action);
  }
  const known = AUDIT_ACTIONS.filter((action) => action.startsWith('deposit.'));
  assert.deepEqual(
    known.toSorted(),
    Object.keys(ROUTES).toSorted(),
    'every action on a deposit has its route',
  );
  assert.equal(decisions.approveDepositsInBulk.stepUp, ACTION_RULES['deposit.approve'].stepUp);
});

test('an amount of money is read as minor units, and never from a number', () => {
  const pressed = { seen: 'a'.repeat(64), decisionId: '01a2b3c4-d5e6-7f80-91a2-b3c4d5e6f708' };
  const { request } = decisions.approveDeposit;
  assert.equal(request.parse({ ...pressed, actualAmount: '950.00' }).actualAmount, 95_000n);
  for (const actualAmount of [950, '950', '950,00', '-1.00', '0.00', ''])
    assert.equal(request.safeParse({ ...pressed, actualAmount }).success, false, String(actualAmount));
  for (const seen of ['', 'a'.repeat(63), 'A'.repeat(64), `${'a'.repeat(64)}\n`])
    assert.equal(request.safeParse({ ...pressed, seen, actualAmount: '1.00' }).success, false, seen);
});

test('a correction names an amount or an account and says why; its amount may be nothing', () => {
  const pressed = { seen: 'a'.repeat(64), decisionId: '01a2b3c4-d5e6-7f80-91a2-b3c4d5e6f708', note: 'why' };
  const { request } = decisions.correctDeposit;
  assert.equal(request.parse({ ...pressed, actualAmount: '0.00' }).actualAmount, 0n);
  assert.equal(request.parse({ ...pressed, actualAmount: '950.00' }).actualAmount, 95_000n);
  const bankAccountId = pressed.decisionId;
  assert.ok(request.safeParse({ ...pressed, bankAccountId }).success);
  assert.ok(!request.safeParse(pressed).success);
  for (const actualAmount of [0, '0', '0.000', '-0.00', '00.0'])
    assert.equal(request.safeParse({ ...pressed, actualAmount }).success, false, String(actualAmount));
  assert.ok(!request.safeParse({ ...pressed, actualAmount: '950.00', note: undefined }).success);
});

test('late money is refused money or new, never both', () => {
  const id = '01a2b3c4-d5e6-7f80-91a2-b3c4d5e6f708';
  const { request } = decisions.enterLateMoney;
  const said = { decisionId: id, amount: '400.00' };
  assert.equal(request.parse(said).amount, 40_000n);
  for (const which of [{ refusedTransactionId: id }, { isNewMoney: true }])
    assert.ok(request.safeParse({ ...said, ...which }).success);
  assert.ok(!request.safeParse({ ...said, refusedTransactionId: id, isNewMoney: true }).success);
  assert.ok(!request.safeParse({ ...said, isNewMoney: false }).success);
});

test('filters come as text', () => {
  const { least, olderThan } = queueFilters.parse({ least: '1000.00', olderThan: '60' });
  assert.deepEqual([least, olderThan], [100_000n, 60]);
  for (const filters of [{ olderThan: '-1' }, { claimed: 'me' }, { partner: 'shop' }, { least: '1' }])
    assert.equal(queueFilters.safeParse(filters).success, false, JSON.stringify(filters));
});
