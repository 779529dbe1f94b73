import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AUDIT_ACTIONS } from '@vezne/domain/audit-actions';
import { HOLD_REASONS } from '@vezne/domain/hold';
import { PAYOUT_MARKS } from '@vezne/domain/payout-marks';
import { ROLES } from '@vezne/domain/permissions';
import { REASON_CODES, TRANSACTION_STATUSES, WITHDRAWAL_STAGES } from '@vezne/domain/transaction-state';
import { TWO_PEOPLE_REASONS } from '@vezne/domain/two-people';
import { codeKey } from '../src/console/features/audit/audit-codes.ts';
import { daysOf, readAuditFilters } from '../src/console/features/audit/audit-filters.ts';
import { en } from '../src/shared/i18n/en.ts';
import { tr } from '../src/shared/i18n/tr.ts';

test('every action of the log has its words in both languages, and there are words for nothing else', () => {
  for (const { audit } of [tr, en]) {
    const worded = Object.entries(audit.did).flatMap(([noun, verbs]) =>
      Object.keys(verbs).map((verb) => `${noun}.${verb}`),
    );
    assert.deepEqual(worded.toSorted(), [...AUDIT_ACTIONS, 'ledger.verify'].toSorted());
  }
});

test('codes in an entry have the words that the queues and the requests use', () => {
  const codes: [field: string, codes: readonly string[]][] = [
    ['reasonCode', REASON_CODES],
    ['after.reasonCode', REASON_CODES],
    ['holdReason', HOLD_REASONS],
    ['reasons', TWO_PEOPLE_REASONS],
    ['marksRead', PAYOUT_MARKS],
    ['after.status', TRANSACTION_STATUSES],
    ['before.stage', WITHDRAWAL_STAGES],
    ['after.roles', ROLES],
  ];
  for (const [field, known] of codes) {
    for (const code of known) {
      const key = codeKey(field, code) ?? assert.fail(`${field} ${code} has no words`);
      for (const texts of [tr, en]) {
        const words = key
          .split('.')
          .reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], texts);
        assert.ok(typeof words === 'string' && words !== '', key);
      }
    }
  }
  for (const [field, code] of [
    ['note', 'other'],
    ['reason', 'The player asked for it'],
    ['status', 'active'],
    ['constructor', 'other'],
  ] as const)
    assert.equal(codeKey(field, code), undefined);
});

test('the days of a period are those of Turkey', () => {
  const late = new Date('2026-03-01T21:30:00Z');
  assert.deepEqual(daysOf('today', late), { from: '2026-03-02', to: '2026-03-02' });
  assert.deepEqual(daysOf('yesterday', late), { from: '2026-03-01', to: '2026-03-01' });
  assert.deepEqual(daysOf('week', late), { from: '2026-02-24', to: '2026-03-02' });
});

test('a filter in the address that can not be one is left out', () => {
  const read = readAuditFilters(new URLSearchParams('actor=elif&from=yesterday&to=2026-03-01&action='));
  assert.deepEqual(read, { actor: 'elif', to: '2026-03-01' });
});
