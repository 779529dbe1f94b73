import type { KeyObject } from 'node:crypto';
import type pg from 'pg';
import type { Logger } from 'pino';
import { findLiveWebhookEndpoints } from '../../db/read/webhooks/live-webhook-endpoints.ts';
import type { SealedSecrets } from '../../keys/sealed-secrets.ts';
import { createSigningKeys } from './signing-keys.ts';

export interface LiveEndpoint {
  id: string;
  partnerId: string;
  url: string;
  /** Of its live secrets, newest first; at least one. */
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
  const signingKeys = createSigningKeys(sealedSecrets, log);

  async function read(): Promise<void> {
    const next = new Map<string, LiveEndpoint>();
    for (const found of await findLiveWebhookEndpoints(pool, { timeoutMs: TIMEOUT_MS })) {
      const keys = await signingKeys(found);
      const { id, partnerId, url } = found;
      if (keys.length > 0) next.set(id, { id, partnerId, url, keys });
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
