import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { openDesk } from '../harness/desk.ts';
import { jsonOf, manyVezneOn } from './vezne.ts';

async function prepare(t: TestContext) {
  const desk = await openDesk(t);
  const vezne = manyVezneOn(t, desk.database);
  const ask = async (...words: string[]): Promise<string> => {
    const asked = jsonOf(await vezne(...words, '--json'));
    assert.equal(asked['outcome'], 'asked');
    return String(asked['requestId']);
  };
  const credit = async (amount: string) =>
    await ask('partner', 'set', desk.partner.name, '--credit-line', amount, '--note', 'for the weekend');
  return { desk, owner: desk.owner, vezne, ask, credit };
}

test('a change that widens says what it asked, and is listed and shown with what changes', async (t) => {
  const { desk, owner, vezne } = await prepare(t);
  await owner.query('update partner set credit_line_cents = 0');
  const asked = await vezne('partner', 'set', desk.partner.name, '--credit-line', '500.00');
  const [, id = ''] = /vezne request show (\S+)\n/.exec(asked.stdout) ?? [];
  assert.equal(
    asked.stdout,
    [
      'You asked for partner.set, which takes two people.',
      '  credit line  0.00 TRY -> 500.00 TRY',
      'Nothing has changed yet. Within 7 days a second person looks at it, and confirms it with their own name:',
      `  vezne request show ${id}`,
      `  vezne request confirm ${id} --as NAME`,
      `You can take it back: vezne request withdraw ${id}`,
      '',
    ].join('\n'),
  );
  const listed = await vezne('request', 'list');
  const line = `ayse      partner.set ${desk.partner.name}: credit line 0.00 TRY -> 500.00 TRY\n`;
  assert.ok(listed.stdout.endsWith(line), listed.stdout);
  const { stdout } = await vezne('request', 'show', id);
  for (const part of [
    / takes two because +a change of this kind always does\n/,
    / may be confirmed until +\d{4}-/,
    /\nWhat changes\n {2}credit line {2}0\.00 TRY -> 500\.00 TRY\n/,
    new RegExp(` if all of it is right +vezne request confirm ${id} --as NAME\\n`),
    new RegExp(` if it is wrong +vezne request decline ${id} --reason TEXT --as NAME\\n`),
    new RegExp(` only ayse +vezne request withdraw ${id}\\n`),
  ])
    assert.match(stdout, part);
});

test('only the one who asked withdraws, a second person declines with a reason, and neither can be undone', async (t) => {
  const { desk, vezne, credit } = await prepare(t);
  const before = (await desk.see(await desk.deposit())).partnerCreditLineCents;
  const [mine, wrong] = [await credit('999998.00'), await credit('999999.00')];
  const stranger = await vezne('request', 'withdraw', mine, '--as', 'mehmet');
  assert.deepEqual([stranger.code, stranger.stdout], [1, '']);
  assert.match(stranger.stderr, /vezne request decline/);
  assert.match((await vezne('request', 'withdraw', mine)).stdout, /is withdrawn, and nothing was done\.\n/);
  assert.equal((await vezne('request', 'decline', wrong, '--as', 'mehmet')).code, 2, 'A reason is needed.');
  const declined = await vezne('request', 'decline', wrong, '--reason', 'not agreed', '--as', 'mehmet');
  assert.match(declined.stdout, /^The request of ayse is declined, and nothing was done\.\n/);
  const shown = await vezne('request', 'show', wrong);
  assert.match(shown.stdout, / status +declined \S+ \S+ \+03 by mehmet\n {2}because +not agreed\n/);
  assert.doesNotMatch(shown.stdout, /vezne request confirm/);
  for (const id of [mine, wrong]) {
    const late = await vezne('request', 'confirm', id, '--as', 'mehmet');
    assert.deepEqual([late.code, late.stdout], [1, '']);
    assert.match(late.stderr, /has ended before\. See by whom with: vezne request show/);
  }
  assert.equal((await vezne('request', 'list')).stdout, 'Nothing waits for a second person.\n');
  assert.equal((await desk.see(await desk.deposit())).partnerCreditLineCents, before);
});

test('a request that is too old is not confirmed, and one whose subject has changed says so before', async (t) => {
  const { desk, owner, vezne, ask, credit } = await prepare(t);
  const old = await credit('999999.00');
  await owner.query(
    `update second_person_request set asked_at = now() - interval '8 days', expires_at = now() - interval '1 day'`,
  );
  const late = await vezne('request', 'confirm', old, '--as', 'mehmet');
  assert.deepEqual([late.code, late.stdout], [1, '']);
  assert.match(late.stderr, /The time of the request \S+ is over\./);

  const id = await desk.deposit({ amountCents: 6_000_000n });
  const { fingerprint } = await desk.see(id);
  const changed = await ask('deposit', 'approve', id, '--seen', fingerprint);
  await owner.query(`update transaction set customer_full_name = 'Somebody Else' where id = $1`, [id]);
  const shown = await vezne('request', 'show', changed);
  assert.match(shown.stdout, /\nIt can't be confirmed as things are\. txn_\S+ is not what you saw/);
  assert.match(shown.stdout, / if it is wrong +vezne request decline /);
  assert.match((await vezne('request', 'confirm', changed, '--as', 'mehmet')).stderr, /is not what you saw/);
});
