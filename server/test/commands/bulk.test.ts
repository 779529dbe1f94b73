import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

test('the list writes a file with amount, code and name, and what is left of it is approved; a warned deposit stays a remark', async (t) => {
  const { desk, vezne } = await prepare(t);
  const [paid, unpaid] = [await desk.deposit({ amountCents: 125_050n }), await desk.deposit()];
  const [twin] = await insertTwins(desk);
  // A partner's text must not begin a line of its own.
  await desk.owner.query(`update transaction set customer_full_name = E'Şule\\u2028Çağ' where id = $1`, [
    paid,
  ]);
  const { stdout } = await vezne('transaction', 'list', '--waiting', 'deposits', '--for-file');
  const lines = stdout.trimEnd().split('\n');
  const lineOf = (id: string): string =>
    lines.find((line) => line.includes(toTransactionId(id))) ?? assert.fail(stdout);
  assert.match(lineOf(paid), /^txn_\S+ [0-9a-f]{12}  # 1250\.50 TRY  [0-9A-Z]{8}  Şule Çağ$/);
  assert.match(lineOf(unpaid), /  # 1000\.00 TRY  /);
  assert.match(lineOf(twin), /^# txn_\S+ [0-9a-f]{12}: .* same_amount_again$/);
  const file = join(await temporaryFolder(t), 'seen.txt');
  await writeFile(file, lines.filter((line) => line !== lineOf(unpaid)).join('\n'));
  const approved = await vezne('deposit', 'approve', '--from-file', file);
  assert.match(approved.stdout, /^txn_\S+ is approved\. 1250\.50 TRY came, [^\n]+\n$/);
  assert.equal((await desk.see(unpaid)).status, 'waiting_confirmation');
  for (const wrong of [['withdrawals'], ['deposits', '--json']])
    assert.equal((await vezne('transaction', 'list', '--for-file', '--waiting', ...wrong)).code, 2);
});

async function temporaryFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'vezne-bulk-'));
  t.after(async () => await rm(folder, { recursive: true, force: true }));
  return folder;
}

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
