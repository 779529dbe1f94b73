/**
 * The receivers of docs/receivers.md, each in its own language as a real server. They need PHP and Python, so they are not
 * part of `npm test`: `npm run test:samples`.
 */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { RESPONSE_EXAMPLES } from '@vezne/contract/partner/examples';
import { signedWebhookHeaders } from '@vezne/sdk';
import type { WebhookEvent } from '@vezne/sdk';
import { startTestApi } from '../server/test/harness/api.ts';
import { get, post } from '../server/test/harness/client.ts';
import { manyVezneOn } from '../server/test/commands/vezne.ts';
import { withdrawalBody } from '../server/test/harness/factories.ts';
import { insertEndpoint, insertEndpointSecret } from '../server/test/harness/webhook-endpoints.ts';
import { startWorkerProcess } from '../server/test/harness/worker-process.ts';
import { run, TIMEOUT_MS } from './languages.ts';
import { openShop, RECEIVERS, SECRET } from './webhook-receivers.ts';
import type { Receiver } from './webhook-receivers.ts';
import { postgresStore } from './webhooks/typescript/postgres-store.ts';

const OTHER_SECRET = 'whsec_YW5vdGhlciBzZWNyZXQgb2YgMzIgYnl0ZXMhISE=';

const [approved = assert.fail()] = RESPONSE_EXAMPLES.listEvents.events as WebhookEvent[];

function eventOf(number: number, fields: Partial<WebhookEvent> = {}): WebhookEvent {
  const digits = number.toString(16).padStart(32, '0');
  return { ...approved, eventId: `evt_${digits}`, transactionId: `txn_${digits}`, ...fields };
}

async function deliver(
  { url }: Receiver,
  event: WebhookEvent,
  {
    secrets = SECRET,
    nowMs = Date.now(),
    sentBody,
  }: { secrets?: string | string[]; nowMs?: number; sentBody?: string } = {},
): Promise<number> {
  const body = JSON.stringify(event);
  const headers = { ...signedWebhookHeaders({ id: event.eventId, body, secrets, nowMs }) };
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: sentBody ?? body,
  });
  await response.arrayBuffer();
  return response.status;
}

