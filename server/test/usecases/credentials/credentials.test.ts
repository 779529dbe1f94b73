import assert from 'node:assert/strict';
import { test } from 'node:test';
import type pg from 'pg';
import { listCredentials } from '../../../src/db/read/partners/credentials.ts';
import { createCredentials } from '../../../src/usecases/credentials/create.ts';
import { revokeCredential } from '../../../src/usecases/credentials/revoke.ts';
import { rotateCredentials } from '../../../src/usecases/credentials/rotate.ts';
import { byTwo } from '../../harness/by-two.ts';
import { insertCredential, insertPartner } from '../../harness/factories.ts';
import { refusedFor } from '../../harness/refusals.ts';
import { auditRows, createAdministration } from '../administration.ts';

/** Hours until each key ends, by key; null: no end. */
async function hoursLeft(owner: pg.Pool): Promise<Record<string, number | null>> {
  const { rows } = await owner.query<{ api_key: string; hours: number | null }>(
    'select api_key, round(extract(epoch from expires_at - now()) / 3600)::int as hours from credential',
  );
  return Object.fromEntries(rows.map(({ api_key: apiKey, hours }) => [apiKey, hours]));
}

test('a new triple does not change the others', async (t) => {
  const { context, owner, pool } = await createAdministration(t);
  const partner = await insertPartner(owner);
  const { credentials } = await byTwo(pool, createCredentials(context, partner.name));
  assert.deepEqual(await hoursLeft(owner), { [partner.apiKey]: null, [credentials.apiKey]: null });
  const entry = (await auditRows(owner)).at(-1);
  assert.equal(entry?.action, 'credentials.create');
  assert.equal(entry.subject_id, partner.id);
  assert.ok(!JSON.stringify(entry.details).includes(credentials.apiSecret));
});

test('a rotation sets an end for every older live triple, unless it ends sooner or is revoked', async (t) => {
  const { context, owner, pool } = await createAdministration(t);
  const partner = await insertPartner(owner);
  const [sooner, later, revoked] = [
    await insertCredential(owner, partner.id),
    await insertCredential(owner, partner.id),
    await insertCredential(owner, partner.id),
  ];
  const stranger = await insertPartner(owner);
  const set = async (column: string, apiKey: string, hours: number) =>
    await owner.query(
      `update credential set ${column} = now() + make_interval(hours => $2) where api_key = $1`,
      [apiKey, hours],
    );
  await set('expires_at', sooner.apiKey, 2);
  await set('expires_at', later.apiKey, 500);
  await set('revoked_at', revoked.apiKey, 0);

  const { credentials, expiring } = await byTwo(
    pool,
    rotateCredentials(context, { partner: partner.id, overlapHours: 168 }),
  );

  assert.deepEqual(await hoursLeft(owner), {
    [partner.apiKey]: 168,
    [sooner.apiKey]: 2,
    [later.apiKey]: 168,
    [revoked.apiKey]: null,
    [credentials.apiKey]: null,
    [stranger.apiKey]: null,
  });
  assert.deepEqual(
    expiring.map(({ apiKey }) => apiKey).toSorted(),
    [partner.apiKey, later.apiKey].toSorted(),
  );
});

test('without an overlap the older triples end at once', async (t) => {
  const { context, owner, pool } = await createAdministration(t);
  const partner = await insertPartner(owner);
  const { credentials } = await byTwo(
    pool,
    rotateCredentials(context, { partner: partner.id, overlapHours: 0 }),
  );
  const live = (await listCredentials(context.db, partner.id)).filter(({ isLive }) => isLive);
  assert.deepEqual(
    live.map(({ apiKey }) => apiKey),
    [credentials.apiKey],
  );
  await assert.rejects(
    rotateCredentials(context, { partner: partner.id, overlapHours: -1 }),
    refusedFor('overlap_out_of_range', { maxHours: 8784 }),
  );
});

test('of rotations that were asked at the same moment, one is done: no other ends what it handed over', async (t) => {
  const { context, owner, pool } = await createAdministration(t);
  const partner = await insertPartner(owner);
  const ask = async () => await rotateCredentials(context, { partner: partner.id, overlapHours: 1 });
  const asked = await Promise.all([ask(), ask(), ask()]);
  const outcomes = await Promise.allSettled(
    asked.map(async (one) => await byTwo(pool, Promise.resolve(one))),
  );
  assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
  for (const outcome of outcomes)
    if (outcome.status === 'rejected')
      assert.throws(() => {
        throw outcome.reason;
      }, refusedFor('subject_changed'));
  const left = Object.values(await hoursLeft(owner)).toSorted();
  assert.deepEqual(left, [1, null]);
});

test('a key that is revoked meanwhile does not hold a rotation up', async (t) => {
  const { context, owner, pool } = await createAdministration(t);
  const partner = await insertPartner(owner);
  const other = await insertCredential(owner, partner.id);
  const asked = rotateCredentials(context, { partner: partner.id, overlapHours: 1 });
  await asked;
  await revokeCredential(context, other.apiKey);
  await byTwo(pool, asked);
});

test('a revoked key stops working, and revoking it again or revoking an unknown key is refused', async (t) => {
  const { context, owner } = await createAdministration(t);
  const partner = await insertPartner(owner);
  const second = await insertCredential(owner, partner.id);
  assert.equal((await revokeCredential(context, partner.apiKey)).liveCredentials, 1);
  assert.equal((await revokeCredential(context, second.apiKey)).liveCredentials, 0);
  assert.deepEqual(
    (await listCredentials(context.db, partner.id)).map(({ isLive }) => isLive),
    [false, false],
  );

  await assert.rejects(
    revokeCredential(context, second.apiKey),
    refusedFor('api_key_revoked_before', { apiKey: second.apiKey }),
  );
  await assert.rejects(
    revokeCredential(context, 'vzk_c1_nobody'),
    refusedFor('api_key_not_found', { apiKey: 'vzk_c1_nobody' }),
  );
  assert.deepEqual(
    (await auditRows(owner)).map(({ action }) => action),
    ['credentials.revoke', 'credentials.revoke'],
  );
});
