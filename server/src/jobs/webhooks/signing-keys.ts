import { createSecretKey } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { webhookKey } from '@vezne/sdk/webhooks/secret';
import type { Logger } from 'pino';
import type { LiveWebhookEndpoint } from '../../db/read/webhooks/live-webhook-endpoints.ts';
import type { SealedSecrets } from '../../keys/sealed-secrets.ts';

export type SigningKeys = (
  endpoint: Pick<LiveWebhookEndpoint, 'id' | 'sealedSecrets'>,
) => Promise<KeyObject[]>;

/**
 * Opens the live secrets of an endpoint, newest first. One that can't be opened is left out, with an alarm: the others are as valid, and news
 * of money under an older secret is better than none. A partner that verifies with the newest alone refuses it, and it is sent again by the
 * schedule. Without any nothing can be signed.
 */
export function createSigningKeys(sealedSecrets: SealedSecrets, log: Logger): SigningKeys {
  /** Opening a secret takes 0.1 ms, and without this cache thousands of them would be opened every two seconds. */
  const opened = new Map<string, KeyObject>();

  async function open({
    sealed,
    keyVersion,
  }: LiveWebhookEndpoint['sealedSecrets'][number]): Promise<KeyObject> {
    const known = opened.get(sealed);
    if (known !== undefined) return known;
    const key = createSecretKey(webhookKey(await sealedSecrets.open(sealed, keyVersion)));
    opened.set(sealed, key);
    return key;
  }

  return async ({ id, sealedSecrets: sealed }) => {
    const results = await Promise.allSettled(sealed.map(open));
    const keys = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    const unreadable = results.find((result) => result.status === 'rejected');
    if (unreadable !== undefined) {
      log.error(
        {
          alarm: 'webhook_secret_unreadable',
          err: unreadable.reason,
          endpointId: id,
          signatures: keys.length,
        },
        'a secret of an endpoint cannot be opened',
      );
    }
    return keys;
  };
}
