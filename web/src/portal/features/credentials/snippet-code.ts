/** Code to copy. It reads the same names as our examples and libraries; only .env holds the values themselves. */
import type { CredentialTriple } from '@vezne/contract/portal/credentials';
import { ENV_NAMES } from '../../../shared/ui/told-once.tsx';

export const FORMS = ['.env', 'curl', 'TypeScript'] as const;
export type Form = (typeof FORMS)[number];

const NO_ADDRESS = 'https://…';
const NO_VALUE = '…';

function env({
  apiUrl,
  credentials,
}: {
  apiUrl: string | null;
  credentials: CredentialTriple | null;
}): string {
  return [
    `VEZNE_URL=${apiUrl ?? NO_ADDRESS}`,
    `${ENV_NAMES.apiKey}=${credentials?.apiKey ?? NO_VALUE}`,
    `${ENV_NAMES.apiSecret}=${credentials?.apiSecret ?? NO_VALUE}`,
    `${ENV_NAMES.hashSecret}=${credentials?.hashSecret ?? NO_VALUE}`,
  ].join('\n');
}

const CURL = `body='{"amount":"1000.00","currency":"TRY","externalReference":"order-1","redirectUrl":"https://shop.example/return","customer":{"id":"42","username":"ayse","fullName":"Ayşe Işık"}}'
ts=$(date +%s)
sig=$(printf '%s.POST./v1/deposits.%s.%s' "$ts" "$body" "$VEZNE_HASH_SECRET" | openssl dgst -sha256 -hmac "$VEZNE_API_SECRET" -r | cut -d' ' -f1)
curl "$VEZNE_URL/v1/deposits" -H 'Content-Type: application/json' -H "X-Api-Key: $VEZNE_API_KEY" -H "X-Timestamp: $ts" -H "X-Signature: $sig" -d "$body"`;

const TYPESCRIPT = `import { createVezneClient } from '@vezne/sdk';

const vezne = createVezneClient({
  baseUrl: process.env.VEZNE_URL ?? '',
  apiKey: process.env.VEZNE_API_KEY ?? '',
  apiSecret: process.env.VEZNE_API_SECRET ?? '',
  hashSecret: process.env.VEZNE_HASH_SECRET ?? '',
});

const deposit = await vezne.createDeposit({
  amount: '1000.00',
  currency: 'TRY',
  externalReference: 'order-1',
  redirectUrl: 'https://shop.example/return',
  customer: { id: '42', username: 'ayse', fullName: 'Ayşe Işık' },
});`;

export function codeOf(
  form: Form,
  given: { apiUrl: string | null; credentials: CredentialTriple | null },
): string {
  if (form === '.env') return env(given);
  return form === 'curl' ? CURL : TYPESCRIPT;
}
