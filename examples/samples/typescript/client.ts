import { createVezneClient } from '@vezne/sdk';

const { env } = process;

export const vezne = createVezneClient({
  baseUrl: env['VEZNE_URL'] ?? '',
  apiKey: env['VEZNE_API_KEY'] ?? '',
  apiSecret: env['VEZNE_API_SECRET'] ?? '',
  hashSecret: env['VEZNE_HASH_SECRET'] ?? '',
});
