import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import type { VersionedKeys } from '../../src/config/keys.ts';
import { createPortalStore } from '../../src/db/portal-sign-in.ts';
import { createSealedSecrets } from '../../src/keys/sealed-secrets.ts';
import { startPortal } from '../../src/processes/portal.ts';
import { resealTotp } from '../../src/usecases/sign-in/reseal-totp.ts';
import { createTestDatabase } from '../harness/database.ts';
import type { TestDatabase } from '../harness/database.ts';
import { assertRefusedStart, keysOf } from '../harness/key-versions.ts';
import { testPortalKeys } from '../harness/keys.ts';
import { insertPartnerPerson, portalConfig, startTestPortal } from '../harness/portal.ts';
import { silentLog } from '../harness/silent-log.ts';

const first = testPortalKeys.byVersion.get(1) ?? assert.fail();
const second = randomBytes(32);

async function runPortal(database: TestDatabase, portalKeys: VersionedKeys): Promise<void> {
  const { stop } = await startPortal(portalConfig(database, { portalKeys }), silentLog);
  await stop();
}

test('a portal does not start with a key that is not what it was, or without one that its people need', async (t) => {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  await insertPartnerPerson(owner);
  await assertRefusedStart(
    runPortal(database, keysOf([2, second])),
    /^VEZNE_PORTAL_KEYS lacks version 1, which still seals 1 secret of an authenticator app/,
  );
  assert.equal((await owner.query('select from key_fingerprint')).rowCount, 0, 'nothing is registered');
  await runPortal(database, keysOf([2, second], [1, first]));
  await assertRefusedStart(
    runPortal(database, keysOf([2, randomBytes(32)], [1, first])),
    /^Version 2 of VEZNE_PORTAL_KEYS is another key/,
  );
  const { rows } = await owner.query('select distinct purpose, role from key_holder');
  assert.deepEqual(rows, [{ purpose: 'portal', role: 'vezne_portal' }]);
});

test('secrets of apps are sealed anew with the current key, over all partners, and their codes go on', async (t) => {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  const [person] = [await insertPartnerPerson(owner), await insertPartnerPerson(owner)];
  const versions = async (): Promise<unknown[]> =>
    (await owner.query<{ key_version: number }>('select key_version from partner_totp')).rows.map(
      ({ key_version }) => key_version,
    );
  // Whose secrets are older is told of versions alone that a portal has started with.
  await runPortal(database, keysOf([1, first], [2, second]));
  const store = createPortalStore(database.pool('vezne_portal'));
  const reseal = async (keys: VersionedKeys): Promise<void> =>
    await resealTotp({ store, sealedSecrets: createSealedSecrets(keys) }, keys.current);
  await reseal(keysOf([2, second], [1, first]));
  assert.deepEqual(await versions(), [2, 2]);
  // A portal that has not got the new key as its current one yet.
  await reseal(keysOf([1, first], [2, second]));
  assert.deepEqual(await versions(), [2, 2]);
  const { browser } = await startTestPortal(t, { database, config: { portalKeys: keysOf([2, second]) } });
  assert.equal((await browser().signIn(person)).status, 200);
});

test('old sign-ins, failures and sessions are forgotten, and what still counts stays', async (t) => {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  const { browser } = await startTestPortal(t, { database });
  const person = await insertPartnerPerson(owner);
  await browser().signIn(person);
  await browser().call('signIn', { email: person.email, password: person.password });
  await browser().call('signIn', { email: person.email, password: 'not the right one' });
  const store = createPortalStore(database.pool('vezne_portal'));
  const counts = async (): Promise<unknown> =>
    (
      await owner.query(
        `select (select count(*)::int4 from partner_sign_in) as "signIns",
           (select count(*)::int4 from partner_sign_in_failure) as failures, (select count(*)::int4 from partner_session) as sessions`,
      )
    ).rows[0];
  const before = await counts();
  await store.forgetOld({ now: new Date(), failuresBefore: new Date(Date.now() - 3_600_000) });
  assert.deepEqual(await counts(), before);
  await owner.query(
    `update partner_session set created_at = created_at - interval '92 days', expires_at = expires_at - interval '92 days'`,
  );
  // By the database's own clock, and for an hour at least, whatever the portal says.
  const later = new Date(Date.now() + 3_600_000);
  await store.forgetOld({ now: later, failuresBefore: later });
  assert.deepEqual(await counts(), { ...(before as object), sessions: 0 });
  await owner.query(
    `update partner_sign_in set created_at = created_at - interval '2 hours', expires_at = expires_at - interval '2 hours'`,
  );
  await owner.query(
    `update partner_sign_in_failure set first_failed_at = first_failed_at - interval '2 hours', last_failed_at = last_failed_at - interval '2 hours'`,
  );
  await store.forgetOld({ now: later, failuresBefore: later });
  assert.deepEqual(await counts(), { signIns: 0, failures: 0, sessions: 0 });
});
