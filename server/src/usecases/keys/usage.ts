import type pg from 'pg';
import { readRegisteredKeys } from '../../db/read/installation/key-fingerprints.ts';
import type { RegisteredKey } from '../../db/read/installation/key-fingerprints.ts';
import {
  countDepositsByPageKey,
  readCredentialUse,
  readOpenPageUse,
  readPortalTotpUse,
  readTotpUse,
  readWebhookSecretUse,
} from '../../db/read/installation/key-usage.ts';
import type { KeyUse, PageVersion } from '../../db/read/installation/key-usage.ts';

/** What needs the versions of the keys. */
export interface KeyUsage {
  registered: RegisteredKey[];
  credentials: KeyUse[];
  webhookSecrets: KeyUse[];
  totpSecrets: KeyUse[];
  portalTotpSecrets: KeyUse[];
  openPages: KeyUse[];
  deposits: PageVersion[];
}

export async function readKeyUsage(pool: pg.Pool): Promise<KeyUsage> {
  return {
    registered: await readRegisteredKeys(pool),
    credentials: await readCredentialUse(pool),
    webhookSecrets: await readWebhookSecretUse(pool),
    totpSecrets: await readTotpUse(pool),
    portalTotpSecrets: await readPortalTotpUse(pool),
    openPages: await readOpenPageUse(pool),
    deposits: await countDepositsByPageKey(pool),
  };
}
