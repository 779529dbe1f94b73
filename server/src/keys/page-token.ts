import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto';
import type { VersionedKeys } from '../config/keys.ts';
import { toTransactionId } from '../ids.ts';
import { keyOf } from './sealed-secrets.ts';

/**
 * The secret part of a hosted page's address: HMAC(page key, transaction id). So a replayed create returns the same
 * address, although the database contains neither the token nor anything that leads to it.
 */
export interface PageTokens {
  currentVersion: number;
  tokenOf(transactionId: string, keyVersion: number): string;
  /** The version of the key that made this token for this transaction; undefined if none of our keys did. */
  versionOf(token: string, transactionId: string): number | undefined;
}

export function createPageTokens(keys: VersionedKeys): PageTokens {
  // From plain bytes, createHmac would create a key object every time: 14 µs per token instead of 2, and a page of a list
  // has 50.
  const keyObjects = new Map([...keys.byVersion].map(([version, key]) => [version, createSecretKey(key)]));
  const tokenOf = (transactionId: string, keyVersion: number): string =>
    createHmac('sha256', keyObjects.get(keyVersion) ?? keyOf(keys, keyVersion))
      .update(transactionId)
      .digest('base64url');
  return {
    currentVersion: keys.current,
    tokenOf,
    versionOf(token, transactionId) {
      // As UTF-8: latin1 would cut other letters to their lowest eight bits, which could be the right ones.
      const given = Buffer.from(token);
      return [...keys.byVersion.keys()].find((version) => {
        const expected = Buffer.from(tokenOf(transactionId, version));
        return given.length === expected.length && timingSafeEqual(given, expected);
      });
    },
  };
}

/** What the addresses of hosted pages are made of. */
export interface HostedPages {
  publicUrl: string;
  pageTokens: PageTokens;
}

/** The fields of a deposit that lead its player somewhere. The database requires them of every deposit. */
export function depositAddresses(
  {
    id,
    referenceCode,
    redirectUrl,
    pageKeyVersion,
  }: {
    id: string;
    referenceCode: string | null;
    redirectUrl: string | null;
    pageKeyVersion: number | null;
  },
  { publicUrl, pageTokens }: HostedPages,
): { referenceCode: string; redirectUrl: string; hostedUrl: string } {
  if (referenceCode === null || redirectUrl === null || pageKeyVersion === null) {
    throw new Error(`Deposit ${id} lacks a field that the database requires.`);
  }
  // The id finds the row without an index of its own; the token proves that the address came from us.
  const hostedUrl = `${publicUrl}/pay/${toTransactionId(id)}/${pageTokens.tokenOf(id, pageKeyVersion)}`;
  return { referenceCode, redirectUrl, hostedUrl };
}
