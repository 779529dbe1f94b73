import type { Logger } from 'pino';
import type { Clock } from '../../clock.ts';
import type { WebhookConfig } from '../../config.ts';
import { createPool } from '../../db/pool.ts';
import type { SealedSecrets } from '../../keys/sealed-secrets.ts';
import { createDelivery } from './delivery.ts';
import { createEventListener } from './event-listener.ts';
import { createDeliveryLoop } from './delivery-loop.ts';
import { createSender } from './sender.ts';
import { createLiveEndpoints } from './live-endpoints.ts';

/** One for new events, one for the outcomes of attempts, and one spare. Claims have their own connection. */
const MAX_CONNECTIONS = 3;

/** Longer than an attempt with everything around it, so no delivery is taken from a worker that is still alive. */
function leaseSecondsOf({ timeoutMs }: WebhookConfig): number {
  return (2 * timeoutMs + 1_000) / 1_000;
}

/** Sends events to partners for as long as it runs. Any number of workers may run it in parallel. */
export function createWebhookService({
  databaseUrl,
  config,
  sealedSecrets,
  clock,
  log,
}: {
  databaseUrl: string;
  config: WebhookConfig;
  sealedSecrets: SealedSecrets;
  clock: Clock;
  log: Logger;
}): { start(): void; stop(): Promise<void> } {
  // If a crash undoes a claim or an outcome, the event is sent once more. Receivers can handle that.
  const pool = createPool({
    url: databaseUrl,
    maxConnections: MAX_CONNECTIONS,
    applicationName: 'vezne-worker-webhooks',
    log,
    isRepeatable: true,
    isPlannedOnce: true,
  });
  const claimPool = createPool({
    url: databaseUrl,
    maxConnections: 1,
    applicationName: 'vezne-worker-claims',
    log,
    isRepeatable: true,
    isPlannedOnce: true,
    isInIndexOrder: true,
  });
  const sender = createSender({
    allowPrivate: config.allowPrivate,
    timeoutMs: config.timeoutMs,
    maxConnectionsPerEndpoint: config.maxPerEndpoint,
  });
  const loop = createDeliveryLoop({
    pool,
    claimPool,
    nowMs: () => clock.monotonicMs(),
    log,
    endpoints: createLiveEndpoints({ pool, sealedSecrets, log, nowMs: () => clock.monotonicMs() }),
    deliver: createDelivery({
      sender,
      log,
      scheduleMs: config.scheduleMs,
      nowMs: () => clock.nowMs(),
      random: Math.random,
    }),
    maxPerEndpoint: config.maxPerEndpoint,
    leaseSeconds: leaseSecondsOf(config),
  });
  const listener = createEventListener({ databaseUrl, log, onNotification: () => loop.wake() });
  return {
    start() {
      loop.start();
      listener.start();
    },
    async stop() {
      await listener.stop();
      await loop.stop();
      await sender.close();
      await claimPool.end();
      await pool.end();
    },
  };
}
