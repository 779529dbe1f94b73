import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { createDatabase } from '../../../src/db/kysely.ts';
import { findLiveWebhookEndpoints } from '../../../src/db/read/webhooks/live-webhook-endpoints.ts';
import { listWebhookSecrets } from '../../../src/db/read/webhooks/endpoints.ts';
import { insertWebhookSecret } from '../../../src/db/write/webhooks/endpoints.ts';
import { newWebhookSecret } from '../../../src/usecases/webhooks/new-secret.ts';
import { revokeOlderWebhookSecrets } from '../../../src/usecases/webhooks/revoke-secret.ts';
import { rotateWebhookSecret } from '../../../src/usecases/webhooks/rotate-secret.ts';
import { byTwo } from '../../harness/by-two.ts';
import { refusedFor, resultOrCode } from '../../harness/refusals.ts';
import { auditRows } from '../administration.ts';
import { createHooks } from './hooks.ts';
import type { Hooks } from './hooks.ts';

const HOURS_MS = 3_600_000;

/** The secrets that a worker signs with, the newest first. */
async function signingSecrets({ database, context }: Hooks): Promise<string[]> {
  const [target] = await findLiveWebhookEndpoints(database.pool('vezne_worker'), { timeoutMs: 5_000 });
  return await Promise.all(
    (target?.sealedSecrets ?? []).map(({ sealed, keyVersion }) =>
      context.sealedSecrets.open(sealed, keyVersion),
    ),
  );
}

test('during a rotation both secrets sign, the new one first, and the older one ends after a week', async (t) => {
  const hooks = await createHooks(t);
  const { endpoint, secret: first } = await hooks.add();
  const startMs = Date.now();
  const rotated = await byTwo(
    hooks.pool,
    rotateWebhookSecret(hooks.context, { endpoint: endpoint.id, overlapHours: 168 }),
  );
  assert.deepEqual(await signingSecrets(hooks), [rotated.secret, first]);
  const endsInMs = (rotated.olderUntil?.getTime() ?? 0) - startMs;
  assert.ok(Math.abs(endsInMs - 168 * HOURS_MS) < 60_000, String(endsInMs));
  const entry = (await auditRows(hooks.owner)).at(-1);
  assert.equal(entry?.action, 'webhook.rotate');
  assert.equal(entry.details['olderUntil'], rotated.olderUntil?.toISOString());
  assert.ok(!JSON.stringify(entry).includes('whsec_'));
});

test('at most two secrets are live: another rotation ends the oldest at once', async (t) => {
  const hooks = await createHooks(t);
  const { endpoint } = await hooks.add();
  const rotate = async (overlapHours: number) =>
    await byTwo(hooks.pool, rotateWebhookSecret(hooks.context, { endpoint: endpoint.id, overlapHours }));
  const second = await rotate(1000);
  const third = await rotate(2);
  assert.equal(third.ended, 1);
  assert.deepEqual(await signingSecrets(hooks), [third.secret, second.secret]);
  assert.deepEqual(
    (await listWebhookSecrets(hooks.context.db, endpoint.id)).map(({ isLive }) => isLive),
    [true, true, false],
  );
});

test('after simultaneous rotations the last secret has no end, and two are live', async (t) => {
  const hooks = await createHooks(t);
  const { endpoint } = await hooks.add();
  const rotate = async () =>
    await byTwo(hooks.pool, rotateWebhookSecret(hooks.context, { endpoint: endpoint.id, overlapHours: 1 }));
  // Each was asked about the newest secret of its moment. Those that another has replaced by then are refused.
  const outcomes = await Promise.all(Array.from({ length: 4 }, async () => await resultOrCode(rotate())));
  const refusedCount = outcomes.filter((outcome) => outcome === 'subject_changed').length;
  const secrets = await listWebhookSecrets(hooks.context.db, endpoint.id);
  assert.deepEqual(
    secrets.map(({ isLive, expiresAt }) => [isLive, expiresAt === null]),
    [[true, true], [true, false], ...Array.from({ length: 3 - refusedCount }, () => [false, false])],
  );
});

test('a secret that was made later is the newer one, even if its transaction began earlier', async (t) => {
  const hooks = await createHooks(t);
  const { context } = hooks;
  const { endpoint } = await hooks.add();
  // As the owner: this is about the order alone, and the secret that is written by hand has no request.
  const later = await createDatabase(hooks.owner)
    .transaction()
    .execute(async (trx) => {
      await sql`select`.execute(trx);
      await byTwo(hooks.pool, rotateWebhookSecret(context, { endpoint: endpoint.id, overlapHours: 0 }));
      const { secret, stored } = await newWebhookSecret(context, endpoint.id);
      await insertWebhookSecret(trx, stored);
      return secret;
    });
  assert.equal((await signingSecrets(hooks))[0], later);
});

test('without an overlap only the new secret signs, and an overlap that makes no sense is refused', async (t) => {
  const hooks = await createHooks(t);
  const { endpoint } = await hooks.add();
  const rotate = async (overlapHours: number) =>
    await byTwo(hooks.pool, rotateWebhookSecret(hooks.context, { endpoint: endpoint.id, overlapHours }));
  const { secret, olderUntil } = await rotate(0);
  assert.equal(olderUntil, null);
  assert.deepEqual(await signingSecrets(hooks), [secret]);
  for (const hours of [-1, 1.5, 8785])
    await assert.rejects(rotate(hours), refusedFor('overlap_out_of_range'));
  assert.deepEqual(await signingSecrets(hooks), [secret]);
});

test('the older secret of a rotation can be ended early, but the only secret never', async (t) => {
  const hooks = await createHooks(t);
  const { context } = hooks;
  const { endpoint } = await hooks.add();
  await assert.rejects(
    revokeOlderWebhookSecrets(context, endpoint.id),
    refusedFor('last_live_secret', { endpointId: endpoint.id }),
  );
  const { secret } = await byTwo(
    hooks.pool,
    rotateWebhookSecret(context, { endpoint: endpoint.id, overlapHours: 168 }),
  );
  assert.equal((await revokeOlderWebhookSecrets(context, endpoint.id)).ended, 1);
  assert.deepEqual(await signingSecrets(hooks), [secret]);
  assert.equal((await auditRows(hooks.owner)).at(-1)?.action, 'webhook.revoke');
});
