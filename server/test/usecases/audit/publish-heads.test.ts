import assert from 'node:assert/strict';
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { appendNewHeads } from '../../../src/usecases/audit/publish-heads.ts';
import { createChain, createSealedChain, insertEntries, sealAll, tamper } from './chain.ts';

async function headFile(t: TestContext): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'vezne-heads-'));
  t.after(async () => await rm(directory, { recursive: true }));
  return join(directory, 'heads');
}

async function sealNumbers(path: string): Promise<string[]> {
  return (await readFile(path, 'utf8')).split('\n').map((line) => line.split(' ')[0] ?? '');
}

test("a new file begins with today's head, and gets every later head once", async (t) => {
  const { owner, worker } = await createSealedChain(t);
  const path = await headFile(t);
  await appendNewHeads(worker, path);
  await appendNewHeads(worker, path);
  assert.deepEqual(await sealNumbers(path), ['3', '']);
  await insertEntries(owner, 4);
  await sealAll(worker, 2);
  await appendNewHeads(worker, path);
  assert.deepEqual(await sealNumbers(path), ['3', '4', '5', '']);
  const { rows } = await owner.query<{ line: string }>(
    `select seal_no || ' ' || encode(hash, 'hex') || ' ' as line from audit_seal where seal_no = 5`,
  );
  const [last = ''] = (await readFile(path, 'utf8')).trimEnd().split('\n').slice(-1);
  assert.ok(last.startsWith(rows[0]?.line ?? 'no such seal'));
});

test('nothing is published before the first seal', async (t) => {
  const { worker } = await createChain(t);
  const path = await headFile(t);
  await appendNewHeads(worker, path);
  assert.equal(await readFile(path, 'utf8'), '');
});

test('a worker that was away for more than a page of seals leaves no head out', async (t) => {
  const { owner, worker } = await createSealedChain(t);
  const path = await headFile(t);
  await appendNewHeads(worker, path);
  await insertEntries(owner, 1_003);
  await sealAll(worker, 1);
  await appendNewHeads(worker, path);
  const expected = Array.from({ length: 1_004 }, (_, index) => String(index + 3));
  assert.deepEqual(await sealNumbers(path), [...expected, '']);
});

test('a head that is no longer in the chain is an error, and nothing is published after it', async (t) => {
  const { owner, worker } = await createSealedChain(t);
  const path = await headFile(t);
  await appendNewHeads(worker, path);
  const before = await readFile(path, 'utf8');
  await tamper(owner, 'update audit_seal set hash = sha256(hash) where seal_no = 3');
  await assert.rejects(appendNewHeads(worker, path), /head of seal 3 .* is not in the audit chain/);
  await tamper(owner, 'delete from audit_seal where seal_no = 3');
  await assert.rejects(appendNewHeads(worker, path), /head of seal 3 .* is not in the audit chain/);
  assert.equal(await readFile(path, 'utf8'), before);
});

test('a file that does not end in a head is not changed', async (t) => {
  const { worker } = await createSealedChain(t);
  const path = await headFile(t);
  await writeFile(path, 'my notes\n');
  await assert.rejects(appendNewHeads(worker, path), /last line of .* is not a head/);
  await writeFile(path, '');
  await appendNewHeads(worker, path);
  await appendFile(path, '4 half a li');
  await assert.rejects(appendNewHeads(worker, path), /last line of .* is not a head/);
});
