import type { Transaction } from 'kysely';
import type { Terms } from '@vezne/domain/commission';
import type { TransactionType } from '@vezne/domain/transaction-state';
import { nextTurkishMidnight } from '@vezne/domain/turkish-time';
import {
  readLastTermsVersion,
  readTermsClock,
  readTermsInForce,
  readTermsToCome,
} from '../../db/read/partners/partner-terms.ts';
import type { TermsStart, TermsVersion } from '../../db/read/partners/partner-terms.ts';
import type { Database } from '../../db/schema.ts';
import { insertTermsVersion } from '../../db/write/partners/partner-terms.ts';
import type { AdminContext } from '../admin-context.ts';
import { changeBetween } from '../change.ts';
import type { Change } from '../change.ts';
import { perform } from '../four-eyes/act.ts';
import type { Act, Performed } from '../four-eyes/act.ts';
import { refused } from '../refusal.ts';
import { checkTerms } from './checked-terms.ts';
import { getPartnerForChange } from './get.ts';

export interface TermsChange {
  partner: string;
  direction: TransactionType;
  changes: Partial<Terms>;
  /** Default: the next midnight in Turkey, so that a day has one commission. */
  from?: TermsStart | undefined;
}

export interface ChangedTerms {
  partner: { id: string; name: string };
  direction: TransactionType;
  version: number;
  terms: Terms;
  from: Date;
  /** Its time has come already. */
  isInForce: boolean;
  /** The plans that will never come into force because of this version. */
  replaced: { version: number; from: Date }[];
  /** false: they would be like that anyway from then on, and no version was added. */
  isAdded: boolean;
  /** Compared with what would hold at that time without it; undefined: nothing differs. */
  change: Change | undefined;
}

interface TermsInput extends Omit<TermsChange, 'from'> {
  /** `now`, or a time as ISO 8601 writes it: a default is resolved before anybody is asked. */
  from: string;
}

export const setTermsAct: Act<TermsInput, ChangedTerms> = {
  action: 'terms.set',
  async plan(trx, { partner, direction, changes, from: asked }, { actor }) {
    const { id: partnerId, name } = await getPartnerForChange(trx, partner);
    const start = { partnerId, direction, from: await checkedStart(trx, asked) };
    const before = await inForceAt(trx, start);
    const terms: Terms = { ...termsOf(before), ...changes };
    checkTerms(terms);
    const change = changeBetween(termsOf(before), terms);
    const plans = await plansFrom(trx, start);
    // Terms that change nothing still end what was planned for later. A plan for this very time is `before`.
    const isAdded = change !== undefined || plans.some(({ version }) => version !== before.version);
    const replaced = isAdded ? plans : [];
    const told = { partner: { id: partnerId, name }, direction, terms, replaced, isAdded, change };
    const replacedVersions = replaced.map(({ version }) => version);
    const planned = {
      direction,
      from: asked,
      ...(replacedVersions.length === 0 ? {} : { replacedVersions }),
    };
    return {
      subject: { type: 'partner', id: partnerId },
      change: isAdded
        ? { before: { ...change?.before }, after: { ...change?.after, ...planned } }
        : undefined,
      effect: 'widens',
      ...(start.from === 'now' ? {} : { confirmBefore: start.from }),
      seen: { name, version: before.version, inForce: termsOf(before) },
      auditDetails: ({ version, from }) => ({ version, from: from.toISOString() }),
      async apply() {
        const { version, effectiveFrom: from } = isAdded
          ? await addVersion(trx, { ...start, terms, actor })
          : before;
        return { ...told, version, from, isInForce: from <= (await readTermsClock(trx)) };
      },
    };
  },
};

/**
 * Asks for a version of a partner's terms. Values that are not given carry over from the version that would be in force at its
 * time. Existing transactions keep their terms.
 */
export async function setTerms(
  context: AdminContext,
  { from: asked, ...request }: TermsChange,
): Promise<Performed<ChangedTerms>> {
  const from = asked ?? nextTurkishMidnight(await readTermsClock(context.db));
  return await perform(context, setTermsAct, {
    ...request,
    from: from === 'now' ? from : from.toISOString(),
  });
}

/** From when the new version holds. PostgreSQL's clock decides, because it also decides when a version has begun. */
async function checkedStart(trx: Transaction<Database>, asked: string): Promise<TermsStart> {
  if (asked === 'now') return asked;
  const [now, from] = [await readTermsClock(trx), new Date(asked)];
  if (from < now) throw refused('terms_from_past', { from, now });
  return from;
}

interface Start {
  partnerId: string;
  direction: TransactionType;
  from: TermsStart;
}

async function inForceAt(
  trx: Transaction<Database>,
  { partnerId, direction, from }: Start,
): Promise<TermsVersion> {
  const versions = await readTermsInForce(trx, partnerId, from);
  const inForce = versions.find((terms) => terms.direction === direction);
  if (inForce === undefined) throw new Error(`Partner ${partnerId} has no ${direction} terms.`);
  return inForce;
}

/** The versions that were to begin at that time or later. */
async function plansFrom(
  trx: Transaction<Database>,
  { partnerId, direction, from }: Start,
): Promise<ChangedTerms['replaced']> {
  const plans = await readTermsToCome(trx, partnerId);
  return plans
    .filter((plan) => plan.direction === direction && (from === 'now' || plan.effectiveFrom >= from))
    .map(({ version, effectiveFrom }) => ({ version, from: effectiveFrom }));
}

async function addVersion(
  trx: Transaction<Database>,
  { partnerId, direction, from, terms, actor }: Start & { terms: Terms } & Pick<AdminContext, 'actor'>,
): Promise<Pick<TermsVersion, 'version' | 'effectiveFrom'>> {
  const version = 1 + (await readLastTermsVersion(trx, { partnerId, direction }));
  const row = { partnerId, direction, version, ...terms, from, createdBy: actor.name };
  return { version, effectiveFrom: await insertTermsVersion(trx, row) };
}

function termsOf({ basisPoints, fixedCents, mode }: Terms): Terms {
  return { basisPoints, fixedCents, mode };
}