for (const [language, start] of Object.entries(RECEIVERS)) {
  suite(`the receiver in ${language}`, () => {
    test('credits an event once, however often its webhook comes', async (t) => {
      const receiver = await start(t);
      const event = eventOf(1, { externalReference: 'sipariş-İı-€-𝄞' });
      assert.equal(await deliver(receiver, event), 200);
      assert.deepEqual(await receiver.credits(), { [event.transactionId]: 92_150 });
      // The copy has another amount, so a second effect would be visible.
      const again = { ...event, playerAmountCents: 1 };
      assert.deepEqual(
        await Promise.all(Array.from({ length: 5 }, async () => await deliver(receiver, again))),
        [200, 200, 200, 200, 200],
      );
      assert.deepEqual(await receiver.credits(), { [event.transactionId]: 92_150 });
    });

    test('does what each event asks for', async (t) => {
      const receiver = await start(t);
      const deposit = eventOf(1);
      const events = [
        deposit,
        eventOf(2, { event: 'deposit.rejected', status: 'rejected', playerAmountCents: 0 }),
        eventOf(3, { event: 'withdrawal.approved', type: 'withdrawal' }),
        eventOf(4, { event: 'withdrawal.rejected', type: 'withdrawal', playerAmountCents: 100_000 }),
        eventOf(5, {
          event: 'deposit.corrected',
          transactionId: deposit.transactionId,
          playerAmountCents: 9_215,
        }),
        eventOf(6, { event: 'deposit.of_a_later_version' as WebhookEvent['event'] }),
      ];
      for (const event of events) assert.equal(await deliver(receiver, event), 200, event.event);
      assert.deepEqual(await receiver.credits(), {
        [deposit.transactionId]: 9_215,
        [eventOf(4).transactionId]: 100_000,
      });
    });

    test('keeps a correction that came before the approval it corrects', async (t) => {
      const receiver = await start(t);
      const { transactionId } = eventOf(1);
      const correction = eventOf(2, { event: 'deposit.corrected', transactionId, playerAmountCents: 9_215 });
      for (const event of [correction, eventOf(1)]) assert.equal(await deliver(receiver, event), 200);
      assert.deepEqual(await receiver.credits(), { [transactionId]: 9_215 });
    });

    test('refuses webhooks that are forged, changed, old or unsigned', async (t) => {
      const receiver = await start(t);
      const event = eventOf(1);
      const sentBody = JSON.stringify({ ...event, playerAmountCents: 99_999_999 });
      assert.equal(await deliver(receiver, event, { secrets: OTHER_SECRET }), 401);
      assert.equal(await deliver(receiver, event, { sentBody }), 401);
      // The SDK sees that the receiver itself must be fixed, and answers 500.
      const writtenAgain = await deliver(receiver, event, { sentBody: JSON.stringify(event, null, 2) });
      assert.equal(writtenAgain, language === 'typescript' ? 500 : 401);
      assert.equal(await deliver(receiver, event, { nowMs: Date.now() - 310_000 }), 401);
      assert.equal(await deliver(receiver, event, { nowMs: Date.now() + 310_000 }), 401);
      const bare = await fetch(receiver.url, { method: 'POST', body: JSON.stringify(event) });
      assert.equal(bare.status, 401);
      assert.deepEqual(await receiver.credits(), {});
    });

    test('accepts both secrets during a rotation', async (t) => {
      const receiver = await start(t, { secrets: `${SECRET} ${OTHER_SECRET}` });
      assert.equal(await deliver(receiver, eventOf(1), { secrets: SECRET }), 200);
      assert.equal(await deliver(receiver, eventOf(2), { secrets: OTHER_SECRET }), 200);
      assert.equal(await deliver(receiver, eventOf(3), { secrets: [OTHER_SECRET, SECRET] }), 200);
      assert.equal(Object.keys(await receiver.credits()).length, 3);
    });

    test('answers 500 when it cannot do the work, and does it when the webhook comes again', async (t) => {
      const receiver = await start(t);
      await receiver.breakShop();
      assert.equal(await deliver(receiver, eventOf(1)), 500);
      await receiver.repairShop();
      assert.equal(await deliver(receiver, eventOf(1)), 200);
      assert.deepEqual(await receiver.credits(), { [eventOf(1).transactionId]: 92_150 });
    });

    test('never runs without a secret', async (t) => {
      for (const secrets of ['', 'whsec_', 'whsec_c2hvcnQ=', SECRET.slice('whsec_'.length)]) {
        const receiver = await start(t, { secrets }).catch(() => undefined);
        // PHP starts again for each request, so it answers; the others do not even start.
        if (receiver === undefined) continue;
        assert.equal(await deliver(receiver, eventOf(1)), 500);
        assert.deepEqual(await receiver.credits(), {});
      }
    });
  });
}

test('catching up processes the events that no webhook brought, and repeats no others', async (t) => {
  const api = await startTestApi(t);
  const shop = await openShop(t);
  const ids: string[] = [];
  for (let made = 0; made < 3; made++) {
    const { json } = await post(api.url, api.partner, '/v1/withdrawals', withdrawalBody());
    const { id } = (json as { transaction: { id: string } }).transaction;
    await post(api.url, api.partner, `/v1/transactions/${id}/cancel`, {});
    ids.push(id);
  }
  const catchUp = async (...args: string[]): Promise<string[]> => {
    const file = fileURLToPath(new URL('webhooks/typescript/catch-up.ts', import.meta.url));
    const { stdout } = await run(process.execPath, [file, ...args], {
      timeout: TIMEOUT_MS,
      env: {
        PATH: process.env['PATH'],
        VEZNE_URL: api.url,
        VEZNE_API_KEY: api.partner.apiKey,
        VEZNE_API_SECRET: api.partner.apiSecret,
        VEZNE_HASH_SECRET: api.partner.hashSecret,
        DATABASE_URL: shop.url,
      },
    });
    return stdout.trimEnd().split('\n');
  };
  const first = await catchUp();
  assert.equal(first.length, 3);
  assert.ok(first.every((line) => line.endsWith('withdrawal.rejected done')));
  assert.deepEqual(Object.keys(await shop.credits()).toSorted(), ids.toSorted());
  const [firstEvent = ''] = first[0]?.split(' ') ?? [];
  const again = await catchUp(firstEvent);
  assert.deepEqual(
    again,
    first.slice(1).map((line) => line.replace(/done$/, 'already')),
  );
});

