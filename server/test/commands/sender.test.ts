import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { toTransactionId } from '../../src/ids.ts';
import { receiptRow, senderDetailRow } from '../db/sender-rows.ts';
import { insertRow, makeWorld } from '../db/valid-rows.ts';
import type { Row } from '../db/valid-rows.ts';
import { createTestDatabase } from '../harness/database.ts';
import { jsonOf, manyVezneOn } from './vezne.ts';
import type { Vezne } from './vezne.ts';

async function setUp(t: TestContext) {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  const world = await makeWorld(owner);
  const vezne: Vezne = manyVezneOn(t, database);
  // The deposit that waits for an operator has a sender and a receipt.
  return { owner, world, vezne, id: toTransactionId(String(world.lateDeposit['id'])) };
}

test('whoever decides sees what the player says of the sender, held against the name of the player', async (t) => {
  const { owner, world, vezne, id } = await setUp(t);
  const { stdout } = await vezne('transaction', 'show', id);
  assert.match(
    stdout,
    /What the player says of the sender\n {2}name +Ayşe Işık \(the same name as the player\)\n/,
  );
  assert.match(stdout, /\n {2}IBAN ends in +1326\n {2}sent at +\d{4}-.* UTC\n/);
  assert.match(stdout, /Receipts\n {2}1 .* application\/pdf +25 bytes +sha256 [0-9a-f]{12}\n/);
  assert.ok(stdout.includes(`  vezne transaction receipt ${id} --out FILE\n`));
  for (const [name, comparison, words] of [
    ['IŞIK A.', 'similar', 'a name similar to the player'],
    ['Mehmet Öz', 'different', 'ANOTHER NAME THAN THE PLAYER'],
    ['AYSE ISIK', 'same', 'the same name as the player'],
  ] as const) {
    await owner.query('update sender_detail set sender_name = $1', [name]);
    assert.ok((await vezne('transaction', 'show', id)).stdout.includes(`${name} (${words})`), name);
    const { sender } = jsonOf(await vezne('transaction', 'show', id, '--json'));
    assert.deepEqual(
      { ...(sender as object), sentAt: null },
      { senderName: name, ibanLastFour: '1326', sentAt: null, nameComparison: comparison },
    );
  }
  await owner.query('update sender_detail set sender_name = null, sent_at = null');
  const bare = (await vezne('transaction', 'show', id)).stdout;
  assert.match(bare, /of the sender\n {2}IBAN ends in +1326\nReceipts/);

  const silent = toTransactionId(String(world.deposit['id']));
  const none = await vezne('transaction', 'show', silent);
  assert.doesNotMatch(none.stdout, /sender|Receipts/);
  const { sender, receipts } = jsonOf(await vezne('transaction', 'show', silent, '--json'));
  assert.deepEqual([sender, receipts], [null, []]);
  await insertRow(owner, 'sender_detail', senderDetailRow({ transaction: world.deposit }));
  assert.match((await vezne('transaction', 'show', silent)).stdout, /Ayşe Işık \(the same/);
});

test('the newest receipt is written to a new file for its reader alone, and no file is overwritten', async (t) => {
  const { owner, world, vezne, id } = await setUp(t);
  const folder = await mkdtemp(join(tmpdir(), 'vezne-receipt-'));
  t.after(async () => await rm(folder, { recursive: true }));
  const newest: Row = { ...receiptRow(world), receipt_no: 2 };
  await insertRow(owner, 'receipt', newest);
  const file = join(folder, 'receipt.pdf');

  const written = await vezne('transaction', 'receipt', id, '--out', file);
  assert.equal(written.stdout, `Receipt 2 (application/pdf, 25 bytes) is in ${file}.\n`, written.stderr);
  assert.deepEqual(await readFile(file), newest['content']);
  assert.equal((await stat(file)).mode & 0o777, 0o600);
  const other = join(folder, 'other.pdf');
  assert.deepEqual(jsonOf(await vezne('transaction', 'receipt', id, '--out', other, '--json')), {
    file: other,
    receiptNo: 2,
    mediaType: 'application/pdf',
    bytes: 25,
  });

  const mine = join(folder, 'mine.txt');
  await writeFile(mine, 'mine');
  for (const [words, code, problem] of [
    [[id, '--out', mine], 1, /could not be written \(EEXIST\)/],
    [[id, '--out', join(folder, 'nowhere', 'x')], 1, /could not be written \(ENOENT\)/],
    [[toTransactionId(String(world.deposit['id'])), '--out', join(folder, 'x')], 1, /has no receipt/],
    [[`txn_${'0'.repeat(32)}`, '--out', join(folder, 'x')], 1, /no such transaction/i],
    [[id], 2, /required option '--out <file>'/],
  ] as const) {
    const refused = await vezne('transaction', 'receipt', ...words);
    assert.equal(refused.code, code, refused.stderr);
    assert.match(refused.stderr, problem);
  }
  assert.equal(await readFile(mine, 'utf8'), 'mine');
});
