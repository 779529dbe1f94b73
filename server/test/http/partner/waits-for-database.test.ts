import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { depositBody, insertBankAccount, insertPartner } from '../../harness/factories.ts';
import { startApiProcess } from '../../harness/api-process.ts';
import { createAgent, send, sign } from '../../harness/client.ts';
import { createTestDatabase } from '../../harness/database.ts';
import { startDatabaseProxy } from '../../harness/database-proxy.ts';
import { assertCreated } from '../../harness/expectations.ts';

/** Longer than a copy of the configuration may be old. */
const AWAY_MS = 4_000;

test('creates and retries that come while the database is away are answered when it is back, and not cut off', async (t) => {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  const partner = await insertPartner(owner);
  const limited = await insertPartner(owner);
  await owner.query('update partner set player_day_deposit_count = 5 where id = $1', [limited.id]);
  await insertBankAccount(owner);
  const proxy = await startDatabaseProxy(t, database.urlOf('vezne_api'));
  const { url } = await startApiProcess(t, database, { VEZNE_API_DATABASE_URL: proxy.url });
  const agent = createAgent();
  const create = async (body: object, by = partner) =>
    await send(url, sign(by, { path: '/v1/deposits', body }), agent);
  const known = depositBody();
  const first = await create(known);
  assert.equal(first.status, 201);

  proxy.refuse(true);
  proxy.cut();
  // Two that come at once, one of them to be held to the limits of a day, and others when the configuration is too old to be used.
  const answers = [create(depositBody()), create(depositBody(), limited)];
  await sleep(AWAY_MS / 2 + 500);
  answers.push(create(depositBody()), create(known));
  await sleep(AWAY_MS / 2 - 500);
  proxy.refuse(false);
  const [early, held, late, again] = await Promise.all(answers);
  assert.deepEqual([early?.status, held?.status, late?.status], [201, 201, 201]);
  assert.equal(again?.text, first.text);
});

test('creates that wait for the database count by when they came, and not all in the moment when it is back', async (t) => {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  const partner = await insertPartner(owner);
  await owner.query('update partner set requests_per_second = 2 where id = $1', [partner.id]);
  await insertBankAccount(owner);
  const proxy = await startDatabaseProxy(t, database.urlOf('vezne_api'));
  const { url } = await startApiProcess(t, database, { VEZNE_API_DATABASE_URL: proxy.url });
  const agent = createAgent();
  const create = async (timestamp?: number) =>
    (
      await send(
        url,
        sign(partner, { path: '/v1/deposits', body: depositBody(), ...(timestamp ? { timestamp } : {}) }),
        agent,
      )
    ).status;
  proxy.refuse(true);
  proxy.cut();
  // Longer than the configuration may be old: from now on they wait for it.
  await sleep(2_500);
  // Its clock is so slow that it would be too old when the database is back.
  const answers = [create(Math.floor(Date.now() / 1_000) - 298)];
  // More than a second from one to the next, also where the machine stands still for a moment.
  for (let sent = 0; sent < 5; sent += 1) {
    answers.push(create());
    await sleep(1_500);
  }
  proxy.refuse(false);
  assert.deepEqual(
    await Promise.all(answers),
    answers.map(() => 201),
  );
});

test('a deposit for which no reference code comes in time is refused, and not cut off', async (t) => {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  const partner = await insertPartner(owner);
  await insertBankAccount(owner);
  const { url } = await startApiProcess(t, database, { VEZNE_CREATE_BOUND_MS: '3000' });
  const agent = createAgent();
  const create = async () =>
    (await send(url, sign(partner, { path: '/v1/deposits', body: depositBody() }), agent)).status;
  const holder = await owner.connect();
  await holder.query('begin');
  await holder.query('select from reference_code_counter for update');
  const first = create();
  await sleep(1_000);
  // It joins the same wait for a block.
  const second = create();
  assert.deepEqual(await Promise.all([first, second]), [503, 503]);
  await holder.query('rollback');
  holder.release();
  assert.equal(await create(), 201);
});

test('of the presses that come while the database is away so many wait for it, and the others are told at once', async (t) => {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  const partner = await insertPartner(owner);
  await insertBankAccount(owner);
  const proxy = await startDatabaseProxy(t, database.urlOf('vezne_api'));
  const { url } = await startApiProcess(t, database, {
    VEZNE_API_DATABASE_URL: proxy.url,
    VEZNE_PUBLIC_URL: 'https://pay.example',
    VEZNE_MAX_QUEUED_CREATES: '2',
  });
  const agent = createAgent();
  const { hostedUrl } = assertCreated(
    await send(url, sign(partner, { path: '/v1/deposits', body: depositBody() }), agent),
  );
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '0' };
  const press = async () =>
    (await send(url, { method: 'POST', path: `${new URL(String(hostedUrl)).pathname}/sent`, headers }, agent))
      .status;

  proxy.refuse(true);
  proxy.cut();
  const waiting = [press(), press()];
  await sleep(1_000);
  assert.equal(await press(), 503);
  proxy.refuse(false);
  assert.deepEqual(await Promise.all(waiting), [303, 303]);
});
