/** What a confirmation brings about, in sentences. */
import type { LineValue, RequestDetail, RequestLine } from '@vezne/contract/console/requests';
import { depositAmounts, withdrawalAmounts } from '@vezne/domain/commission';
import type { Terms } from '@vezne/domain/commission';
import { cents, negateCents } from '@vezne/domain/money';
import type { Cents } from '@vezne/domain/money';
import { displayAmount, displaySignedAmount } from '@vezne/domain/written';
import type { en } from '../../../shared/i18n/en.ts';
import { amountOf } from './line-words.ts';
import { knownText, textName } from './tongue.ts';
import type { Tongue } from './tongue.ts';

/** 1,000.00: what people work an example out with. */
const EXAMPLE_CENTS = cents(100_000n);

/** First what is done, then what each change in it means where a figure alone does not say it. */
export function meaningOf(tongue: Tongue, request: RequestDetail): string[] {
  return [
    effectOf(tongue, request),
    ...request.lines.flatMap((line) => meaningOfLine(tongue, request, line) ?? []),
    ...meaningOfFacts(tongue, request),
    ...meaningOfTerms(tongue, request),
  ];
}

function effectOf(tongue: Tongue, request: RequestDetail): string {
  const { t, language } = tongue;
  const { transaction, outcome, subject, lines } = request;
  const key: keyof typeof en.requests.effect =
    knownText(tongue, 'effect', textName(`${request.action}${variantOf(request)}`)) ?? 'other';
  return t(`requests.effect.${key}`, {
    player: transaction?.customer.fullName ?? '',
    partner: transaction?.partner.name ?? '',
    amount: outcome === null ? '' : displayAmount(cents(BigInt(outcome.playerAmountCents)), language),
    impact: outcome === null ? '' : displaySignedAmount(cents(BigInt(outcome.balanceImpactCents)), language),
    name: subject.name ?? '',
    hours: t('requests.hours', {
      count: Number(lines.find(({ field }) => field === 'overlapHours')?.after ?? 0),
    }),
  });
}

/** Where the same action means one thing or another. */
function variantOf({ action, facts, lines }: RequestDetail): string {
  if (action === 'block.remove')
    return facts.some(({ field, value }) => field === 'kind' && value === 'player') ? '_player' : '_iban';
  if (action === 'staff.set_roles') {
    if (lines.some(({ field }) => field === 'from')) return '_later';
    return lines.some(({ field }) => field === 'roles') ? '' : '_kept';
  }
  return lines.some(({ field, after }) => field === 'overlapHours' && after === 0) ? '_at_once' : '';
}

const amountIn = (value: LineValue): Cents | undefined =>
  typeof value === 'string' ? amountOf(value) : undefined;

const entriesIn = (value: LineValue): readonly string[] => (Array.isArray(value) ? value : []);

function isAdded({ before, after }: RequestLine): boolean {
  return entriesIn(after).some((one) => !entriesIn(before).includes(one));
}

/** It was narrower before. A limit that is not there is the widest. */
function isRaised({ before, after }: RequestLine): boolean {
  const [from, to] = [amountIn(before), amountIn(after)];
  return to !== undefined && from !== undefined && to > from;
}

function meaningOfLine(
  { t, language }: Tongue,
  { subject }: RequestDetail,
  line: RequestLine,
): string | undefined {
  const { field, before, after, isNew } = line;
  const amount = displayAmount(amountIn(after) ?? cents(0n), language);
  switch (field) {
    case 'creditLine':
      return isRaised(line) || (isNew && amountIn(after) !== 0n)
        ? t('requests.means.credit_line', { name: subject.name ?? '', amount })
        : undefined;
    case 'fourEyes':
      return isRaised(line)
        ? t('requests.means.four_eyes', {
            before: displayAmount(amountIn(before) ?? cents(0n), language),
            after: amount,
          })
        : undefined;
    case 'redirectHosts':
      if (entriesIn(after).length === 0) return t('requests.means.redirect_hosts_any');
      return !isNew && isAdded(line) ? t('requests.means.redirect_hosts') : undefined;
    case 'allowedNetworks':
      if (entriesIn(after).length === 0) return t('requests.means.allowed_networks_any');
      return !isNew && isAdded(line) ? t('requests.means.allowed_networks') : undefined;
    case 'settlementAccount.iban':
      return after === null ? undefined : t('requests.means.settlement_account');
    case 'supportAddress':
      return after === null ? undefined : t('requests.means.support_address');
    case 'payoutCountries':
      return isAdded(line) ? t('requests.means.payout_countries') : undefined;
    case 'dailyCap':
      return after === null ? t('requests.means.daily_cap_none') : undefined;
    case 'tolerance':
      return isRaised(line) ? t('requests.means.tolerance', { amount }) : undefined;
    case 'refuseOtherHolders':
      return after === false ? t('requests.means.other_holders') : undefined;
    case 'roles':
      return entriesIn(after).includes('administrator') && !entriesIn(before).includes('administrator')
        ? t('requests.means.administrator')
        : undefined;
    case 'replacedVersions':
      return t('requests.means.replaced_versions');
    default:
      return undefined;
  }
}

function meaningOfFacts({ t }: Tongue, { facts }: RequestDetail): string[] {
  const isFromBeginning = facts.some(({ field, value }) => field === 'sinceBeginning' && value === true);
  return isFromBeginning ? [t('requests.means.since_beginning')] : [];
}

/** An example worked out by the rules that transactions are counted by. */
function meaningOfTerms({ t, language }: Tongue, { terms }: RequestDetail): string[] {
  if (terms === null) return [];
  const money = (amount: Cents): string => displayAmount(amount, language);
  const [before, after] = [termsOf(terms.before), termsOf(terms.after)];
  const amount = money(EXAMPLE_CENTS);
  if (terms.direction === 'deposit') {
    const of = (held: Terms) =>
      depositAmounts({ requestedCents: EXAMPLE_CENTS, actualCents: null, terms: held });
    return [
      t('requests.means.terms_deposit', {
        amount,
        before: money(of(before).commissionCents),
        after: money(of(after).commissionCents),
        player_before: money(of(before).playerAmountCents),
        player_after: money(of(after).playerAmountCents),
      }),
    ];
  }
  const of = (held: Terms) => withdrawalAmounts({ requestedCents: EXAMPLE_CENTS, terms: held });
  return [
    t('requests.means.terms_withdrawal', {
      amount,
      before: money(of(before).commissionCents),
      after: money(of(after).commissionCents),
      balance_before: money(negateCents(of(before).balanceImpactCents)),
      balance_after: money(negateCents(of(after).balanceImpactCents)),
    }),
  ];
}

function termsOf({ basisPoints, fixedCents, mode }: NonNullable<RequestDetail['terms']>['before']): Terms {
  return { basisPoints, fixedCents: cents(BigInt(fixedCents)), mode };
}
