import { createHash, createHmac } from 'node:crypto';

export const PARTS = ['timestamp', 'method', 'path', 'body', 'hashSecret'] as const;
export type Part = (typeof PARTS)[number];

/** How a client may have made its signature: what it signed, with which key, and how. */
export interface Recipe {
  key: string | Uint8Array;
  parts: Readonly<Record<Part, string | Uint8Array>>;
  order: readonly Part[];
  joint: string;
  /** What stands after the last part. */
  end: string;
  method: 'hmac' | 'plain hash' | 'hmac of a hash' | 'key and text swapped';
}

/** The bytes that are signed. */
export function signedBytes({ parts, order, joint, end }: Recipe): Buffer {
  const pieces = order.flatMap((part, index) => [index === 0 ? '' : joint, parts[part]]);
  return Buffer.concat([...pieces, end].map((piece) => Buffer.from(piece)));
}

export function digestOf(recipe: Recipe, bytes: Buffer): Buffer {
  const sha256 = (data: Uint8Array) => createHash('sha256').update(data).digest();
  const hmac = (key: string | Uint8Array, data: string | Uint8Array) =>
    createHmac('sha256', key).update(data).digest();
  switch (recipe.method) {
    case 'hmac':
      return hmac(recipe.key, bytes);
    case 'plain hash':
      return sha256(bytes);
    case 'hmac of a hash':
      return hmac(recipe.key, sha256(bytes).toString('hex'));
    case 'key and text swapped':
      return hmac(bytes, recipe.key);
  }
}

/** As the contract says. */
export function rightRecipe(parts: Recipe['parts'], apiSecret: string): Recipe {
  return { key: apiSecret, parts, order: PARTS, joint: '.', end: '', method: 'hmac' };
}
