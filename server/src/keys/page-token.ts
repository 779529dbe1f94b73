import { createHmac, timingSafeEqual } from 'node:crypto';
import type { VersionedKeys } from '../config.ts';
import { keyOf } from './sealed-secrets.ts';

/**
 * The secret part of a hosted page's address: HMAC(page key, transaction id), so a replayed create returns the same
 * address although the database holds neither the token nor anything that leads to it.
 */
export interface PageTokens {
  currentVersion: number;
  tokenOf(transactionId: string, keyVersion: number): string;
  matches(token: string, transactionId: string, keyVersion: number): boolean;
}

export function createPageTokens(keys: VersionedKeys): PageTokens {
  const tokenOf = (transactionId: string, keyVersion: number): string =>
    createHmac('sha256', keyOf(keys, keyVersion)).update(transactionId).digest('base64url');
  return {
    currentVersion: keys.current,
    tokenOf,
    matches(token, transactionId, keyVersion) {
      // As UTF-8: latin1 would cut other letters down to the last eight bits, and so to the right ones.
      const given = Buffer.from(token);
      const expected = Buffer.from(tokenOf(transactionId, keyVersion));
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
  };
}
