import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { maskIban } from '@vezne/domain/iban';
import { referenceCodeAt } from '@vezne/domain/reference-code';
import { toTransactionId } from '../../src/ids.ts';
import { createReferenceRound } from '../../src/usecases/deposits/reference-codes.ts';
import { notePlayerNames } from '../../src/usecases/search/note-player-names.ts';
import { depositRow, insertRow, makeWorld, withdrawalRow } from '../db/rows/valid-rows.ts';
import type { Row } from '../db/rows/valid-rows.ts';
import { createTestDatabase } from '../harness/database.ts';
import { testKeys, testKeysEnv } from '../harness/keys.ts';
import { jsonOf, manyVezneOn } from './vezne.ts';

const round = createReferenceRound(testKeys.referenceCodeKey);

interface FoundJson {
  groups: { kind: string; transactions: { id: string; amount: string; payoutIban: string | null }[] }[];
  meant: { id: string }[];
}

const asFound = (value: unknown): FoundJson => value as FoundJson;

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
  assert.match(found.stdout, /^reference code:$/m);
  assert.match(found.stdout, /^partner's reference: nothing$/m, 'where nothing was found is said');

  // Both are older than the numbers, and late money has the code of its original.
  const old = referenceCodeAt(7, round);
  await owner.query('update transaction set reference_code = $1 where id = any ($2)', [
    old,
    [world.lateDeposit['original_transaction_id'], world.lateDeposit['id']],
  ]);
  const { groups } = asFound(jsonOf(await vezne('transaction', 'find', old, '--json')));
  assert.deepEqual(
    groups.find(({ kind }) => kind === 'code')?.transactions.map(({ id }) => id),
    [world.lateDeposit['original_transaction_id'], world.lateDeposit['id']].map((id) =>
      toTransactionId(String(id)),
    ),
  );

  const nobody = await vezne('transaction', 'find', referenceCodeAt(8, round));
  assert.equal(nobody.code, 0);
  assert.match(nobody.stdout, /^reference code: nothing$/m);
});

test('a mistyped code leads to what may be meant, and another key is named as the reason', async (t) => {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  const world = await makeWorld(owner);
  const code = referenceCodeAt(5, round);
  const row: Row = { ...depositRow(world), reference_code: code, reference_number: 5 };
  await insertRow(owner, 'transaction', row);
  const vezne = manyVezneOn(t, database, testKeysEnv);
  const wrong = await vezne('transaction', 'find', code.slice(1));
  assert.equal(wrong.code, 0, wrong.stderr);
  assert.match(wrong.stdout, /No deposit has this code\. Did you mean one of these\?/);
  assert.ok(wrong.stdout.includes(toTransactionId(String(row['id']))), wrong.stdout);
  const { meant } = asFound(jsonOf(await vezne('transaction', 'find', code.slice(1), '--json')));
  assert.deepEqual(
    meant.map(({ id }) => id),
    [toTransactionId(String(row['id']))],
  );

  const otherKey = randomBytes(32);
  const other = manyVezneOn(t, database, { VEZNE_REFERENCE_CODE_KEY: otherKey.toString('base64') });
  const missed = await other('transaction', 'find', referenceCodeAt(5, createReferenceRound(otherKey)));
  assert.equal(missed.code, 1);
  assert.match(missed.stderr, /VEZNE_REFERENCE_CODE_KEY is not the key that the codes were made with/);
});

test('anything else finds what the console finds: a name, an amount, an IBAN, which is masked', async (t) => {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  const world = await makeWorld(owner);
  const payout: Row = { ...withdrawalRow(world), customer_id: 'M-9', customer_full_name: 'Çağla Özgür' };
  await insertRow(owner, 'transaction', payout);
  await notePlayerNames(database.pool('vezne_worker'), { nowMs: Date.now() });
  const vezne = manyVezneOn(t, database, testKeysEnv);
  const id = toTransactionId(String(payout['id']));
  for (const [text, kind] of [
    ['ozgur cagla', 'name'],
    ['1.000,00', 'amount'],
    [String(payout['payout_iban']), 'iban'],
    [String(payout['external_reference']), 'reference'],
    [id, 'id'],
  ] as const) {
    const answer = await vezne('transaction', 'find', text, '--json');
    assert.equal(answer.code, 0, answer.stderr);
    const group = asFound(jsonOf(answer)).groups.find((one) => one.kind === kind);
    const found =
      group?.transactions.find((one) => one.id === id) ?? assert.fail(`${text}: ${answer.stdout}`);
    assert.equal(found.amount, '1000.00');
    assert.match(found.payoutIban ?? '', /^TR33 [* ]+\*\*13 26$/);
  }
  const iban = String(payout['payout_iban']);
  const { rows } = await owner.query(
    `select actor_kind as kind, actor, details ->> 'iban' as iban from audit_entry where action = 'transaction.find_by_iban'`,
  );
  const [kept] = rows;
  assert.equal(rows.length, 1, 'only the IBAN is kept');
  assert.equal((kept as { iban: string }).iban, maskIban(iban));
  const named = await vezne('transaction', 'find', iban, '--as', 'mehmet');
  assert.equal(named.code, 0, named.stderr);
  await owner.query(
    `insert into audit_entry (actor_kind, actor_id, actor, action, subject_type, subject_id)
     select 'command_line', 'mehmet', 'mehmet', 'transaction.find_by_iban', 'payout_iban', 'x' from generate_series(1, 29)`,
  );
  const tooMany = await vezne('transaction', 'find', iban, '--as', 'mehmet');
  assert.equal(tooMany.code, 1);
  assert.match(tooMany.stderr, /You have searched for 30 IBANs within a minute/);
  const nameless = await vezne('transaction', 'find', iban, '--as', ' ');
  assert.equal(nameless.code, 1, 'nobody searches without a name');
  assert.equal(nameless.stdout, '');
  const wrong = await vezne('transaction', 'find', '950', '--days', '32');
  assert.notEqual(wrong.code, 0);
  const odd = await vezne('transaction', 'find', 'a\u0007b');
  assert.equal(odd.code, 0);
  assert.match(odd.stdout, /^Nothing of ours is written like this\.\n$/);
});
