import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PASSWORD_COST, hashPassword, isOutdated, isPassword } from '../../src/keys/passwords.ts';

/** Cheap, for tests that are not about the cost. */
const CHEAP = { memoryKib: 1024, passes: 1, lanes: 1 };

test('a password is kept as argon2id in PHC text with today’s cost, and another salt each time', async () => {
  const kept = await hashPassword('kırmızı bisiklet', PASSWORD_COST);
  assert.match(kept, /^\$argon2id\$v=19\$m=65536,t=3,p=4\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  assert.equal(await isPassword('kırmızı bisiklet', kept), true);
  assert.equal(await isPassword('kırmızı bisikleT', kept), false);
  assert.notEqual(await hashPassword('a', CHEAP), await hashPassword('a', CHEAP));
});

test('what the reference implementation made is read', async () => {
  const kept = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
  assert.equal(await isPassword('password', kept), true);
  assert.equal(await isPassword('Password', kept), false);
});

test('a password is the same, whichever way its letters were composed', async () => {
  const kept = await hashPassword('Işık'.normalize('NFD'), CHEAP);
  assert.equal(await isPassword('Işık'.normalize('NFC'), kept), true);
});

test('one that was kept at another cost is outdated, also when that was higher', async () => {
  const kept = await hashPassword('a', CHEAP);
  assert.equal(isOutdated(kept, CHEAP), false);
  assert.equal(isOutdated(kept, PASSWORD_COST), true);
  assert.equal(isOutdated(kept, { ...CHEAP, memoryKib: 512 }), true);
});
