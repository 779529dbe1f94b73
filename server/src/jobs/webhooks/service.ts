import type { Logger } from 'pino';
import type { Clock } from '../../clock.ts';
import type { WebhookConfig } from '../../config/worker.ts';
import { createEventListener } from '../../db/event-channel.ts';
import { createPool } from '../../db/pool.ts';
import type { SealedSecrets } from '../../keys/sealed-secrets.ts';
import type { Tracing } from '../../tracing/tracing.ts';
import { createLivingProcess } from '../living-process.ts';
import { createDelivery } from './delivery.ts';
import { createDeliveryLoop } from './delivery-loop.ts';
import { createSender } from './sender.ts';
import { createLiveEndpoints } from './live-endpoints.ts';
import { tracedDelivery } from './traced-delivery.ts';

/**
 * Two to read what is new, one for everything else of the loop, one for the outcomes of attempts, one to say that the process lives. None
 * waits for another: outcomes that can't be written in time would be sent again.
 */
const MAX_CONNECTIONS = 5;

/** Sends events to partners for as long as it runs. Any number of workers may run it in parallel. */
export function createWebhookService({
  databaseUrl,
  expectedStandbys = 0,
  config,
  sealedSecrets,
  clock,
  log,
  noteWork = () => undefined,
  tracing,
}: {
  databaseUrl: string;
  expectedStandbys?: number;
  config: WebhookConfig;
  sealedSecrets: SealedSecrets;
  clock: Clock;
  log: Logger;
  /** An event was tried. */
  noteWork?: () => void;
  tracing?: Tracing | undefined;
}): { start(): void; stop(): Promise<void> } {
  // Commits wait for the disk. After a crash that undid a claim, its number would be given a second time; one that undid the row of a
  // failure would lose the event, since the worker goes on above it.
  const pool = createPool({
    url: databaseUrl,
    expectedStandbys,
    maxConnections: MAX_CONNECTIONS,
    applicationName: 'vezne-worker-webhooks',
    log,
    isPlannedOnce: true,
  });
  const sender = createSender({
    allowPrivate: config.allowPrivate,
    timeoutMs: config.timeoutMs,
  });
  const untraced = createDelivery({
    sender,
    log,
    scheduleMs: config.scheduleMs,
    nowMs: () => clock.nowMs(),
    random: Math.random,
  });
  const deliver = tracing === undefined ? untraced : tracedDelivery(untraced, tracing);
  const loop = createDeliveryLoop({
    pool,
    nowMs: () => clock.monotonicMs(),
    log,
    living: createLivingProcess({
      pool,
      log,
      leaseMs: config.leaseMs,
      nowMs: () => clock.monotonicMs(),
    }),
    endpoints: createLiveEndpoints({ pool, sealedSecrets, log, nowMs: () => clock.monotonicMs() }),
    deliver(event, endpoint, done) {
      deliver(event, endpoint, (result) => {
        noteWork();
        done(result);
      });
    },
    maxPerEndpoint: config.maxPerEndpoint,
  });
  const listener = createEventListener({
    databaseUrl,
    expectedStandbys,
    log,
    onAnnounced: () => loop.wake(),
  });
  return {
    start() {
      loop.start();
      listener.start();
    },
    async stop() {
      await listener.stop();
      await loop.stop();
      await sender.close();
      await pool.end();
    },
  };
}
