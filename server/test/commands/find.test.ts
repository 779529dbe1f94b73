import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { referenceCodeAt } from '@vezne/domain/reference-code';
import { toTransactionId } from '../../src/ids.ts';
import { createReferenceRound } from '../../src/usecases/deposits/reference-codes.ts';
import { depositRow, insertRow, makeWorld } from '../db/valid-rows.ts';
import type { Row } from '../db/valid-rows.ts';
import { createTestDatabase } from '../harness/database.ts';
import { testKeys, testKeysEnv } from '../harness/keys.ts';
import { jsonOf, manyVezneOn } from './vezne.ts';

const round = createReferenceRound(testKeys.referenceCodeKey);

test('a deposit is found by its code as people write it, with its late money; one without a number too', async (t) => {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  const world = await makeWorld(owner);
  const vezne = manyVezneOn(t, database, testKeysEnv);
  const number = 41_000;
  const code = referenceCodeAt(number, round);
  const numbered: Row = { ...depositRow(world), reference_code: code, reference_number: number };
  await insertRow(owner, 'transaction', numbered);

  const written = `${code.slice(0, 4)}-${code.slice(4)}`.toLowerCase();
  const found = await vezne('transaction', 'find', written);
  assert.equal(found.code, 0, found.stderr);
  assert.ok(found.stdout.includes(toTransactionId(String(numbered['id']))), found.stdout);

  // Both are older than the numbers, and late money has the code of its original.
  const old = referenceCodeAt(7, round);
  await owner.query('update transaction set reference_code = $1 where id = any ($2)', [
    old,
    [world.lateDeposit['original_transaction_id'], world.lateDeposit['id']],
  ]);
  const { transactions } = jsonOf(await vezne('transaction', 'find', old, '--json'));
  assert.deepEqual(
    (transactions as { id: string }[]).map(({ id }) => id),
    [world.lateDeposit['original_transaction_id'], world.lateDeposit['id']].map((id) =>
      toTransactionId(String(id)),
    ),
  );

  const nobody = await vezne('transaction', 'find', referenceCodeAt(8, round));
  assert.match(nobody.stdout, /^No deposit has the code [A-Z0-9]{8}\.\n$/);
});

test('a mistyped code is refused with what may be meant, and another key is named as the reason', async (t) => {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  const world = await makeWorld(owner);
  const code = referenceCodeAt(5, round);
  await insertRow(owner, 'transaction', {
    ...depositRow(world),
    reference_code: code,
    reference_number: 5,
  });
  const vezne = manyVezneOn(t, database, testKeysEnv);
  const wrong = await vezne('transaction', 'find', code.slice(1));
  assert.equal(wrong.code, 1);
  assert.match(wrong.stderr, /is not a reference code: .* It may be one of these: /);
  assert.ok(wrong.stderr.includes(code), wrong.stderr);

  const otherKey = randomBytes(32);
  const other = manyVezneOn(t, database, { VEZNE_REFERENCE_CODE_KEY: otherKey.toString('base64') });
  const missed = await other('transaction', 'find', referenceCodeAt(5, createReferenceRound(otherKey)));
  assert.equal(missed.code, 1);
  assert.match(missed.stderr, /VEZNE_REFERENCE_CODE_KEY is not the key that the codes were made with/);
});
