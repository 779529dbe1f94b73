import { hkdfSync } from 'node:crypto';
import type { KeysConfig } from '../config/api.ts';
import type { VersionedKeys } from '../config/keys.ts';

export const KEY_PURPOSES = ['secret', 'page', 'reference_code', 'portal'] as const;
export type KeyPurpose = (typeof KEY_PURPOSES)[number];

/** A key that a process was given, as the database may know it. */
export interface HeldKey {
  purpose: KeyPurpose;
  version: number;
  fingerprint: Buffer;
}

const FINGERPRINT_BYTES = 32;

/** The key for reference codes has no versions: it never changes. */
const ONLY_VERSION = 1;

/** Tells keys apart and leads to none: they are 32 random bytes. The same key has another fingerprint for another purpose or version. */
function fingerprintOf(key: Buffer, purpose: KeyPurpose, version: number): Buffer {
  const label = `vezne key fingerprint ${purpose} ${version}`;
  return Buffer.from(hkdfSync('sha256', key, '', label, FINGERPRINT_BYTES));
}

function heldVersions(purpose: KeyPurpose, { byVersion }: VersionedKeys): HeldKey[] {
  return [...byVersion].map(([version, key]) => ({
    purpose,
    version,
    fingerprint: fingerprintOf(key, purpose, version),
  }));
}

export function heldSecretKeys(secretKeys: VersionedKeys): HeldKey[] {
  return heldVersions('secret', secretKeys);
}

export function heldPortalKeys(portalKeys: VersionedKeys): HeldKey[] {
  return heldVersions('portal', portalKeys);
}

export function heldReferenceCodeKey(key: Buffer): HeldKey {
  const [purpose, version] = ['reference_code', ONLY_VERSION] as const;
  return { purpose, version, fingerprint: fingerprintOf(key, purpose, version) };
}

/** All that an api has. */
export function heldKeys({ secretKeys, pageKeys, referenceCodeKey }: KeysConfig): HeldKey[] {
  return [
    ...heldSecretKeys(secretKeys),
    ...heldVersions('page', pageKeys),
    heldReferenceCodeKey(referenceCodeKey),
  ];
}
