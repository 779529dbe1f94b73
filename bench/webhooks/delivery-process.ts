/** The process that delivers: the service of a worker, or a program without its promises. The benchmark chooses by messages. */
import { inspect } from 'node:util';
import { WEBHOOK_SCHEDULE_MS } from '@vezne/domain/retry-schedule';
import { systemClock } from '../../server/src/clock.ts';
import { createWebhookService } from '../../server/src/jobs/webhooks/service.ts';
import { createSealedSecrets } from '../../server/src/keys/sealed-secrets.ts';
import { createLogger } from '../../server/src/log.ts';
import { followBare } from './bare-follower.ts';
import { sendBare } from './bare.ts';
import { PER_ENDPOINT } from './messages.ts';
import type { BareWebhook, DeliveryOrder, DeliveryReport } from './messages.ts';

const [databaseUrl = '', secretKey = ''] = process.argv.slice(2);
const log = createLogger({ level: 'warn', name: 'deliveries' });
const keys = { current: 1, byVersion: new Map([[1, Buffer.from(secretKey, 'base64')]]) };
let webhooks: readonly BareWebhook[] = [];
/** What was started last: the service, or the program that only follows. */
let running: { stop: () => Promise<void> } | undefined;

function report(message: DeliveryReport): void {
  if (process.connected) process.send?.(message);
}

async function carryOut(order: DeliveryOrder): Promise<void> {
  if (order.kind === 'bare') return await sendBare(webhooks, { by: order.by, databaseUrl });
  if (order.kind === 'load') {
    webhooks = order.webhooks;
    return;
  }
  await running?.stop();
  running = undefined;
  if (order.kind === 'stop') return;
  if (order.kind === 'follow') {
    running = followBare(new Map(order.endpoints), { databaseUrl, log });
    return;
  }
  const service = createWebhookService({
    databaseUrl,
    config: {
      scheduleMs: WEBHOOK_SCHEDULE_MS,
      timeoutMs: 15_000,
      maxPerEndpoint: PER_ENDPOINT,
      leaseMs: 10_000,
      allowPrivate: true,
    },
    sealedSecrets: createSealedSecrets(keys),
    clock: systemClock,
    log,
  });
  service.start();
  running = service;
}

process.on('message', (order: DeliveryOrder) => {
  void carryOut(order).then(
    () => report({ kind: 'done' }),
    (error: unknown) => report({ kind: 'failed', reason: inspect(error) }),
  );
});
process.on('disconnect', () => void carryOut({ kind: 'stop' }));
report({ kind: 'ready' });
