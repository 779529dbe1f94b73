import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { verifyWebhook } from '@vezne/sdk/webhooks/verify';
import { announceEvents } from '../../src/db/event-channel.ts';
import { openDesk } from '../harness/desk.ts';
import { insertEvent } from '../harness/events.ts';
import { until } from '../harness/expectations.ts';
import { insertPartnerPerson, startTestPortal } from '../harness/portal.ts';
import { insertEndpoint } from '../harness/webhook-endpoints.ts';
import { startWorkerProcess } from '../harness/worker-process.ts';
import { startReceiver } from '../jobs/webhooks/receiver.ts';

interface Received {
  eventId: string;
  body: string;
  timestamp: string;
}

test('an event that was taken or given up reaches the receiver again, under its id and newly signed, when somebody of the partner presses so', async (t) => {
  const desk = await openDesk(t);
  const { owner, database, partner } = desk;
  const received: Received[] = [];
  let status = 200;
  let secret = '';
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await text(request);
    const { eventId } = verifyWebhook({ headers: request.headers, body, secrets: [secret] });
    received.push({ eventId, body, timestamp: String(request.headers['webhook-timestamp']) });
    response.writeHead(status).end();
  };
  const receiver = await startReceiver(t, (request, response) => void receive(request, response));
  const endpoint = await insertEndpoint(owner, { partnerId: partner.id, url: receiver.url });
  secret = endpoint.secret;
  await startWorkerProcess(t, database, {
    VEZNE_ENV: 'development',
    // Given up after two tries instead of three days.
    VEZNE_WEBHOOK_SCHEDULE_MS: '100',
  });
  const { browser, clock } = await startTestPortal(t, { database });
  const page = browser();
  await page.signInWithProof(
    await insertPartnerPerson(owner, { partnerId: partner.id, roles: ['developer'] }),
    clock,
  );

  const tell = async (): Promise<string> => {
    const told = await insertEvent(owner, await desk.deposit(), 'deposit.approved');
    announceEvents(owner);
    return told;
  };
  const sent = async (eventId: string, times: number): Promise<Received[]> =>
    await until(
      async () => await Promise.resolve(received.filter((one) => one.eventId === eventId)),
      (all) => all.length >= times,
    );
  const shown = async (eventId: string, attempts: number) =>
    await until(
      async () => {
        const { body } = await page.call('listDeliveries', undefined, { id: endpoint.id });
        const all = body['deliveries'] as {
          webhookId: string;
          eventId: string;
          state: string;
          attempts: number;
        }[];
        return all.find(({ webhookId }) => webhookId === eventId);
      },
      (one) => one?.attempts === attempts,
    );
  const resend = async (eventId: string): Promise<void> => {
    const answer = await page.call('resendEvent', { event: eventId }, { id: endpoint.id });
    assert.equal(answer.status, 200, answer.text);
  };

  const taken = await tell();
  await sent(taken, 1);
  const delivered = await shown(taken, 1);
  assert.equal(delivered?.state, 'delivered');
  // A signature has the second in which it was made.
  const [first] = received;
  await until(
    async () => await Promise.resolve(Math.floor(Date.now() / 1_000)),
    (now) => now > Number(first?.timestamp),
  );
  await resend(delivered.eventId);
  const [before, again] = await sent(taken, 2);
  assert.equal(again?.body, before?.body);
  assert.ok(Number(again?.timestamp) > Number(before?.timestamp));
  assert.equal((await shown(taken, 2))?.state, 'delivered');

  status = 500;
  const failed = await tell();
  const givenUp = await shown(failed, 2);
  assert.equal(givenUp?.state, 'parked');
  status = 200;
  await resend(givenUp.eventId);
  await sent(failed, 3);
  assert.equal((await shown(failed, 3))?.state, 'delivered');
  assert.deepEqual(
    received.map(({ eventId }) => eventId),
    [taken, taken, failed, failed, failed],
    'and nothing else was sent',
  );
});
