/**
 * Keys that seal and don't open. Whoever has VEZNE_SECRET_KEYS derives a pair from each version: the public half may be known to everybody,
 * and seals what only those processes open. So the portal makes secrets, and can't read a single one.
 */
import { createPrivateKey, createPublicKey, hkdfSync } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { CompactEncrypt } from 'jose';
import type { VersionedKeys } from '../config/keys.ts';

export interface SealingKey {
  version: number;
  /** Of X25519: 32 bytes. */
  publicKey: Buffer;
}

/** X25519 with the sender's key made for this text alone, and a key of AES wrapped with what both agree on (RFC 7518, RFC 8037). */
export const SEALED_FOR_HOLDERS = 'ECDH-ES+A256KW';

const PRIVATE_KEY_BYTES = 32;
/** What stands before the bytes of a private key of X25519 in PKCS #8. */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b656e04220420', 'hex');

/** From the key that the process was given. Nobody handles another one, and a version that is retired takes its pair with it. */
export function privateSealingKey(key: Buffer, version: number): KeyObject {
  const bytes = Buffer.from(hkdfSync('sha256', key, '', `vezne sealing key ${version}`, PRIVATE_KEY_BYTES));
  return createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, bytes]), format: 'der', type: 'pkcs8' });
}

export function sealingKeysOf({ byVersion }: VersionedKeys): SealingKey[] {
  return [...byVersion].map(([version, key]) => {
    const { x = '' } = createPublicKey(privateSealingKey(key, version)).export({ format: 'jwk' });
    return { version, publicKey: Buffer.from(x, 'base64url') };
  });
}

/** Seals for the holders of the private half. */
export function createSealer({ version, publicKey }: SealingKey): {
  seal: (secret: string) => Promise<{ sealed: string; keyVersion: number }>;
} {
  const jwk = { kty: 'OKP', crv: 'X25519', x: publicKey.toString('base64url') };
  const key = createPublicKey({ key: jwk, format: 'jwk' });
  return {
    async seal(secret) {
      const sealed = await new CompactEncrypt(Buffer.from(secret, 'utf8'))
        .setProtectedHeader({ alg: SEALED_FOR_HOLDERS, enc: 'A256GCM', kid: String(version) })
        .encrypt(key);
      return { sealed, keyVersion: version };
    },
  };
}
