import { createHash, createHmac } from 'node:crypto';
import { sign } from '../../../harness/client.ts';
import type { Credentials, RawRequest } from '../../../harness/client.ts';
import { depositBody } from '../../../harness/factories.ts';

/** What a client that signs by hand has at hand. */
export interface Signing extends Credentials {
  timestamp: string;
  method: string;
  path: string;
  body: string;
  /** The address of the service, as the client calls it. */
  url: string;
  other: Credentials;
}

export interface Planted {
  /** The row of the table that must be told. */
  mistake: string;
  /** What this one does, where a row has several. */
  how?: string;
  request: keyof typeof REQUESTS;
  signature: (signing: Signing) => string;
  /** What the sentence must name. */
  says: RegExp;
}

const REQUESTS = {
  deposit: () => ({ method: 'POST', path: '/v1/deposits', body: JSON.stringify(depositBody()) }),
  list: () => ({
    method: 'GET',
    path: '/v1/transactions?type=deposit&from=2026-01-01T00%3A00%3A00Z&limit=20',
    body: '',
  }),
  balance: () => ({ method: 'GET', path: '/v1/balance', body: '' }),
} as const;

/** A request that is right but for its signature. */
export function plantedRequest(
  { request, signature }: Pick<Planted, 'request' | 'signature'>,
  { partner, other, url }: { partner: Credentials; other: Credentials; url: string },
): RawRequest {
  const right = sign(partner, REQUESTS[request]());
  const made = signature({
    ...partner,
    other,
    url,
    timestamp: String(right.headers?.['x-timestamp']),
    method: right.method ?? '',
    path: right.path,
    body: Buffer.from(right.body ?? '').toString(),
  });
  return { ...right, headers: { ...right.headers, 'x-signature': made } };
}

