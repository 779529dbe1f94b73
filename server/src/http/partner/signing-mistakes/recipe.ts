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

/** How many bytes are signed, without making them. */
export function signedSize(recipe: Recipe): number {
  return piecesOf(recipe).reduce((size, piece) => size + Buffer.byteLength(piece), 0);
}

/** The bytes that are signed. */
function signedBytes(recipe: Recipe): Buffer {
  return Buffer.concat(piecesOf(recipe).map((piece) => Buffer.from(piece)));
}

function piecesOf({ parts, order, joint, end }: Recipe): (string | Uint8Array)[] {
  return [...order.flatMap((part, index) => [index === 0 ? '' : joint, parts[part]]), end];
}

export function digestOf(recipe: Recipe): Buffer {
  const bytes = signedBytes(recipe);
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
