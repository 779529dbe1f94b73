import type { SigningFacts } from './mistake.ts';
import type { Recipe } from './recipe.ts';

/**
 * Whether nobody can follow the recipe without one of the partner's secrets. Two mistakes together may leave none in it, such as the API key as
 * the HMAC's key and no hash secret. Whoever were told of those would learn that the API key exists.
 */
export function needsSecret({ key, parts, order, end, method }: Recipe, facts: SigningFacts): boolean {
  const used = [
    method === 'plain hash' ? '' : key,
    order.includes('hashSecret') ? parts.hashSecret : '',
    end,
  ].map((piece) => Buffer.from(piece));
  return [facts, ...facts.otherTriples]
    .flatMap(({ apiSecret, hashSecret }) => [apiSecret, hashSecret])
    .some((secret) => used.some((piece) => piece.includes(withoutPrefix(secret))));
}

export function withoutPrefix(secret: string): string {
  return secret.replace(/^vz[sh]_/, '');
}