test('a worker tests each receiver with `vezne webhook test`: it takes the event, credits nothing, and no feed has it', async (t) => {
  const api = await startTestApi(t);
  await startWorkerProcess(t, api.database, { VEZNE_ENV: 'development' });
  const vezne = manyVezneOn(t, api.database);
  for (const [language, start] of Object.entries(RECEIVERS)) {
    const receiver = await start(t);
    const { id } = await insertEndpoint(api.owner, { partnerId: api.partner.id, url: receiver.url });
    // Only the endpoint's own secret signs so far, and the receiver has another.
    const wrong = await vezne('webhook', 'test', id);
    assert.equal(wrong.code, 1, language);
    assert.match(wrong.stdout, /: 401 after \d+ ms\.\n/, language);
    assert.match(wrong.stderr, /its check of the signature failed/, language);
    await insertEndpointSecret(api.owner, id, SECRET);
    const tested = await vezne('webhook', 'test', id);
    assert.equal(tested.code, 0, `${language}: ${tested.stdout}${tested.stderr}`);
    assert.match(tested.stdout, /took the test event: 200 after \d+ ms\./, language);
    assert.deepEqual(Object.keys(await receiver.credits()), [], language);
  }
  const { json } = await get(api.url, api.partner, '/v1/events');
  assert.deepEqual((json as { events: unknown[] }).events, []);
});

test('of many processes that get one event at once, the PostgreSQL store lets one do the work', async (t) => {
  const { pool } = await openShop(t);
  const store = postgresStore(pool);
  let attempts = 0;
  const results = await Promise.allSettled(
    Array.from({ length: 10 }, async () => {
      return await store.once('evt_1', async (client) => {
        const attempt = ++attempts;
        await client.query(`insert into credit values ('attempt ' || $1::int, 'order-1', 1)`, [attempt]);
        await sleep(20);
        if (attempt === 1) throw new Error('The first one fails.');
      });
    }),
  );
  assert.equal(results.filter(({ status }) => status === 'rejected').length, 1);
  const ends = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  assert.deepEqual(ends.toSorted(), [...Array.from({ length: 8 }, () => 'already'), 'done']);
  const { rows } = await pool.query('select transaction_id from credit');
  assert.deepEqual(rows, [{ transaction_id: 'attempt 2' }], 'nothing remains of the one that failed');
});

test('docs/receivers.md shows every file of the receivers unchanged', () => {
  const document = readFileSync(new URL('../docs/receivers.md', import.meta.url), 'utf8');
  const shown = [...document.matchAll(/^<!-- (examples\/webhooks\/\S+) -->\n```\w+\n(.*?)^```$/gms)];
  const stored = globSync('examples/webhooks/*/*', {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    exclude: (name) => name.startsWith('__'),
  });
  assert.ok(stored.length >= Object.keys(RECEIVERS).length);
  assert.deepEqual(shown.map(([, file]) => file).toSorted(), stored.toSorted());
  for (const [, file = '', text = ''] of shown) {
    assert.equal(text, readFileSync(new URL(`../${file}`, import.meta.url), 'utf8'), file);
  }
});
