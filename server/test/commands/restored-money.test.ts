/** The money after a restore, by the commands that docs/backup.md prints for it, in their order: nothing is paid twice. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { printedIn } from '../../../tools/test/printed-commands.ts';
import { fromTransactionId } from '../../src/ids.ts';
import { startApi } from '../../src/processes/api.ts';
import { expireDeposits } from '../../src/usecases/deposits/expire.ts';
import { apiConfig } from '../harness/api.ts';
import { post } from '../harness/client.ts';
import { openDesk, retry } from '../harness/desk.ts';
import { assertCreated } from '../harness/expectations.ts';
import { depositBody, withdrawalBody } from '../harness/factories.ts';
import { testKeysEnv } from '../harness/keys.ts';
import { assertBooksHold } from '../harness/ledger.ts';
import { authorisedPayout, fundPayouts, takenPayout } from '../harness/payouts.ts';
import { silentLog } from '../harness/silent-log.ts';
import { manyVezneOn } from './vezne.ts';
import { wordsOf } from './would-run.ts';

const REPOSITORY = fileURLToPath(new URL('../../..', import.meta.url));
const PATH = 'docs/backup.md';
const [, SECTION = ''] = readFileSync(join(REPOSITORY, PATH), 'utf8').split('## What a restore undoes');
const PRINTED = printedIn(PATH, SECTION).map(({ text }) => wordsOf(text));

/** The one command that the document prints with these words, with its capitals filled in. */
function printed(beginning: string, filled: Readonly<Record<string, string>> = {}): string[] {
  const first = ['vezne', ...beginning.split(' ')];
  const found = PRINTED.filter(
    (words) => words.length > 2 && first.every((word, index) => words[index] === word),
  );
  const [words = assert.fail(`${PATH} does not print: ${beginning}`), ...more] = found;
  assert.deepEqual(more, []);
  return words.slice(1).map((word) => filled[word] ?? word);
}

test('after a restore what the bank has sent is entered before a console starts, and what was credited does not expire', async (t) => {
  const desk = await openDesk(t);
  await fundPayouts(desk);
  const vezne = manyVezneOn(t, desk.database, testKeysEnv);
  const run = async (words: string[], as = 'ayse'): Promise<string> => {
    const { code, stdout, stderr } = await vezne(...words, '--as', as);
    assert.deepEqual([code, stderr], [0, ''], words.join(' '));
    return stdout;
  };
  const on = async (beginning: string, id: string, as?: string): Promise<string> => {
    const { fingerprint, referenceCode } = await desk.see(id);
    const filled = {
      ID: id,
      IBAN: desk.bankAccount.iban,
      SEEN: fingerprint.slice(0, 12),
      REASON: 'payout_failed',
    };
    return await run(printed(beginning, { ...filled, CODE: referenceCode ?? '' }), as);
  };

  // As the copy has it. The bank has sent the first three since, and the player of the deposit has paid.
  const queued = await desk.withdrawal();
  const taken = await takenPayout(desk);
  const sent = await authorisedPayout(desk);
  const unsent = await authorisedPayout(desk);
  const rejected = await desk.withdrawal();
  const before = await startApi(apiConfig(desk.database), silentLog);
  const { id: paidAs } = assertCreated(await post(before.url, desk.partner, '/v1/deposits', depositBody()));
  await before.stop();
  // The tests' server is the one of before, so its start doesn't tell which signs of life came with the copy.
  await desk.owner.query('delete from running_process');
  const paid = fromTransactionId(String(paidAs)) ?? assert.fail();
  await desk.owner.query(`update transaction set expires_at = now() - interval '1 second' where id = $1`, [
    paid,
  ]);

  // Somebody had paused payouts: nothing could be entered, and partners would hear that nothing was created.
  await run(['platform', 'pause', '--withdrawals']);
  const { fingerprint } = await desk.see(taken);
  const refused = await vezne('withdrawal', 'authorise', taken, '--seen', fingerprint.slice(0, 12));
  assert.match(refused.stderr, /paused/);
  await run(printed('platform resume'));

  assert.ok((await on('transaction find', paid)).includes(String(paidAs)));
  await on('deposit confirm', paid);
  await on('deposit approve', paid);
  const list = printed('transaction list');
  const told = await run(['restored']);
  assert.ok(told.includes(`\n     vezne ${list.join(' ')}\n`), told);
  const listed = (await vezne(...list)).stdout;
  assert.equal(listed.match(/^txn_/gm)?.length, 5);
  assert.match(listed, / authorised .* TR\d\d /);
  for (const id of [queued, taken, sent]) {
    const { stage } = await desk.see(id);
    if (stage === 'queued') await on('withdrawal take', id);
    if (stage !== 'authorised') await on('withdrawal authorise', id, 'mehmet');
    await on('withdrawal approve', id);
  }
  await on('withdrawal release', unsent, 'mehmet');
  await on('withdrawal reject', rejected);

  // Apis alone: a partner repeats a payout that was lost and that the bank has sent.
  const { url, stop } = await startApi(apiConfig(desk.database), silentLog);
  const { id: repeated } = assertCreated(await post(url, desk.partner, '/v1/withdrawals', withdrawalBody()));
  await stop();
  const lost = fromTransactionId(String(repeated)) ?? assert.fail();
  await on('withdrawal take', lost);
  await on('withdrawal authorise', lost, 'mehmet');
  await on('withdrawal approve', lost);

  // What an operator can send now is what no bank has sent.
  assert.deepEqual((await vezne(...list)).stdout.match(/^txn_\w+/gm)?.map(fromTransactionId), [unsent]);
  assert.equal((await desk.see(unsent)).stage, 'queued');
  assert.equal(await expireDeposits({ pool: desk.database.pool('vezne_worker'), retry }), 0);
  assert.equal((await desk.see(paid)).status, 'approved');
  await assertBooksHold(desk.owner);
});

test('after a restore workers start last: one that starts earlier rejects what was credited', async (t) => {
  const desk = await openDesk(t);
  const paid = await desk.deposit({ status: 'waiting_payment' });
  await desk.owner.query(`update transaction set expires_at = now() - interval '1 second' where id = $1`, [
    paid,
  ]);
  assert.equal(await expireDeposits({ pool: desk.database.pool('vezne_worker'), retry }), 1);
  const order = ['Start the apis alone', 'Only then start consoles', 'Workers last'].map((words) =>
    SECTION.indexOf(words),
  );
  assert.ok(
    order.every((at, index) => at > (order[index - 1] ?? 0)),
    'It is the order of the document.',
  );
});
