import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { toTransactionId } from '../../src/ids.ts';
import { receiptRow, senderDetailRow } from '../db/rows/sender-rows.ts';
import { insertRow, makeWorld } from '../db/rows/valid-rows.ts';
import type { Row } from '../db/rows/valid-rows.ts';
import { createTestDatabase } from '../harness/database.ts';
import { auditRows } from '../usecases/administration.ts';
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

test("the operator sees what the player says about the sender, compared with the player's name", async (t) => {
  const { owner, world, vezne, id } = await setUp(t);
  const { stdout } = await vezne('transaction', 'show', id);
  assert.match(
    stdout,
    /What the player says of the sender\n {2}name +Ayşe Işık \(the same name as the player\)\n/,
  );
  assert.match(stdout, /\n {2}IBAN ends in +1326\n {2}sent at +\d{4}-.* \+03\n/);
  assert.match(stdout, /Receipts\n {2}1 .* application\/pdf +25 bytes +sha256 [0-9a-f]{12}\n/);
  assert.ok(stdout.includes(`  vezne transaction receipt ${id} --number 1 --out FILE\n`));
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

async function setUpReceipts(t: TestContext) {
  const ground = await setUp(t);
  const folder = await mkdtemp(join(tmpdir(), 'vezne-receipt-'));
  t.after(async () => await rm(folder, { recursive: true }));
  const newest: Row = { ...receiptRow(ground.world), receipt_no: 2 };
  await insertRow(ground.owner, 'receipt', newest);
  return { ...ground, newest, inFolder: (name: string): string => join(folder, name) };
}

test('the newest receipt is written to a new file that only its reader can open, and no file is overwritten', async (t) => {
  const { world, vezne, id, newest, inFolder } = await setUpReceipts(t);
  const file = inFolder('receipt.pdf');

  const written = await vezne('transaction', 'receipt', id, '--out', file);
  assert.equal(written.stdout, `Receipt 2 (application/pdf, 25 bytes) is in ${file}.\n`, written.stderr);
  assert.deepEqual(await readFile(file), newest['content']);
  assert.equal((await stat(file)).mode & 0o777, 0o600);
  const other = inFolder('other.pdf');
  assert.deepEqual(jsonOf(await vezne('transaction', 'receipt', id, '--out', other, '--json')), {
    file: other,
    receiptNo: 2,
    mediaType: 'application/pdf',
    bytes: 25,
  });

  const mine = inFolder('mine.txt');
  await writeFile(mine, 'mine');
  for (const [words, code, problem] of [
    [[id, '--out', mine], 1, /could not be written \(EEXIST\)/],
    [[id, '--out', inFolder(join('nowhere', 'x'))], 1, /could not be written \(ENOENT\)/],
    [[toTransactionId(String(world.deposit['id'])), '--out', inFolder('x')], 1, /has no receipt/],
    [[`txn_${'0'.repeat(32)}`, '--out', inFolder('x')], 1, /no such transaction/i],
    [[id], 2, /required option '--out <file>'/],
  ] as const) {
    const refused = await vezne('transaction', 'receipt', ...words);
    assert.equal(refused.code, code, refused.stderr);
    assert.match(refused.stderr, problem);
  }
  assert.equal(await readFile(mine, 'utf8'), 'mine');
});

test('each of up to three receipts can be read by the number that the transaction shows', async (t) => {
  const { owner, world, vezne, id, newest, inFolder } = await setUpReceipts(t);
  const { stdout } = await vezne('transaction', 'show', id);
  assert.match(stdout, /Receipts\n {2}1 .* application\/pdf .*\n {2}2 .* application\/pdf .*\n {2}vezne/);
  const { rows } = await owner.query('select content from receipt where receipt_no = 1');
  for (const [number, content] of [
    ['1', (rows as Row[])[0]?.['content']],
    ['2', newest['content']],
  ] as const) {
    const command = `transaction receipt ${id} --number ${number} --out`;
    assert.ok(stdout.includes(`\n  vezne ${command} FILE\n`), stdout);
    const file = inFolder(`${number}.pdf`);
    const written = await vezne(...command.split(' '), file);
    assert.match(written.stdout, new RegExp(`^Receipt ${number} `), written.stderr);
    assert.deepEqual(await readFile(file), content);
  }
  const silent = toTransactionId(String(world.deposit['id']));
  for (const [of, number, code, problem] of [
    [id, '3', 1, new RegExp(`${id} has no receipt 3\\. Its receipts: 1, 2\\.`)],
    [id, '0', 1, /Its receipts: 1, 2\./],
    [silent, '1', 1, /has no receipt\. Its player has sent none\./],
    [id, 'one', 2, /whole number/],
  ] as const) {
    const words = ['transaction', 'receipt', of, '--number', number, '--out', inFolder('none')];
    const refused = await vezne(...words);
    assert.equal(refused.code, code, refused.stderr);
    assert.match(refused.stderr, problem);
  }
  await assert.rejects(stat(inFolder('none')), { code: 'ENOENT' });
});

test('the audit log names the reader of a receipt before the file is written', async (t) => {
  const { owner, world, vezne, id, newest, inFolder } = await setUpReceipts(t);
  const sha256 = (newest['sha256'] as Buffer).toString('hex');
  const entry = {
    actor_kind: 'command_line',
    actor: 'ayse',
    action: 'transaction.read_receipt',
    subject_type: 'transaction',
    subject_id: world.lateDeposit['id'],
    details: { number: 2, sha256 },
  };
  const read = async (...more: string[]) => await vezne('transaction', 'receipt', id, ...more);
  const entries = async () =>
    (await auditRows(owner)).filter(({ action }) => action === 'transaction.read_receipt');
  await read('--out', inFolder('a.pdf'));
  await read('--out', inFolder('a.pdf'), '--as', 'Mehmet Şen');
  await read('--out', inFolder('none.pdf'), '--number', '3');
  assert.deepEqual(await entries(), [entry, { ...entry, actor: 'Mehmet Şen' }]);
  const listed = await vezne('audit', 'list', '--subject', id);
  assert.match(
    listed.stdout,
    new RegExp(`ayse +transaction\\.read_receipt +${id} +number 2, sha256 ${sha256}\\n`),
  );

  await owner.query('revoke insert on audit_entry from vezne_admin');
  assert.equal((await read('--out', inFolder('b.pdf'))).code, 1);
  await assert.rejects(stat(inFolder('b.pdf')), { code: 'ENOENT' });
});
