import { randomBytes } from 'node:crypto';
import type { KeysConfig } from '../../src/config/api.ts';
import type { VersionedKeys } from '../../src/config/keys.ts';

/** Keys for one run. They are new each time, because a key in a file would sooner or later be used elsewhere. */
const material = {
  secret: randomBytes(32),
  page: randomBytes(32),
  reference: randomBytes(32),
  portal: randomBytes(32),
};

export const testKeys: KeysConfig = {
  secretKeys: { current: 1, byVersion: new Map([[1, material.secret]]) },
  pageKeys: { current: 1, byVersion: new Map([[1, material.page]]) },
  referenceCodeKey: material.reference,
};

/** Of a portal, which has no other. */
export const testPortalKeys: VersionedKeys = { current: 1, byVersion: new Map([[1, material.portal]]) };

export const testPortalKeysEnv = { VEZNE_PORTAL_KEYS: `1:${material.portal.toString('base64')}` };

export const testKeysEnv = {
  VEZNE_SECRET_KEYS: `1:${material.secret.toString('base64')}`,
  VEZNE_PAGE_KEYS: `1:${material.page.toString('base64')}`,
  VEZNE_REFERENCE_CODE_KEY: material.reference.toString('base64'),
};
