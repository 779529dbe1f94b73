import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AUDIT_ACTIONS } from '@vezne/domain/audit-actions';
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
