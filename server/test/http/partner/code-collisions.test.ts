import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApi } from '../../../src/processes/api.ts';
import { apiConfig, startTestApi } from '../../harness/api.ts';
import { createAgent, post } from '../../harness/client.ts';
import type { Answer } from '../../harness/client.ts';
import { assertCreated, assertRefused, until } from '../../harness/expectations.ts';
import { depositBody, withdrawalBody } from '../../harness/factories.ts';
import { holdTable, untilStatementWaits } from '../../harness/hold-table.ts';
import { captureLog } from '../../harness/log-lines.ts';
import { allowBlocks, storedCodes, takeCounterBack } from '../../harness/reference-counter.ts';
import { silentLog } from '../../harness/silent-log.ts';

const COLLIDED = 'reference codes are in use already; their blocks are dropped, and the deposits get others';

const WAVE = 100;

test('after the counter of codes was taken back, every deposit is created, with a code of its own that is the one it was told', async (t) => {
  const { url, owner, database, partner } = await startTestApi(t);
  const agent = createAgent();
  const create = async (
    at: string,
    body = depositBody(),
  ): Promise<{ body: typeof body; answer: Answer }> => ({
    body,
    // A partner repeats what a busy machine has no room for.
    answer: await until(
      async () => await post(at, partner, '/v1/deposits', body, agent),
      ({ text }) => !text.includes('"overloaded"'),
    ),
  });
  /** In waves: what waits too long for its batch is refused, and a busy machine is slow. */
  const createMany = async (at: string, count: number) => {
    const made: Awaited<ReturnType<typeof create>>[] = [];
    while (made.length < count)
      made.push(...(await Promise.all(Array.from({ length: WAVE }, async () => await create(at)))));
    return made;
  };
  const before = await createMany(url, 300);

  await takeCounterBack(owner, 0);
  const { log, lines } = captureLog();
  const other = await startApi(apiConfig(database), log);
  t.after(other.stop);
  const after = (await Promise.all([createMany(other.url, 700), createMany(url, 700)])).flat();

  const others = [...before, ...after].filter(({ answer }) => answer.status !== 201);
  assert.deepEqual(
    others.map(({ answer }) => answer.text),
    [],
  );
  const stored = await storedCodes(owner);
  assert.equal(stored.size, 1_700);
  assert.equal(new Set(stored.values()).size, 1_700);
  for (const { body, answer } of [...before, ...after])
    assert.equal(assertCreated(answer)['referenceCode'], stored.get(body.externalReference));
  const said = lines(COLLIDED);
  assert.ok(said.length >= 1 && said.length <= 3, `${said.length} lines`);

  for (const { body, answer } of [after[0], after.at(-1)].filter((one) => one !== undefined)) {
    const again = await create(url, body);
    assert.equal(again.answer.text, answer.text, 'a repeat gets the same bytes');
    assert.equal(again.answer.headers['idempotent-replayed'], 'true');
  }
});

test('a deposit that collides while no codes can be had is refused as unavailable, after a look-up, and a repeat creates it', async (t) => {
  const { url, owner, database, partner } = await startTestApi(t);
  const first = depositBody();
  assertCreated(await post(url, partner, '/v1/deposits', first));
  await takeCounterBack(owner, 0);
  const other = await startApi(apiConfig(database, { createBoundMs: 2_000 }), silentLog);
  t.after(other.stop);
  const body = depositBody();
  const release = await holdTable(owner);
  const asking = post(other.url, partner, '/v1/deposits', body);
  await untilStatementWaits(owner);
  // It has its code, which is in use, and gets no other.
  await allowBlocks(owner, false);
  await release();
  const refused = await asking;
  assertRefused(refused, 'unavailable');
  assert.equal((await storedCodes(owner)).size, 1);
  assert.equal(
    (await post(other.url, partner, '/v1/deposits', first)).headers['idempotent-replayed'],
    'true',
  );
  assertCreated(await post(other.url, partner, '/v1/withdrawals', withdrawalBody()));
  await allowBlocks(owner, true);
  assertCreated(await post(other.url, partner, '/v1/deposits', body));
});
