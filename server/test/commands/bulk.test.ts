import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { toTransactionId } from '../../src/ids.ts';
import { nowhere, openDesk } from '../harness/desk.ts';
import { assertBooksHold } from '../harness/ledger.ts';
import { insertTwins } from './twins.ts';
import { jsonOf, manyVezneOn } from './vezne.ts';

/** Below the four-eyes amount, so that only their sum matters. */
const LARGE = { amountCents: 4_500_000n };

async function prepare(t: TestContext) {
  const desk = await openDesk(t);
  const vezne = manyVezneOn(t, desk.database);
  const approve = async (ids: readonly string[], ...more: string[]) => {
    const seen = await Promise.all(ids.map(async (id) => (await desk.see(id)).fingerprint.slice(0, 12)));
    return await vezne('deposit', 'approve', ...ids, ...seen.flatMap((one) => ['--seen', one]), ...more);
  };
  return { desk, vezne, approve };
}

test('a deposit with a warning, or for two people, is left out of a bulk, and the others are approved', async (t) => {
  const { desk, approve } = await prepare(t);
  const [good, large] = [await desk.deposit(), await desk.deposit({ amountCents: 5_000_001n })];
  const [twin] = await insertTwins(desk);
  const { code, stdout, stderr } = await approve([good, twin, large]);
  assert.equal(code, 1);
  const [first = '', second = '', third = '', ...rest] = stdout.trimEnd().split('\n');
  assert.match(first, /is approved\. 1000\.00 TRY came/);
  for (const line of [second, third]) {
    assert.match(
      line,
      /carries a warning or takes two people, so it is decided by itself\. .* vezne transaction show txn_/,
    );
  }
  assert.deepEqual(rest, []);
  assert.equal(stderr, 'vezne: 2 deposits of 3 not approved. What became of each is with it.\n');
  await assertBooksHold(desk.owner);
});

test('a bulk above 250000.00 is one request, whose second person sees every deposit of it', async (t) => {
  const { desk, vezne, approve } = await prepare(t);
  const ids: string[] = [];
  for (let index = 0; index < 6; index++) ids.push(await desk.deposit(LARGE));
  const asked = jsonOf(await approve(ids, '--json'));
  assert.deepEqual([asked['outcome'], asked['reasons']], ['asked', ['bulk_sum']]);
  const id = String(asked['requestId']);
  const listed = await vezne('request', 'list');
  assert.match(listed.stdout, / ayse +approve 6 deposits, 270000\.00 TRY in all\n$/);
  const [shown, values] = await Promise.all([
    vezne('request', 'show', id),
    vezne('request', 'show', id, '--json'),
  ]);
  for (const each of ids) {
    assert.match(shown.stdout, new RegExp(` ${toTransactionId(each)} +45000\\.00 TRY +\\S+ +`));
  }
  assert.equal((jsonOf(values)['deposits'] as unknown[]).length, 6);
  assert.match((await vezne('request', 'confirm', id)).stderr, /You asked for/);
  assert.equal((await desk.see(ids[0] ?? '')).status, 'waiting_confirmation');
  assert.equal((await vezne('request', 'confirm', id, '--as', 'mehmet')).code, 0);
  const states = await Promise.all(ids.map(async (each) => (await desk.see(each)).status));
  assert.deepEqual(new Set(states), new Set(['approved']));
  await assertBooksHold(desk.owner);
});

test('more than a hundred at once are refused, and what is said of one deposit is no usage for several', async (t) => {
  const { vezne } = await prepare(t);
  const ids = Array.from({ length: 101 }, nowhere);
  const seen = ['--seen', '0'.repeat(12)];
  const many = await vezne('deposit', 'approve', ...ids, ...ids.flatMap(() => seen));
  assert.deepEqual([many.code, many.stdout], [1, '']);
  assert.match(many.stderr, /These are 101 deposits, and at most 100 can be looked at together\./);
  for (const option of [['--bank-reference', 'x'], ['--sender', 'x'], ['--reference-used-before']]) {
    const two = [nowhere(), nowhere(), ...seen, ...seen];
    assert.equal((await vezne('deposit', 'approve', ...two, ...option)).code, 2, option[0]);
    assert.equal((await vezne('deposit', 'approve', '--from-file', 'x', ...option)).code, 2, option[0]);
  }
});
