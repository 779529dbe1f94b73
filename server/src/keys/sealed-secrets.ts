import { CompactEncrypt, compactDecrypt } from 'jose';
import type { VersionedKeys } from '../config/keys.ts';
import { SEALED_FOR_HOLDERS, privateSealingKey } from './sealing-keys.ts';

/** Encrypts secrets that the database must store but never be able to read: partners' API and hash secrets. */
export interface SealedSecrets {
  seal(secret: string): Promise<{ sealed: string; keyVersion: number }>;
  /** With the version that its row names, where it has one. A text that names another is damaged or forged: no key would help it. */
  open(sealed: string, keyVersion?: number): Promise<string>;
}

const OTHER_VERSION = 'The sealed text names another version of the key than its row.';

export function createSealedSecrets(keys: VersionedKeys): SealedSecrets {
  return {
    async seal(secret) {
      const sealed = await new CompactEncrypt(Buffer.from(secret, 'utf8'))
        .setProtectedHeader({ alg: 'A256GCMKW', enc: 'A256GCM', kid: String(keys.current) })
        .encrypt(keyOf(keys, keys.current));
      return { sealed, keyVersion: keys.current };
    },
    async open(sealed, keyVersion) {
      const { plaintext } = await compactDecrypt(
        sealed,
        ({ alg, kid }) => {
          const version = Number(kid);
          if (keyVersion !== undefined && version !== keyVersion) throw new Error(OTHER_VERSION);
          const key = keyOf(keys, version);
          return alg === SEALED_FOR_HOLDERS ? privateSealingKey(key, version) : key;
        },
        {
          // The second is what the portal seals, which has no key that opens.
          keyManagementAlgorithms: ['A256GCMKW', SEALED_FOR_HOLDERS],
          contentEncryptionAlgorithms: ['A256GCM'],
        },
      );
      return Buffer.from(plaintext).toString('utf8');
    },
  };
}

export function keyOf(keys: VersionedKeys, version: number): Buffer {
  const key = keys.byVersion.get(version);
  if (key === undefined) throw new MissingKeyError(version);
  return key;
}

export class MissingKeyError extends Error {
  override name = 'MissingKeyError';
  readonly version: number;

  constructor(version: number) {
    super(
      `Key version ${version} is missing from the configuration; older versions must stay until nothing uses them.`,
    );
    this.version = version;
  }
}
