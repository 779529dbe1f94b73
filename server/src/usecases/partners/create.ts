import type { Transaction } from 'kysely';
import type { Terms } from '@vezne/domain/commission';
import { ZERO_CENTS } from '@vezne/domain/money';
import { TRANSACTION_TYPES } from '@vezne/domain/transaction-state';
import type { TransactionType } from '@vezne/domain/transaction-state';
import type { Database } from '../../db/schema.ts';
import { insertCredential } from '../../db/write/partners/credentials.ts';
import { insertTermsVersion } from '../../db/write/partners/partner-terms.ts';
import { insertPartner } from '../../db/write/partners/partners.ts';
import type { NewPartner } from '../../db/write/partners/partners.ts';
import type { CredentialContext } from '../admin-context.ts';
import { newSubjectId, perform } from '../four-eyes/act.ts';
import type { Act, Performed } from '../four-eyes/act.ts';
import { plainValues } from '../plain-values.ts';
import { checkLimits } from './checked-limits.ts';
import { checkedSettings } from './checked-settings.ts';
import type { SettablePartnerSettings } from './checked-settings.ts';
import { checkTerms } from './checked-terms.ts';
import { newCredential } from './new-credential.ts';
import type { CredentialTriple } from './new-credential.ts';
import { refuseNameLikeAnother, refusingTakenName } from './taken-name.ts';

export interface PartnerCreation {
  settings: SettablePartnerSettings & { name: string };
  terms: Readonly<Record<TransactionType, Terms>>;
}

export interface CreatedPartner {
  id: string;
  name: string;
  terms: PartnerCreation['terms'];
  /** The secrets are shown only here. */
  credentials: CredentialTriple;
}

/** A new partner, with its id. Its keys are made when it is confirmed, and shown to the one who confirms. */
export const createPartnerAct: Act<PartnerCreation & { id: string }, CreatedPartner, CredentialContext> = {
  action: 'partner.create',
  async plan(trx, { id, ...creation }, context) {
    for (const direction of TRANSACTION_TYPES) checkTerms(creation.terms[direction]);
    const partner: NewPartner = {
      id,
      ...USUAL_SETTINGS,
      name: creation.settings.name,
      ...(await checkedSettings(trx, creation.settings)),
    };
    checkLimits(partner);
    const { id: _, ...settings } = partner;
    await refuseNameLikeAnother(trx, partner);
    return {
      subject: { type: 'partner', id },
      change: { before: {}, after: plainValues({ ...settings, terms: creation.terms }) },
      effect: 'widens',
      seen: {},
      auditDetails: ({ credentials }) => ({ apiKey: credentials.apiKey }),
      async apply() {
        const { triple, stored } = await newCredential(context, id);
        await refusingTakenName(partner.name, async () => await insertPartner(trx, partner));
        await insertFirstTerms(trx, {
          partnerId: id,
          terms: creation.terms,
          createdBy: context.actor.name,
        });
        await insertCredential(trx, stored);
        return { id, name: partner.name, terms: creation.terms, credentials: triple };
      },
    };
  },
};

/** Asks for a partner with its first terms and its first credentials. */
export async function createPartner(
  context: CredentialContext,
  creation: PartnerCreation,
): Promise<Performed<CreatedPartner>> {
  return await perform(context, createPartnerAct, { id: newSubjectId(context), ...creation });
}

/** The settings unless an administrator chooses others. */
const USUAL_SETTINGS = {
  creditLineCents: ZERO_CENTS,
  redirectHosts: [],
  allowedNetworks: [],
  requestsPerSecond: null,
  depositMinCents: null,
  depositMaxCents: null,
  withdrawalMinCents: null,
  withdrawalMaxCents: null,
  playerDayDepositCount: null,
  playerDayDepositCents: null,
  playerDayWithdrawalCount: null,
  playerDayWithdrawalCents: null,
  refuseOtherHolders: false,
  depositExpirySeconds: null,
  settlementAccount: null,
  supportAddress: null,
  refundNote: null,
};

async function insertFirstTerms(
  trx: Transaction<Database>,
  { terms, ...common }: { partnerId: string; terms: PartnerCreation['terms']; createdBy: string },
): Promise<void> {
  for (const direction of TRANSACTION_TYPES) {
    await insertTermsVersion(trx, { ...common, ...terms[direction], direction, version: 1, from: 'now' });
  }
}
