import { randomBytes, randomInt } from 'node:crypto';
import { newId } from '../../../src/ids.ts';
import type { Row } from './row.ts';

/** Of a version that no process of the tests has. */
export function sealingKeyRow(): Row {
  return {
    version: randomInt(1_000, 99_999),
    role: 'vezne_api',
    public_key: randomBytes(32),
    since: new Date(),
    said_at: new Date(),
  };
}

export function credentialUseRow({ credential }: { credential: Row }): Row {
  return { credential_id: credential['id'], last_used_at: new Date() };
}

export function networkRequestRow({ partner }: { partner: Row }, askedById: unknown, changes: Row = {}): Row {
  return {
    id: newId(),
    partner_id: partner['id'],
    before: ['192.0.2.0/24'],
    wanted: ['192.0.2.0/24', '198.51.100.7/32'],
    asked_by_id: askedById,
    asked_at: new Date(),
    expires_at: new Date(Date.now() + 3_600_000),
    status: 'open',
    ended_by_id: null,
    ended_at: null,
    ...changes,
  };
}
