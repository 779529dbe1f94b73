import type { Transaction } from 'kysely';
import type { Terms } from '@vezne/domain/commission';
import { ZERO_CENTS } from '@vezne/domain/money';
import { TRANSACTION_TYPES } from '@vezne/domain/transaction-state';
import type { TransactionType } from '@vezne/domain/transaction-state';
import type { Database } from '../../db/schema.ts';
import { insertAuditEntry } from '../../db/write/audit-entries.ts';
import { insertCredential } from '../../db/write/credentials.ts';
import { insertTermsVersion } from '../../db/write/partner-terms.ts';
import { insertPartner } from '../../db/write/partners.ts';
import type { NewPartner } from '../../db/write/partners.ts';
import { newId } from '../../ids.ts';
import type { CredentialContext } from '../admin-context.ts';
import { plainValues } from '../plain-values.ts';
import { checkedSettings } from './checked-settings.ts';
import type { SettablePartnerSettings } from './checked-settings.ts';
import { checkTerms } from './checked-terms.ts';
import { newCredential } from './new-credential.ts';
import type { CredentialTriple } from './new-credential.ts';
import { refusingTakenName } from './taken-name.ts';

export interface PartnerCreation {
  settings: SettablePartnerSettings & { name: string };
  terms: Readonly<Record<TransactionType, Terms>>;
}

export interface CreatedPartner {
  id: string;
  name: string;
  /** The secrets are shown only here. */
  credentials: CredentialTriple;
}

/** Creates a partner with its first terms and its first credentials. */
export async function createPartner(
  context: CredentialContext,
  creation: PartnerCreation,
): Promise<CreatedPartner> {
  const { db, actor } = context;
  for (const direction of TRANSACTION_TYPES) checkTerms(creation.terms[direction]);
  const id = newId();
  const { triple, stored } = await newCredential(context, id);
  return await db.transaction().execute(async (trx) => {
    const partner: NewPartner = {
      id,
      ...USUAL_SETTINGS,
      name: creation.settings.name,
      ...(await checkedSettings(trx, creation.settings)),
    };
    await refusingTakenName(partner.name, async () => await insertPartner(trx, partner));
    await insertFirstTerms(trx, { partnerId: id, terms: creation.terms, createdBy: actor.name });
    await insertCredential(trx, stored);
    const { id: _, ...settings } = partner;
    const details = { after: plainValues({ ...settings, terms: creation.terms, apiKey: triple.apiKey }) };
    await insertAuditEntry(trx, {
      actor,
      action: 'partner.create',
      subjectType: 'partner',
      subjectId: id,
      details,
    });
    return { id, name: partner.name, credentials: triple };
  });
}

/** The settings unless an administrator chooses others. */
const USUAL_SETTINGS = {
  creditLineCents: ZERO_CENTS,
  redirectHosts: [],
  allowedNetworks: [],
  requestsPerSecond: null,
};

async function insertFirstTerms(
  trx: Transaction<Database>,
  { terms, ...common }: { partnerId: string; terms: PartnerCreation['terms']; createdBy: string },
): Promise<void> {
  for (const direction of TRANSACTION_TYPES) {
    await insertTermsVersion(trx, { ...common, ...terms[direction], direction, version: 1 });
  }
}
