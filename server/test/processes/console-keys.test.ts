import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import type { ConsoleConfig } from '../../src/config/console.ts';
import type { VersionedKeys } from '../../src/config/keys.ts';
import { createSealedSecrets } from '../../src/keys/sealed-secrets.ts';
import { startApi } from '../../src/processes/api.ts';
import { startConsole } from '../../src/processes/console.ts';
import { createStaffStore } from '../../src/db/staff-sign-in.ts';
import { resealTotp } from '../../src/usecases/sign-in/reseal-totp.ts';
import { apiConfig } from '../harness/api.ts';
import { consoleConfig, startTestConsole } from '../harness/console.ts';
import { createTestDatabase } from '../harness/database.ts';
import type { TestDatabase } from '../harness/database.ts';
import { assertRefusedStart, keysOf } from '../harness/key-versions.ts';
import { testKeys } from '../harness/keys.ts';
import { silentLog } from '../harness/silent-log.ts';
import { insertPerson } from '../harness/staff.ts';

const first = testKeys.secretKeys.byVersion.get(1) ?? assert.fail();
const second = randomBytes(32);

async function runConsole(
  database: TestDatabase,
  secretKeys: VersionedKeys,
  changes: Partial<ConsoleConfig> = {},
): Promise<void> {
  const { stop } = await startConsole(consoleConfig(database, { secretKeys, ...changes }), silentLog);
  await stop();
}

test('a console does not start with a key that is not what it was, or without one that its people need', async (t) => {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  await insertPerson(owner, { handle: 'deniz', factors: 'totp' });
  await assertRefusedStart(
    runConsole(database, keysOf([1, second])),
    /^Version 1 of VEZNE_SECRET_KEYS is not the key/,
  );
  await assertRefusedStart(runConsole(database, keysOf([2, second])), /VEZNE_SECRET_KEYS/);
  assert.equal((await owner.query('select from key_fingerprint')).rowCount, 0, 'nothing is registered');
  await runConsole(database, keysOf([2, second], [1, first]));
  await assertRefusedStart(
    runConsole(database, keysOf([2, randomBytes(32)], [1, first])),
    /^Version 2 of VEZNE_SECRET_KEYS is another key/,
  );
});

test('a console finds codes with the key of the api alone, whose meaning it never says itself', async (t) => {
  const database = await createTestDatabase(t);
  const purposes = async (): Promise<unknown[]> =>
    (
      await database.pool().query<{ purpose: string }>('select purpose from key_fingerprint order by 1')
    ).rows.map(({ purpose }) => purpose);
  await runConsole(database, testKeys.secretKeys);
  assert.deepEqual(await purposes(), ['secret']);
  const { stop } = await startApi(apiConfig(database), silentLog);
  await stop();
  assert.deepEqual(await purposes(), ['page', 'reference_code', 'secret']);
  await runConsole(database, testKeys.secretKeys);
  await assertRefusedStart(
    runConsole(database, testKeys.secretKeys, { referenceCodeKey: randomBytes(32) }),
    /^VEZNE_REFERENCE_CODE_KEY is another key/,
  );
});

test('secrets of apps are sealed anew with the current key, never back, and their codes go on', async (t) => {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  const person = await insertPerson(owner, { handle: 'deniz', factors: 'totp' });
  const versionOf = async (): Promise<unknown> =>
    (await owner.query<{ key_version: number }>('select key_version from staff_totp')).rows[0]?.key_version;
  const pool = database.pool('vezne_console');
  const reseal = async (keys: VersionedKeys): Promise<void> =>
    await resealTotp(
      { store: createStaffStore(pool), sealedSecrets: createSealedSecrets(keys) },
      keys.current,
    );
  assert.equal(await versionOf(), 1);

  await reseal(keysOf([2, second], [1, first]));
  assert.equal(await versionOf(), 2);
  // A console that has not got the new key as its current one yet.
  await reseal(keysOf([1, first], [2, second]));
  assert.equal(await versionOf(), 2);

  const { browser } = await startTestConsole(t, { database, config: { secretKeys: keysOf([2, second]) } });
  assert.equal((await browser().signIn(person)).status, 200);
});
