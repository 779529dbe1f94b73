import { randomUUID } from 'node:crypto';
import type { Row } from './row.ts';

/** Open, and about a transaction. */
export function requestRow(): Row {
  return {
    id: randomUUID(),
    action: 'deposit.approve',
    subject_type: 'transaction',
    subject_id: randomUUID(),
    before: '{}',
    after: '{}',
    details: '{}',
    fingerprint: 'a1b2',
    reasons: ['above_four_eyes'],
    note: 'found a difference',
    expires_at: new Date(Date.now() + 3_600_000),
    asked_by_kind: 'staff',
    asked_by_id: 'ayse',
    asked_by: 'Ayşe',
    asked_at: new Date(),
    status: 'open',
    decided_by_kind: null,
    decided_by_id: null,
    decided_by: null,
    decided_at: null,
    decision_note: null,
  };
}

/** What ends a request, as a second person. */
export function ended(status: string): Row {
  return {
    status,
    decided_by_kind: 'staff',
    decided_by_id: 'mehmet',
    decided_by: 'Mehmet',
    decided_at: new Date(),
  };
}

let subjects = 0;

export function decidedAloneRow(): Row {
  subjects += 1;
  return {
    day: '2026-11-15',
    kind: 'player_deposits',
    subject: `partner player-${subjects}`,
    sum_cents: 100n,
    limit_cents: 5_000_000n,
  };
}
