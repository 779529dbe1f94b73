import { randomBytes, randomUUID } from 'node:crypto';
import type { EventType } from '@vezne/domain/transaction-state';
import type pg from 'pg';
import { createSealedSecrets } from '../../src/keys/sealed-secrets.ts';
import { testKeys } from './keys.ts';

export interface TestEndpoint {
  id: string;
  secret: string;
}

const sealedSecrets = createSealedSecrets(testKeys.secretKeys);

/** An endpoint that gets everything from its partner's first event on, unless told otherwise. */
export async function insertEndpoint(
  owner: pg.Pool,
  options: {
    partnerId: string;
    url: string;
    eventTypes?: readonly EventType[];
    status?: 'active' | 'paused' | 'disabled';
  },
): Promise<TestEndpoint> {
  const id = randomUUID();
  const eventTypes = options.eventTypes ?? [
    'deposit.approved',
    'deposit.rejected',
    'deposit.corrected',
    'withdrawal.approved',
    'withdrawal.rejected',
  ];
  await owner.query(
    `insert into webhook_endpoint (id, partner_id, url, event_types, status, last_feed_no, created_by)
     values ($1, $2, $3, $4, $5, 0, 'test')`,
    [id, options.partnerId, options.url, eventTypes, options.status ?? 'active'],
  );
  return { id, secret: await insertEndpointSecret(owner, id) };
}

/** Adds a secret. All secrets that have not expired sign the endpoint's deliveries. */
export async function insertEndpointSecret(
  owner: pg.Pool,
  endpointId: string,
  secret = `whsec_${randomBytes(32).toString('base64')}`,
): Promise<string> {
  const { sealed, keyVersion } = await sealedSecrets.seal(secret);
  await owner.query(
    `insert into webhook_secret (id, endpoint_id, secret_sealed, key_version, created_by) values ($1, $2, $3, $4, 'test')`,
    [randomUUID(), endpointId, sealed, keyVersion],
  );
  return secret;
}
