/**
 * What a partner's endpoint is not sent any more, seen by what it receives beside another endpoint of the same partner. It was open until
 * the last event happened that came to it.
 */
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { announceEvents } from '../../../../src/db/event-channel.ts';
import { insertEvent } from '../../../harness/events.ts';
import { until } from '../../../harness/expectations.ts';
import { insertEndpoint, insertEndpointSecret } from '../../../harness/webhook-endpoints.ts';
import { startReceiver } from '../../../jobs/webhooks/receiver.ts';
import type { Cell, Press, Sample } from './sample.ts';

interface Received {
  eventId: string;
  signatures: number;
}

async function startListening(t: TestContext): Promise<{ url: string; received: Received[] }> {
  const received: Received[] = [];
  const { url } = await startReceiver(t, (request, response) => {
    const { 'x-svc-event-id': eventId, 'webhook-signature': signature } = request.headers;
    const signatures = String(signature).split(' ').length;
    received.push({ eventId: String(eventId), signatures });
    request.resume().once('end', () => response.writeHead(204).end());
  });
  return { url, received };
}

const TELL_EVERY_MS = 100;
/** Well beyond the two seconds. */
const TELL_FOR_MS = 4_000;

interface Narrower {
  body?: object;
  /** Has an older secret besides. */
  isRotated?: true;
  /** Whether this is what must not come any more. */
  isStopped?: (received: Received) => boolean;
}

const endpoint = (
  t: TestContext,
  sample: Pick<Sample, 'action' | 'route'>,
  { body = {}, isRotated, isStopped = () => true }: Narrower = {},
): Sample => ({
  ...sample,
  async prepare({ desk }: Cell): Promise<Press> {
    const { owner, partner } = desk;
    const [told, beside] = [await startListening(t), await startListening(t)];
    const { id } = await insertEndpoint(owner, { partnerId: partner.id, url: told.url });
    if (isRotated) {
      await owner.query(
        `update webhook_secret set expires_at = now() + interval '1 hour' where endpoint_id = $1`,
        [id],
      );
      await insertEndpointSecret(owner, id);
    }
    const { id: other } = await insertEndpoint(owner, { partnerId: partner.id, url: beside.url });
    const tell = async (): Promise<string> => {
      const eventId = await insertEvent(owner, await desk.deposit(), 'deposit.approved');
      announceEvents(owner);
      return eventId;
    };
    const has = async ({ received }: { received: Received[] }, eventId: string): Promise<unknown> =>
      await until(async () => received.some((one) => one.eventId === eventId), Boolean);
    return {
      id,
      body,
      async opened() {
        const first = await tell();
        await Promise.all([has(told, first), has(beside, first)]);
      },
      async stillOpenMs() {
        const begin = performance.now();
        const happened = new Map<string, number>();
        for (let atMs = 0; atMs < TELL_FOR_MS; atMs = performance.now() - begin) {
          happened.set(await tell(), atMs);
          await sleep(TELL_EVERY_MS);
        }
        // The other endpoint has all of them, so that this one would have had them as well.
        await Promise.all([...happened.keys()].map(async (eventId) => await has(beside, eventId)));
        const came = told.received.filter((one) => isStopped(one));
        return Math.max(0, ...came.map(({ eventId }) => happened.get(eventId) ?? 0));
      },
      restore: async () =>
        await owner.query(`update webhook_endpoint set status = 'disabled' where id = any($1::uuid[])`, [
          [id, other],
        ]),
    };
  },
});

export const webhookSamples = (t: TestContext): readonly Sample[] => [
  endpoint(t, { action: 'webhook.pause', route: 'pausePartnerEndpoint' }),
  endpoint(t, { action: 'webhook.disable', route: 'disablePartnerEndpoint' }),
  endpoint(
    t,
    { action: 'webhook.set', route: 'setPartnerEndpoint' },
    { body: { events: ['deposit.rejected'] } },
  ),
  endpoint(
    t,
    { action: 'webhook.revoke', route: 'revokeOlderSecrets' },
    { isRotated: true, isStopped: ({ signatures }) => signatures > 1 },
  ),
];
