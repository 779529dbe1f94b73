import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { addWebhookEndpoint } from '../../server/src/usecases/webhooks/add.ts';
import { setWebhookEndpoint } from '../../server/src/usecases/webhooks/change.ts';
import type { Administration } from './administration.ts';
import type { DemoState } from './state.ts';

export const SHOP_MAIN = fileURLToPath(new URL('../../examples/shop/main.ts', import.meta.url));

/** Registers the shop's address for every event. After a restart on other ports, the address is updated. */
export async function registerShop(
  { context, agree }: Administration,
  { partner, webhook, shopUrl }: { partner: string; webhook: DemoState['webhook']; shopUrl: string },
): Promise<NonNullable<DemoState['webhook']>> {
  const settings = { url: `${shopUrl}/webhooks/vezne`, events: ['all'], allowPrivate: true };
  if (webhook !== undefined) {
    await agree(setWebhookEndpoint(context, { ...settings, endpoint: webhook.endpointId }));
    return webhook;
  }
  const { endpoint, secret } = await agree(addWebhookEndpoint(context, { ...settings, partner }));
  return { endpointId: endpoint.id, secret };
}

type ShopAtVezne = Required<Pick<DemoState, 'partner' | 'webhook'>> & { apiUrl: string };

export function shopEnvironment(
  directory: string,
  { port, ...shop }: ShopAtVezne & { port: number },
): Record<string, string> {
  return {
    SHOP_PORT: String(port),
    SHOP_DATABASE: join(directory, 'shop.sqlite'),
    ...partnerEnvironment(shop),
  };
}

/** What every program of a partner needs, under the names that the shop, the samples and the SDK's README share. */
export function partnerEnvironment({ partner, webhook, apiUrl }: ShopAtVezne): Record<string, string> {
  return {
    VEZNE_URL: apiUrl,
    VEZNE_API_KEY: partner.apiKey,
    VEZNE_API_SECRET: partner.apiSecret,
    VEZNE_HASH_SECRET: partner.hashSecret,
    VEZNE_WEBHOOK_SECRET: webhook.secret,
  };
}
