import type pg from 'pg';
import type { Logger } from 'pino';
import { ConfigError } from '../config/environment.ts';
import type { KeysConfig } from '../config/api.ts';
import type { VersionedKeys } from '../config/keys.ts';
import { readRegisteredKeys } from '../db/read/installation/key-fingerprints.ts';
import {
  hasDepositOfPageKey,
  readCredentialUse,
  readOpenPageUse,
  readPortalTotpUse,
  readTotpUse,
  readWebhookSecretUse,
} from '../db/read/installation/key-usage.ts';
import type { KeyUse } from '../db/read/installation/key-usage.ts';
import type { OpenedTable } from '../db/sealed-tables.ts';
import { heldKeys, heldPortalKeys, heldReferenceCodeKey, heldSecretKeys } from '../keys/fingerprint.ts';
import type { HeldKey } from '../keys/fingerprint.ts';
import { createSealedSecrets } from '../keys/sealed-secrets.ts';
import { findWrongKey, noteHolder, registerKeys } from '../usecases/keys/check.ts';
import { publishSealingKey } from '../usecases/keys/publish.ts';
import { missingKeyText, missingPageKeyText, wrongKeyText, wrongSealingKeyText } from './key-texts.ts';

/** Refuses to start an api with a key that is not what it was, or without one that is needed. */
export async function checkApiKeys(
  { pool, readPool, log }: { pool: pg.Pool; readPool: pg.Pool; log: Logger },
  keys: KeysConfig,
): Promise<void> {
  const { secretKeys, pageKeys } = keys;
  const held = heldKeys(keys);
  await refuseWrongKey(pool, { held, secretKeys, opens: 'credential' });
  refuseMissing('credentials', secretKeys, await readCredentialUse(pool));
  refuseMissing('open_pages', pageKeys, await readOpenPageUse(pool));
  await refuseMissingPageKeys({ pool, readPool, log }, pageKeys);
  // Last: a start that was refused leaves no mark.
  await register(pool, held);
  await noteHolder(pool, { held, role: 'vezne_api' });
  await publish(pool, { secretKeys, role: 'vezne_api' });
}

/** The same for a worker, which opens the secrets of webhooks. */
export async function checkWorkerKeys(pool: pg.Pool, secretKeys: VersionedKeys): Promise<void> {
  const held = heldSecretKeys(secretKeys);
  await refuseWrongKey(pool, { held, secretKeys, opens: 'webhook_secret' });
  refuseMissing('webhook_secrets', secretKeys, await readWebhookSecretUse(pool));
  await register(pool, held);
  await noteHolder(pool, { held, role: 'vezne_worker' });
  await publish(pool, { secretKeys, role: 'vezne_worker' });
}

/** The same for a console, which opens the secrets of authenticator apps. */
export async function checkConsoleKeys(
  pool: pg.Pool,
  { secretKeys, referenceCodeKey }: Pick<KeysConfig, 'secretKeys' | 'referenceCodeKey'>,
): Promise<void> {
  const held = heldSecretKeys(secretKeys);
  // It looks codes up and gives none out, so it only compares that key: what it means is the api's to say.
  const compared = [...held, heldReferenceCodeKey(referenceCodeKey)];
  await refuseWrongKey(pool, { held: compared, secretKeys, opens: 'staff_totp' });
  refuseMissing('totp_secrets', secretKeys, await readTotpUse(pool));
  await register(pool, held);
  await noteHolder(pool, { held, role: 'vezne_console' });
}

/** The same for a portal, whose keys open the secrets of authenticator apps of partners' people and nothing else. */
export async function checkPortalKeys(pool: pg.Pool, portalKeys: VersionedKeys): Promise<void> {
  const held = heldPortalKeys(portalKeys);
  await refuseWrongKey(pool, { held, secretKeys: portalKeys });
  refuseMissing('portal_totp_secrets', portalKeys, await readPortalTotpUse(pool));
  await register(pool, held);
  await noteHolder(pool, { held, role: 'vezne_portal' });
}

/**
 * Refuses to seal anything with a wrong key, or with a version that no api has started with: nobody could open it. Before the
 * first api has started, partners are set up.
 */
export async function checkSealingKeys(pool: pg.Pool, secretKeys: VersionedKeys): Promise<void> {
  const { current } = secretKeys;
  const heldByApi = (await readRegisteredKeys(pool)).filter(
    ({ purpose, heldBy }) => purpose === 'secret' && heldBy.includes('vezne_api'),
  );
  if (heldByApi.length > 0 && !heldByApi.some(({ version }) => version === current)) {
    throw new ConfigError(
      `No api has started with version ${current} of VEZNE_SECRET_KEYS yet, so none could open what is sealed with it. ` +
        'Restart the api and worker processes with it first: docs/runbook.md, "Rotating a key".',
    );
  }
  const held = heldSecretKeys(secretKeys);
  await refuseWrongKey(pool, { held, secretKeys, opens: 'credential' });
  // The only one that it uses for something new.
  await register(
    pool,
    held.filter(({ version }) => version === current),
  );
}

async function refuseWrongKey(
  pool: pg.Pool,
  { held, secretKeys, opens }: { held: HeldKey[]; secretKeys: VersionedKeys; opens?: OpenedTable },
): Promise<void> {
  const wrong = await findWrongKey(pool, { held, sealedSecrets: createSealedSecrets(secretKeys), opens });
  if (wrong !== undefined) throw new ConfigError(wrongKeyText(wrong));
}

async function register(pool: pg.Pool, held: readonly HeldKey[]): Promise<void> {
  const wrong = await registerKeys(pool, held);
  if (wrong !== undefined) throw new ConfigError(wrongKeyText(wrong));
}

/** So that the portal can seal what this process opens. */
async function publish(
  pool: pg.Pool,
  { secretKeys, role }: { secretKeys: VersionedKeys; role: 'vezne_api' | 'vezne_worker' },
): Promise<void> {
  const wrong = await publishSealingKey(pool, { secretKeys, role });
  if (wrong !== undefined) throw new ConfigError(wrongSealingKeyText(wrong, role));
}

function refuseMissing(
  what: 'credentials' | 'webhook_secrets' | 'totp_secrets' | 'portal_totp_secrets' | 'open_pages',
  keys: VersionedKeys,
  uses: readonly KeyUse[],
): void {
  const missing = uses.filter(({ version }) => !keys.byVersion.has(version));
  if (missing.length > 0) throw new ConfigError(missingKeyText(what, missing));
}

/**
 * Partners read the addresses of all their deposits, also of those that have ended. An old version is found at once, among the oldest
 * rows. One that isn't found in time doesn't keep the process from starting: whoever registered a version that was never used could
 * keep every api from it.
 */
async function refuseMissingPageKeys(
  { pool, readPool, log }: { pool: pg.Pool; readPool: pg.Pool; log: Logger },
  { byVersion }: VersionedKeys,
): Promise<void> {
  for (const { purpose, version } of await readRegisteredKeys(pool)) {
    if (purpose !== 'page' || byVersion.has(version)) continue;
    const isUsed = await hasDepositOfPageKey(readPool, version);
    if (isUsed === true) throw new ConfigError(missingPageKeyText(version));
    if (isUsed === undefined)
      log.warn({ version }, 'deposits may use a version that VEZNE_PAGE_KEYS lacks; see vezne keys usage');
  }
}
