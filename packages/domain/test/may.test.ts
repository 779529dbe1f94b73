import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commandLineActor } from '@vezne/domain/actor';
import type { SignedInPerson } from '@vezne/domain/actor';
import { demandOf, objectionTo } from '@vezne/domain/may';

const NOW = new Date('2026-11-16T12:00:00Z');
const LATER = new Date('2026-11-16T12:10:00Z');

function signedIn(changes: Partial<SignedInPerson>): SignedInPerson {
  return {
    kind: 'staff',
    id: '01a2b3c4-d5e6-7f80-91a2-b3c4d5e6f708',
    name: 'ayse',
    roles: ['operator'],
    session: { id: '1', address: '192.0.2.1' },
    stepUpUntil: null,
    ...changes,
  };
}

test('what moves money takes a second factor, for as long as it lasts', () => {
  const approve = demandOf('deposit.approve');
  assert.equal(objectionTo(signedIn({}), approve, NOW), 'step_up_required');
  assert.equal(objectionTo(signedIn({ stepUpUntil: LATER }), approve, NOW), undefined);
  assert.equal(objectionTo(signedIn({ stepUpUntil: LATER }), approve, LATER), 'step_up_required');
  assert.equal(objectionTo(signedIn({}), demandOf('withdrawal.take'), NOW), undefined);
});

test('a role comes before the second factor: nobody is asked for a code in vain', () => {
  const auditor = signedIn({ roles: ['auditor'] });
  assert.equal(objectionTo(auditor, demandOf('deposit.approve'), NOW), 'not_permitted');
  assert.equal(objectionTo(signedIn({ roles: [] }), demandOf('withdrawal.take'), NOW), 'not_permitted');
});

test("the command line asks for no role, and partners' people do nothing of ours", () => {
  assert.equal(objectionTo(commandLineActor('ayse'), demandOf('ledger.adjust'), NOW), undefined);
  const partners = { kind: 'partner_staff', id: '1', name: 'ayse' } as const;
  assert.equal(objectionTo(partners, demandOf('withdrawal.take'), NOW), 'not_permitted');
});
