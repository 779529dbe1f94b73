import { createSecretKey } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { webhookKey } from '@vezne/sdk/webhooks/secret';
import type pg from 'pg';
import type { Logger } from 'pino';
import { findLiveWebhookEndpoints } from '../../db/read/live-webhook-endpoints.ts';
import type { SealedSecrets } from '../../keys/sealed-secrets.ts';

export interface LiveEndpoint {
  id: string;
  partnerId: string;
  url: string;
  /** The keys of its live secrets, newest first. */
  keys: readonly KeyObject[];
}

export interface LiveEndpoints {
  /** Reads the endpoints again if the copy is too old. */
  refresh(): Promise<void>;
  get(endpointId: string): LiveEndpoint | undefined;
  /** Like `get`, but one that is missing from the copy is looked for. */
  find(endpointId: string): Promise<LiveEndpoint | undefined>;
}

/** A pause or a new secret takes effect within this time. */
const MAX_AGE_MS = 2_000;
const TIMEOUT_MS = 5_000;

/** The endpoints that may receive deliveries, from a copy that is refreshed every few seconds. */
export function createLiveEndpoints({
  pool,
  sealedSecrets,
  log,
  nowMs,
}: {
  pool: pg.Pool;
  sealedSecrets: SealedSecrets;
  log: Logger;
  nowMs: () => number;
}): LiveEndpoints {
  let endpoints = new Map<string, LiveEndpoint>();
  let readAtMs = -Infinity;
  /** Opening a secret takes 0.1 ms, and without this cache thousands of them would be opened every two seconds. */
  const opened = new Map<string, KeyObject>();

  async function open({ sealed, keyVersion }: { sealed: string; keyVersion: number }): Promise<KeyObject> {
    const known = opened.get(sealed);
    if (known !== undefined) return known;
    const key = createSecretKey(webhookKey(await sealedSecrets.open(sealed, keyVersion)));
    opened.set(sealed, key);
    return key;
  }

  async function read(): Promise<void> {
    const next = new Map<string, LiveEndpoint>();
    for (const { sealedSecrets: sealed, ...endpoint } of await findLiveWebhookEndpoints(pool, {
      timeoutMs: TIMEOUT_MS,
    })) {
      try {
        next.set(endpoint.id, { ...endpoint, keys: await Promise.all(sealed.map(open)) });
      } catch (error) {
        log.error(
          { alarm: 'webhook_secret_unreadable', err: error, endpointId: endpoint.id },
          'an endpoint is skipped: its secrets cannot be opened',
        );
      }
    }
    endpoints = next;
    readAtMs = nowMs();
  }

  return {
    async refresh() {
      if (nowMs() - readAtMs >= MAX_AGE_MS) await read();
    },
    get: (endpointId) => endpoints.get(endpointId),
    async find(endpointId) {
      if (!endpoints.has(endpointId)) await read();
      return endpoints.get(endpointId);
    },
  };
}
