import { setTimeout as sleep } from 'node:timers/promises';
import { webhookHeadersBy } from '@vezne/sdk/webhooks/signature';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Clock } from '../../clock.ts';
import type { WebhookConfig } from '../../config/worker.ts';
import { findLiveWebhookEndpoint } from '../../db/read/webhooks/live-webhook-endpoints.ts';
import type { WebhookTestOutcome } from '../../db/read/webhooks/tests.ts';
import { endWebhookTest, takeWebhookTests } from '../../db/write/webhooks/tests.ts';
import type { TakenWebhookTest } from '../../db/write/webhooks/tests.ts';
import { toEventId } from '../../ids.ts';
import type { SealedSecrets } from '../../keys/sealed-secrets.ts';
import { WEBHOOK_HEADERS } from './delivery.ts';
import { createSender } from './sender.ts';
import { createSigningKeys } from './signing-keys.ts';
import { testEventBody } from './test-event-body.ts';

/** A person waits for the answer. An empty index costs next to nothing. */
const LOOK_EVERY_MS = 500;
/** All of them may hang until their time is over. People ask for a few. */
const MAX_AT_ONCE = 8;
const STATEMENT_TIMEOUT_MS = 5_000;

/**
 * Sends the events that people ask for to test an endpoint, for as long as it runs. Nothing else hears of them: no feed, no retry, no
 * count of the endpoint's failures. Its connections are its own, so a test neither waits for deliveries nor holds one up. Any number
 * of workers may do so side by side.
 */
export function createWebhookTestService({
  pool,
  config: { allowPrivate, timeoutMs },
  sealedSecrets,
  clock,
  log,
  noteWork = () => undefined,
}: {
  pool: pg.Pool;
  config: Pick<WebhookConfig, 'allowPrivate' | 'timeoutMs'>;
  sealedSecrets: SealedSecrets;
  clock: Clock;
  log: Logger;
  noteWork?: () => void;
}): {
  start(): void;
  /** Takes nothing new, and waits for what is under way. */
  stop(): Promise<void>;
} {
  const options = { timeoutMs: STATEMENT_TIMEOUT_MS };
  const sender = createSender({ allowPrivate, timeoutMs });
  const signingKeys = createSigningKeys(sealedSecrets, log);
  const underWay = new Set<Promise<void>>();
  const stopping = new AbortController();
  let running: Promise<void> | undefined;

  async function outcomeOf(test: TakenWebhookTest): Promise<WebhookTestOutcome> {
    // Read now, so that a secret or an address that was changed a moment ago is what is tested.
    const endpoint = await findLiveWebhookEndpoint(pool, test.endpointId, options);
    if (endpoint === undefined) return unsent('endpoint_not_active');
    const keys = await signingKeys(endpoint);
    if (keys.length === 0) return unsent('secret_unreadable');
    const id = toEventId(test.id);
    const body = testEventBody({ eventId: id, occurredAt: test.askedAt });
    const headers = { ...WEBHOOK_HEADERS, ...webhookHeadersBy(keys, { id, body, nowMs: clock.nowMs() }) };
    return await new Promise((resolve) => {
      sender.send({ url: endpoint.url, body, headers }, ({ status, error, durationMs, answerStart }) =>
        resolve({ status, error, durationMs, answerStart }),
      );
    });
  }

  async function send(test: TakenWebhookTest): Promise<void> {
    try {
      const outcome = await outcomeOf(test);
      const { status, error } = outcome;
      log.info(
        { endpointId: test.endpointId, eventId: toEventId(test.id), status, error },
        'an endpoint was tested',
      );
      await endWebhookTest(pool, test.id, outcome, options);
      noteWork();
    } catch (error) {
      log.warn({ err: error }, 'what became of a test could not be saved');
    }
  }

  async function look(): Promise<void> {
    const room = MAX_AT_ONCE - underWay.size;
    if (room === 0) return;
    try {
      for (const test of await takeWebhookTests(pool, room, options)) {
        const sent = send(test).finally(() => underWay.delete(sent));
        underWay.add(sent);
      }
    } catch (error) {
      log.warn({ err: error }, 'tests of endpoints could not be read; trying again in a moment');
    }
  }

  async function loop(): Promise<void> {
    while (!stopping.signal.aborted) {
      await look();
      await sleep(LOOK_EVERY_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  return {
    start() {
      running ??= loop();
    },
    async stop() {
      stopping.abort();
      await running;
      await Promise.all(underWay);
      await sender.close();
    },
  };
}

function unsent(error: string): WebhookTestOutcome {
  return { status: null, error, durationMs: 0, answerStart: '' };
}
