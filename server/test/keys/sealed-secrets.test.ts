import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import type { VersionedKeys } from '../../src/config/keys.ts';
import { MissingKeyError, createSealedSecrets } from '../../src/keys/sealed-secrets.ts';

const keyOne = randomBytes(32);
const keyTwo = randomBytes(32);
const onlyOne: VersionedKeys = { current: 1, byVersion: new Map([[1, keyOne]]) };
const rotated: VersionedKeys = {
  current: 2,
  byVersion: new Map([
    [2, keyTwo],
    [1, keyOne],
  ]),
};
const SECRET = 'vzs_şifre-0123456789abcdefghijklmnopqrstuv';

test('a sealed secret opens to the original, and reveals nothing of it', async () => {
  const secrets = createSealedSecrets(onlyOne);
  const { sealed, keyVersion } = await secrets.seal(SECRET);
  assert.equal(keyVersion, 1);
  assert.equal(await secrets.open(sealed), SECRET);
  for (const part of sealed.split('.')) {
    assert.ok(!Buffer.from(part, 'base64url').toString('utf8').includes('vzs_'));
  }
});

test('the same secret sealed twice looks different, so a copy of the database does not show which secrets are equal', async () => {
  const secrets = createSealedSecrets(onlyOne);
  const [first, second] = await Promise.all([secrets.seal(SECRET), secrets.seal(SECRET)]);
  assert.notEqual(first.sealed, second.sealed);
});

test('after a rotation the new key seals, and what the old key sealed still opens', async () => {
  const old = await createSealedSecrets(onlyOne).seal(SECRET);
  const after = createSealedSecrets(rotated);
  assert.equal(await after.open(old.sealed), SECRET);
  const fresh = await after.seal(SECRET);
  assert.equal(fresh.keyVersion, 2);
  assert.equal(await after.open(fresh.sealed), SECRET);
  await assert.rejects(createSealedSecrets(onlyOne).open(fresh.sealed), /Key version 2 is missing/);
});

test('a text that names another version than its row does not open, and asks for no key that is missing', async () => {
  const after = createSealedSecrets(rotated);
  const { sealed } = await createSealedSecrets(onlyOne).seal(SECRET);
  assert.equal(await after.open(sealed, 1), SECRET);
  await assert.rejects(after.open(sealed, 2), /names another version/);
  const [, ...rest] = sealed.split('.');
  const header = Buffer.from(JSON.stringify({ alg: 'A256GCMKW', enc: 'A256GCM', kid: '77' }));
  const forged = [header.toString('base64url'), ...rest].join('.');
  await assert.rejects(after.open(forged, 1), (error) => !(error instanceof MissingKeyError));
  await assert.rejects(after.open(forged), MissingKeyError);
});

test('a sealed secret with any part changed does not open', async () => {
  const secrets = createSealedSecrets(onlyOne);
  const parts = (await secrets.seal(SECRET)).sealed.split('.');
  for (const [index, part] of parts.entries()) {
    const bytes = Buffer.from(part, 'base64url');
    const last = bytes.length - 1;
    bytes.writeUInt8(bytes.readUInt8(last) ^ 1, last);
    await assert.rejects(
      secrets.open(parts.with(index, bytes.toString('base64url')).join('.')),
      `part ${index}`,
    );
  }
  const other = (await secrets.seal('another secret of the same partner....')).sealed.split('.');
  await assert.rejects(secrets.open(parts.with(3, other[3] ?? '').join('.')), 'parts of two secrets');
});

test('another key of the same version does not open it', async () => {
  const { sealed } = await createSealedSecrets(onlyOne).seal(SECRET);
  const stranger = createSealedSecrets({ current: 1, byVersion: new Map([[1, keyTwo]]) });
  await assert.rejects(stranger.open(sealed));
});

test('a text that claims to need no encryption, or no key, is refused', async () => {
  const secrets = createSealedSecrets(onlyOne);
  const header = (fields: object) => Buffer.from(JSON.stringify(fields)).toString('base64url');
  const iv = randomBytes(12).toString('base64url');
  const tag = randomBytes(16).toString('base64url');
  const direct = header({ alg: 'dir', enc: 'A256GCM', kid: '1' });
  await assert.rejects(secrets.open(`${direct}..${iv}.AAAA.${tag}`));
  const nameless = header({ alg: 'A256GCMKW', enc: 'A256GCM', iv, tag });
  await assert.rejects(
    secrets.open(`${nameless}.${randomBytes(32).toString('base64url')}.${iv}.AAAA.${tag}`),
  );
  await assert.rejects(secrets.open('not sealed at all'));
});
