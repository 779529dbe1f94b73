import type pg from 'pg';
import type { StatementOptions } from '../../statement.ts';
import { transactionWithin } from '../../transaction-within.ts';
import { listCredentials } from './credentials.ts';
import type { CredentialRecord } from './credentials.ts';
import { findAskedNetworks } from './network-requests.ts';
import type { AskedNetworks } from './network-requests.ts';
import { findLogoHash } from './partner-logos.ts';
import { findPartner } from './partners.ts';
import type { PartnerRecord } from './partners.ts';

export interface ShownSettings {
  partner: PartnerRecord;
  askedNetworks: AskedNetworks | undefined;
  /** Of its picture; null: it has none. */
  logo: string | null;
}

/** All that is set on one partner. */
export async function findShownSettings(
  pool: pg.Pool,
  id: string,
  options: StatementOptions,
): Promise<ShownSettings | undefined> {
  return await transactionWithin(
    pool,
    async (trx) => {
      const partner = await findPartner(trx, id);
      if (partner === undefined) return undefined;
      const askedNetworks = await findAskedNetworks(trx, id);
      return { partner, askedNetworks, logo: (await findLogoHash(trx, id)) ?? null };
    },
    options,
  );
}

/** The oldest first; undefined: there is no such partner. */
export async function findPartnerCredentials(
  pool: pg.Pool,
  id: string,
  options: StatementOptions,
): Promise<CredentialRecord[] | undefined> {
  return await transactionWithin(
    pool,
    async (trx) => ((await findPartner(trx, id)) === undefined ? undefined : await listCredentials(trx, id)),
    options,
  );
}
