// In a process of its own: what runs in it is counted.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { approveDeposit } from '../src/usecases/deposits/decide.ts';
import { startTestApi } from './harness/api.ts';
import { send, sign } from './harness/client.ts';
import { AYSE, cash, openDesk } from './harness/desk.ts';
import { executedFiles } from './harness/executed-files.ts';
import { assertCreated } from './harness/expectations.ts';
import { depositBody } from './harness/factories.ts';

const ARCHITECTURE = readFileSync(new URL('../../ARCHITECTURE.md', import.meta.url), 'utf8');

/** They run beside everything, some by a timer, and are not part of a path. */
const BESIDE = /^(clock\.ts$|processes\/|metrics\/|http\/server\/(unread-answers|cut-log)\.ts$)/;

test('a create runs through exactly the files that ARCHITECTURE lists, 30 of them', async (t) => {
  const { url, partner } = await startTestApi(t);
  const create = async (): Promise<void> => {
    assertCreated(await send(url, sign(partner, { path: '/v1/deposits', body: depositBody() })));
  };
  await create();
  const files = await wayOf(create);
  assert.deepEqual(files, listedFiles('way of a create'));
  assert.equal(files.length, 30);
});

test('an approval runs through exactly the files that ARCHITECTURE lists, 23 of them', async (t) => {
  const desk = await openDesk(t);
  const approve = async (): Promise<void> => {
    const transactionId = await desk.deposit();
    const { outcome } = await desk.decide(
      (fingerprint) => approveDeposit({ transactionId, fingerprint, actor: AYSE, actualCents: cash(1000) }),
      transactionId,
    );
    assert.equal(outcome, 'made');
  };
  await approve();
  const files = await wayOf(approve);
  assert.deepEqual(files, listedFiles('way of an approval'));
  assert.equal(files.length, 23);
});

async function wayOf(work: () => Promise<void>): Promise<string[]> {
  return (await executedFiles(work)).filter((file) => !BESIDE.test(file));
}

function listedFiles(way: string): string[] {
  const [, block] = new RegExp(`<!-- ${way} -->\\n\`\`\`\\n([^\`]+)`).exec(ARCHITECTURE) ?? [];
  assert.ok(block, `ARCHITECTURE.md lists no ${way}.`);
  const files = block
    .trim()
    .split('\n')
    .map((line) => line.split(' ', 1)[0] ?? '');
  return files.toSorted();
}
