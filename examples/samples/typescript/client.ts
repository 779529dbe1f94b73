import { createVezneClient } from '@vezne/sdk';

const { env } = process;

export const vezne = createVezneClient({
  baseUrl: env['VEZNE_URL'] ?? '',
  apiKey: env['API_KEY'] ?? '',
  apiSecret: env['API_SECRET'] ?? '',
  hashSecret: env['HASH_SECRET'] ?? '',
});
