import type { Attempt, Mistake } from './mistake.ts';
import { withoutPart, withPart } from './mistake.ts';
import { withoutPrefix } from './needs-secret.ts';
import type { Recipe } from './recipe.ts';

/** The right text with wrong secrets. */
export const SECRET_MISTAKES: readonly Mistake[] = [
  {
    name: 'secrets_swapped',
    says: () =>
      'you swapped the two secrets; key the HMAC with the API secret (vzs_…), and end the signed text with the hash secret (vzh_…).',
    attempts: (recipe, { apiSecret, hashSecret }) => [withSecrets(recipe, hashSecret, apiSecret)],
  },
  {
    name: 'hash_secret_missing',
    says: () =>
      'you left out the hash secret (vzh_…); it is the last of the five parts, after the body and a dot.',
    attempts: (recipe) => [withoutPart(recipe, 'hashSecret'), withPart(recipe, 'hashSecret', '')],
  },
  {
    name: 'api_secret_twice',
    says: () =>
      'you used the API secret in both places; it is the key of the HMAC, and the signed text ends with the hash secret (vzh_…).',
    attempts: (recipe, { apiSecret }) => [withSecrets(recipe, apiSecret, apiSecret)],
  },
  {
    name: 'hash_secret_twice',
    says: () =>
      'you used the hash secret in both places; it ends the signed text, and the key of the HMAC is the API secret (vzs_…).',
    attempts: (recipe, { hashSecret }) => [withSecrets(recipe, hashSecret, hashSecret)],
  },
  {
    name: 'api_key_as_secret',
    says: () =>
      'you used the API key (vzk_…) in the place of a secret; key the HMAC with the API secret (vzs_…), and end the signed text with the hash secret (vzh_…).',
    attempts: (recipe, { apiKey, apiSecret, hashSecret }) => [
      withSecrets(recipe, apiKey, hashSecret),
      withSecrets(recipe, apiSecret, apiKey),
    ],
  },
  {
    name: 'secret_padded',
    says: () =>
      'a secret of yours has a line break, a blank or quotes around it; read it without them, from vzs_ or vzh_ to its last letter.',
    attempts: (recipe, { apiSecret, hashSecret }) =>
      [
        (secret: string) => `${secret}\n`,
        (secret: string) => `${secret}\r\n`,
        (secret: string) => `${secret} `,
        (secret: string) => `'${secret}'`,
        (secret: string) => `"${secret}"`,
      ].flatMap((padded) => [
        withSecrets(recipe, padded(apiSecret), padded(hashSecret)),
        withSecrets(recipe, padded(apiSecret), hashSecret),
      ]),
    isAlone: true,
  },
  {
    name: 'secret_decoded',
    says: () =>
      'you decoded a secret or cut off its beginning; use both secrets as text, just as you got them, with vzs_ and vzh_.',
    attempts: (recipe, { apiSecret, hashSecret }) => [
      withSecrets(recipe, withoutPrefix(apiSecret), withoutPrefix(hashSecret)),
      withSecrets(recipe, withoutPrefix(apiSecret), hashSecret),
      withSecrets(recipe, apiSecret, withoutPrefix(hashSecret)),
      withSecrets(recipe, Buffer.from(withoutPrefix(apiSecret), 'base64url'), hashSecret),
    ],
    isAlone: true,
  },
  {
    name: 'secrets_of_another_key',
    says: (apiKey) =>
      `you signed with the secrets of ${apiKey}; take the API key, the API secret and the hash secret from one triple.`,
    attempts: (recipe, { otherTriples, apiSecret, hashSecret }) =>
      otherTriples.flatMap((other) =>
        [
          withSecrets(recipe, other.apiSecret, other.hashSecret),
          withSecrets(recipe, other.apiSecret, hashSecret),
          withSecrets(recipe, apiSecret, other.hashSecret),
        ].map((attempt) => ({ ...attempt, detail: other.apiKey })),
      ),
  },
];

function withSecrets(recipe: Recipe, key: string | Uint8Array, hashSecret: string): Attempt {
  return { recipe: { ...recipe, key, parts: { ...recipe.parts, hashSecret } } };
}