function hmac(key: string | Uint8Array, text: string | Uint8Array): string {
  return createHmac('sha256', key).update(text).digest('hex');
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** The signature of the right parts, but for what is given. */
function signedWith(change: (signing: Signing) => Partial<Signing>): (signing: Signing) => string {
  return (right) => {
    const { timestamp, method, path, body, hashSecret, apiSecret } = { ...right, ...change(right) };
    return hmac(apiSecret, [timestamp, method, path, body, hashSecret].join('.'));
  };
}

function rightText({ timestamp, method, path, body, hashSecret }: Signing): string {
  return [timestamp, method, path, body, hashSecret].join('.');
}

const escapedLetters = (text: string): string =>
  text.replaceAll(/[^\0-\x7f]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);

const spaced = (body: string): string => body.replaceAll(/(?<=")([:,])(?=["{])/g, '$1 ');

/** Written by hand, and not with the tables of the service: each is what a client's program would do. */
export const PLANTED: readonly Planted[] = [
  {
    mistake: 'secrets_swapped',
    request: 'deposit',
    signature: signedWith(({ apiSecret, hashSecret }) => ({ apiSecret: hashSecret, hashSecret: apiSecret })),
    says: /you swapped the two secrets; key the HMAC with the API secret/,
  },
  {
    mistake: 'hash_secret_missing',
    request: 'deposit',
    signature: ({ timestamp, method, path, body, apiSecret }) =>
      hmac(apiSecret, [timestamp, method, path, body].join('.')),
    says: /you left out the hash secret/,
  },
  {
    mistake: 'hash_secret_missing',
    how: 'an empty one',
    request: 'balance',
    signature: signedWith(() => ({ hashSecret: '' })),
    says: /you left out the hash secret/,
  },
  {
    mistake: 'api_secret_twice',
    request: 'deposit',
    signature: signedWith(({ apiSecret }) => ({ hashSecret: apiSecret })),
    says: /the API secret in both places/,
  },
  {
    mistake: 'hash_secret_twice',
    request: 'deposit',
    signature: signedWith(({ hashSecret }) => ({ apiSecret: hashSecret })),
    says: /the hash secret in both places/,
  },
  {
    mistake: 'api_key_as_secret',
    request: 'deposit',
    signature: signedWith(({ apiKey }) => ({ apiSecret: apiKey })),
    says: /the API key .* in the place of a secret/,
  },
  {
    mistake: 'secret_padded',
    how: 'quotes that a file of variables kept',
    request: 'deposit',
    signature: signedWith(({ apiSecret, hashSecret }) => ({
      apiSecret: `'${apiSecret}'`,
      hashSecret: `'${hashSecret}'`,
    })),
    says: /a line break, a blank or quotes around it/,
  },
  {
    mistake: 'secret_padded',
    how: 'a line break at the end of a file',
    request: 'deposit',
    signature: signedWith(({ apiSecret }) => ({ apiSecret: `${apiSecret}\n` })),
    says: /a line break, a blank or quotes around it/,
  },
  {
    mistake: 'secret_decoded',
    request: 'deposit',
    signature: (signing) => hmac(Buffer.from(signing.apiSecret.slice(4), 'base64url'), rightText(signing)),
    says: /you decoded a secret or cut off its beginning/,
  },
  {
    mistake: 'secrets_of_another_key',
    request: 'deposit',
    signature: signedWith(({ other: { apiSecret, hashSecret } }) => ({ apiSecret, hashSecret })),
    says: /with the secrets of vzk_\w+; take .* from one triple/,
  },
  {
    mistake: 'method_in_lower_case',
    request: 'deposit',
    signature: signedWith(() => ({ method: 'post' })),
    says: /the method in small letters; write it in capitals/,
  },
  {
    mistake: 'other_method',
    request: 'balance',
    signature: signedWith(() => ({ method: 'POST' })),
    says: /the method POST; sign the method that the request is sent with/,
  },
  {
    mistake: 'full_url',
    how: 'as it was called',
    request: 'list',
    signature: signedWith(({ url, path }) => ({ path: url + path })),
    says: /the full address; sign the path with its query alone, from \/v1\/ on/,
  },
  {
    mistake: 'full_url',
    how: 'the public one',
    request: 'deposit',
    signature: signedWith(({ path }) => ({ path: `https://pay.example${path}` })),
    says: /the full address/,
  },
  {
    mistake: 'version_missing',
    request: 'deposit',
    signature: signedWith(() => ({ path: '/deposits' })),
    says: /the path without \/v1/,
  },
  {
    mistake: 'query_missing',
    request: 'list',
    signature: signedWith(() => ({ path: '/v1/transactions' })),
    says: /you left out the query/,
  },
  {
    mistake: 'query_written_again',
    how: 'decoded',
    request: 'list',
    signature: signedWith(({ path }) => ({ path: decodeURIComponent(path) })),
    says: /the query in another spelling or order/,
  },
  {
    mistake: 'query_written_again',
    how: 'sorted',
    request: 'list',
    signature: signedWith(() => ({
      path: '/v1/transactions?from=2026-01-01T00%3A00%3A00Z&limit=20&type=deposit',
    })),
    says: /the query in another spelling or order/,
  },
  {
    mistake: 'slash_of_the_path',
    request: 'deposit',
    signature: signedWith(() => ({ path: '/v1/deposits/' })),
    says: /without its first slash or with one more at its end/,
  },
  {
    mistake: 'empty_body_dropped',
    request: 'balance',
    signature: ({ timestamp, method, path, hashSecret, apiSecret }) =>
      hmac(apiSecret, [timestamp, method, path, hashSecret].join('.')),
    says: /the empty body together with its dot; there are always five parts/,
  },
  {
    mistake: 'empty_body_written',
    request: 'balance',
    signature: signedWith(() => ({ body: '{}' })),
    says: /you signed \{\} as the body of a request that has none/,
  },
  {
    mistake: 'body_missing',
    request: 'deposit',
    signature: signedWith(() => ({ body: '' })),
    says: /you left out the body/,
  },
  {
    mistake: 'slashes_escaped',
    request: 'deposit',
    signature: signedWith(({ body }) => ({ body: body.replaceAll('/', '\\/') })),
    says: /slashes written otherwise than you sent them.*JSON_UNESCAPED_SLASHES/,
  },
  {
    mistake: 'letters_escaped',
    request: 'deposit',
    signature: signedWith(({ body }) => ({ body: escapedLetters(body) })),
    says: /letters written otherwise than you sent them.*ensure_ascii=False/,
  },
  {
    mistake: 'slashes_and_letters_escaped',
    request: 'deposit',
    signature: signedWith(({ body }) => ({ body: escapedLetters(body.replaceAll('/', '\\/')) })),
    says: /slashes and letters escaped otherwise.*JSON_UNESCAPED_SLASHES \| JSON_UNESCAPED_UNICODE/,
  },
  {
    mistake: 'body_written_again',
    how: 'with spaces',
    request: 'deposit',
    signature: signedWith(({ body }) => ({ body: spaced(body) })),
    says: /other spaces or line breaks than you sent/,
  },
  {
    mistake: 'body_written_again',
    how: 'indented',
    request: 'deposit',
    signature: signedWith(({ body }) => ({ body: JSON.stringify(JSON.parse(body), null, 2) })),
    says: /other spaces or line breaks than you sent/,
  },
  {
    mistake: 'keys_in_another_order',
    request: 'deposit',
    signature: signedWith(({ body }) => ({ body: JSON.stringify(sorted(JSON.parse(body))) })),
    says: /with its keys sorted/,
  },
  {
    mistake: 'body_hashed',
    request: 'deposit',
    signature: signedWith(({ body }) => ({ body: sha256(body) })),
    says: /a hash or an encoding of the body/,
  },
  {
    mistake: 'body_in_another_encoding',
    request: 'deposit',
    signature: ({ timestamp, method, path, body, hashSecret, apiSecret }) =>
      hmac(
        apiSecret,
        Buffer.concat([
          Buffer.from(`${timestamp}.${method}.${path}.`),
          Buffer.from(body, 'latin1'),
          Buffer.from(`.${hashSecret}`),
        ]),
      ),
    says: /another encoding than UTF-8/,
  },
  {
    mistake: 'text_ends_in_a_line_break',
    request: 'deposit',
    signature: (signing) => hmac(signing.apiSecret, `${rightText(signing)}\n`),
    says: /ends in a line break; in a shell write it with printf/,
  },
  {
    mistake: 'dot_at_the_end',
    request: 'deposit',
    signature: (signing) => hmac(signing.apiSecret, `${rightText(signing)}.`),
    says: /ends in a dot/,
  },
  {
    mistake: 'wrong_joint',
    how: 'line feeds',
    request: 'deposit',
    signature: ({ timestamp, method, path, body, hashSecret, apiSecret }) =>
      hmac(apiSecret, [timestamp, method, path, body, hashSecret].join('\n')),
    says: /joined the parts with line feeds; join them with single dots/,
  },
  {
    mistake: 'wrong_joint',
    how: 'none',
    request: 'balance',
    signature: ({ timestamp, method, path, body, hashSecret, apiSecret }) =>
      hmac(apiSecret, [timestamp, method, path, body, hashSecret].join('')),
    says: /joined the parts with nothing/,
  },
  {
    mistake: 'no_hmac',
    request: 'deposit',
    signature: (signing) => sha256(rightText(signing)),
    says: /a plain SHA-256, which has no key/,
  },
  {
    mistake: 'hmac_arguments_swapped',
    request: 'deposit',
    signature: (signing) => hmac(rightText(signing), signing.apiSecret),
    says: /the text as its key and the key as its text/,
  },
  {
    mistake: 'hashed_before_the_hmac',
    request: 'deposit',
    signature: (signing) => hmac(signing.apiSecret, sha256(rightText(signing))),
    says: /you hashed the text before the HMAC/,
  },
  {
    mistake: 'wrong_order',
    request: 'deposit',
    signature: ({ timestamp, method, path, body, hashSecret, apiSecret }) =>
      hmac(apiSecret, [method, path, timestamp, body, hashSecret].join('.')),
    says: /in the order method, path, timestamp, body, hash secret; the order is timestamp, method, path, body, hash secret/,
  },
  {
    mistake: 'other_second',
    request: 'deposit',
    signature: signedWith(({ timestamp }) => ({ timestamp: String(Number(timestamp) - 1) })),
    says: /another second than the one in X-Timestamp; read the clock once/,
  },
  {
    mistake: 'milliseconds_signed',
    request: 'deposit',
    signature: signedWith(({ timestamp }) => ({ timestamp: `${timestamp}987` })),
    says: /in milliseconds and sent it in seconds/,
  },
];

/** Two at once. */
export const PLANTED_PAIRS: readonly (Omit<Planted, 'mistake' | 'says'> & { says: readonly RegExp[] })[] = [
  {
    how: 'json.dumps of Python, beside a client that sends compact JSON',
    request: 'deposit',
    signature: signedWith(({ body }) => ({ body: escapedLetters(spaced(body)) })),
    says: [/letters written otherwise/, /other spaces/],
  },
  {
    how: 'small letters, and no hash secret',
    request: 'balance',
    signature: ({ timestamp, path, body, apiSecret }) =>
      hmac(apiSecret, [timestamp, 'get', path, body].join('.')),
    says: [/left out the hash secret/, /in small letters/],
  },
  {
    how: 'the full address, joined with line feeds',
    request: 'list',
    signature: ({ timestamp, method, path, body, url, hashSecret, apiSecret }) =>
      hmac(apiSecret, [timestamp, method, url + path, body, hashSecret].join('\n')),
    says: [/the full address/, /line feeds/],
  },
];

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([left], [right]) => (left < right ? -1 : 1))
      .map(([key, item]) => [key, sorted(item)]),
  );
}
