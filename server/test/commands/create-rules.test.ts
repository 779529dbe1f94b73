import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestDatabase } from '../harness/database.ts';
import { insertPartner } from '../harness/factories.ts';
import { byTwo, jsonOf, manyVezneOn } from './vezne.ts';

const PRINTED_IBAN = 'TR33 0006 1005 1978 6457 8413 26';

test("a partner's limits are set, shown and taken away by name", async (t) => {
  const database = await createTestDatabase(t);
  const { name } = await insertPartner(database.pool());
  const vezne = manyVezneOn(t, database);
  const words = (text: string) => text.split(' ');
  const set = await vezne(
    'partner',
    'set',
    name,
    ...words('--deposit-min 100.00 --deposit-max 200.00 --withdrawal-min 300.00 --withdrawal-max 400.00'),
    ...words('--player-day-deposits 5 --player-day-deposit-amount 600.00 --player-day-withdrawals 7'),
    ...words('--player-day-withdrawal-amount 800.00 --deposit-expiry-minutes 90 --refuse-other-holders'),
  );
  assert.equal(set.code, 0, set.stderr);
  assert.match(set.stdout, /^ {2}player day deposit +none -> 600\.00 TRY$/m);
  const shown = await vezne('partner', 'show', name);
  for (const line of [
    /^ {2}deposit limits +100\.00 TRY to 200\.00 TRY$/m,
    /^ {2}withdrawal limits +300\.00 TRY to 400\.00 TRY$/m,
    /^ {2}a player's deposits in a day +at most 5, up to 600\.00 TRY$/m,
    /^ {2}a player's withdrawals in a day +at most 7, up to 800\.00 TRY$/m,
    /^ {2}payouts to other holders +refused$/m,
    /^ {2}deposits expire after +90 minutes$/m,
  ]) {
    assert.match(shown.stdout, line);
  }

  const taken = await byTwo(vezne, [
    'partner',
    'set',
    name,
    ...words('--no-deposit-min --no-deposit-max --no-withdrawal-min --no-player-day-deposits'),
    ...words('--no-player-day-deposit-amount --no-player-day-withdrawals --no-player-day-withdrawal-amount'),
    ...words('--no-deposit-expiry-minutes --no-refuse-other-holders'),
  ]);
  assert.equal(taken.code, 0, taken.stderr);
  const after = await vezne('partner', 'show', name);
  for (const line of [
    /^ {2}deposit limits +the platform's$/m,
    /^ {2}withdrawal limits +the platform's to 400\.00 TRY$/m,
    /^ {2}a player's deposits in a day +no limit$/m,
    /^ {2}a player's withdrawals in a day +no limit$/m,
    /^ {2}payouts to other holders +taken$/m,
    /^ {2}deposits expire after +the platform's time$/m,
  ]) {
    assert.match(after.stdout, line);
  }
});

test('an option that is not named leaves its setting as it is', async (t) => {
  const database = await createTestDatabase(t);
  const { name } = await insertPartner(database.pool());
  const vezne = manyVezneOn(t, database);
  await vezne('partner', 'set', name, '--refuse-other-holders', '--deposit-min', '100.00');
  const { after } = jsonOf(await vezne('partner', 'set', name, '--deposit-max', '200.00', '--json'));
  assert.deepEqual(after, { depositMax: '200.00' });
});

test('the countries of payouts are set for the platform', async (t) => {
  const vezne = manyVezneOn(t, await createTestDatabase(t));
  const set = await byTwo(vezne, ['limits', 'set', '--payout-countries', 'tr, DE']);
  assert.equal(set.code, 0, set.stderr);
  assert.match((await vezne('limits', 'show')).stdout, /^ {2}payouts to IBANs of +DE TR$/m);
  const refused = await vezne('limits', 'set', '--payout-countries', 'TR,US');
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /No IBAN begins with "US"/);
});

test('players and IBANs are blocked, listed and unblocked', async (t) => {
  const database = await createTestDatabase(t);
  const { name } = await insertPartner(database.pool());
  const vezne = manyVezneOn(t, database);
  assert.equal((await vezne('block', 'list')).stdout, 'Nobody is blocked.\n');

  const player = ['block', 'add', '--player', 'player-1', '--partner', name, '--reason', 'Fraud.'];
  const added = await vezne(...player, '--until', '2099-12-01T00:00:00+03:00');
  assert.equal(added.code, 0, added.stderr);
  assert.match(
    added.stdout,
    new RegExp(`^Player player-1 of ${name} is blocked until 2099-12-01 00:00:00 \\+03\\.\n`),
  );
  const iban = await vezne('block', 'add', '--iban', PRINTED_IBAN, '--reason', 'Reported.');
  assert.match(iban.stdout, new RegExp(`^IBAN ${PRINTED_IBAN} is blocked for ever\\.\n`));
  const again = await vezne('block', 'add', '--iban', PRINTED_IBAN, '--reason', 'Reported.');
  assert.deepEqual([again.code, again.stdout], [1, '']);
  assert.match(again.stderr, /Blocked already, for ever, by the block /);

  const listed = await vezne('block', 'list');
  assert.match(listed.stdout, new RegExp(`^IBAN ${PRINTED_IBAN} +for ever +.* by ayse +Reported\\. `, 'm'));
  const { blocks } = jsonOf(await vezne('block', 'list', '--json')) as { blocks: { id: string }[] };
  assert.equal(blocks.length, 2);
  for (const { id } of blocks) assert.equal((await byTwo(vezne, ['block', 'remove', id])).code, 0);
  assert.equal((await vezne('block', 'list')).stdout, 'Nobody is blocked.\n');
});

test('a block names either an IBAN or a player with a partner', async (t) => {
  const vezne = manyVezneOn(t, await createTestDatabase(t));
  for (const words of [
    [],
    ['--player', 'p'],
    ['--partner', 'Acme'],
    ['--iban', PRINTED_IBAN, '--player', 'p'],
    ['--iban', PRINTED_IBAN, '--until', 'tomorrow'],
  ]) {
    const { code, stdout } = await vezne('block', 'add', '--reason', 'Fraud.', ...words);
    assert.deepEqual([code, stdout], [2, ''], words.join(' '));
  }
});
