import type { Kysely, Transaction } from 'kysely';
import { findPartner, lockPartner } from '../../db/read/partners/partners.ts';
import type { PartnerRecord } from '../../db/read/partners/partners.ts';
import type { Database } from '../../db/schema.ts';
import { refused } from '../refusal.ts';

/** The partner with this name or id. */
export async function getPartner(db: Kysely<Database>, nameOrId: string): Promise<PartnerRecord> {
  return (await findPartner(db, nameOrId)) ?? notFound(nameOrId);
}

/** The same, locked: only this transaction can change it until it ends. */
export async function getPartnerForChange(
  trx: Transaction<Database>,
  nameOrId: string,
): Promise<PartnerRecord> {
  return (await lockPartner(trx, nameOrId)) ?? notFound(nameOrId);
}

function notFound(nameOrId: string): never {
  throw refused('partner_not_found', { named: nameOrId });
}
