import { withResultParameters } from '@vezne/contract/fields/redirect-url';
import { withReference } from '@vezne/domain/support-address';
import { cents } from '@vezne/domain/money';
import { LANGUAGES, displayAmount, displayCode, displayIbanEnd, displayTime } from '@vezne/domain/written';
import type { Language } from '@vezne/domain/written';
import type { HostedDeposit } from '../../db/read/transactions/hosted-deposits.ts';
import { toTransactionId } from '../../ids.ts';
import type { PageAssets } from './assets.ts';
import { copyRows } from './copy-rows.ts';
import { givenRows } from './detail-fields.ts';
import type { PhoneCodes } from './phone-code.ts';
import { outcomeOf, refusedMoney, wasWanted } from './outcome.ts';
import { screenOf } from './screen.ts';
import { hasChanged } from './shown-account.ts';
import { TEXTS } from './texts/texts.ts';
import { displayDuration, displayMoment, displayTimeLeft, fillBlanks } from './formats.ts';

export interface PageContext {
  assets: PageAssets;
  /** Where players reach us, without a slash at the end. */
  publicUrl: string;
  /** What comes before /pay in the public address. */
  prefix: string;
  phoneCodes: PhoneCodes;
  /** How long checking usually takes, in minutes; undefined: not known. */
  usualMinutes: () => number | undefined;
}

/** The path of a deposit's page. */
export interface PagePath {
  path: string;
  language: Language;
  userAgent?: string | undefined;
  /** The account that this browser was shown; undefined: none that we know of. */
  shownMark: string | undefined;
}

/** Longer than this, nobody counts seconds: the page says until when. */
const COUNTED_DOWN_SECONDS = 3600;

/** Stays in a text until its template puts the link there. No name of a partner has it: names have no control characters. */
const SUPPORT_PLACE = '\u0000';

/** Its first letter or digit stands for a partner without a logo. */
const FIRST_LETTER_PATTERN = /\p{L}|\p{N}/u;

export function assetAddress({ prefix }: PageContext, { name }: { name: string }): string {
  return `${prefix}/pay/assets/${name}`;
}

/** Values for every page. Pages that can change while they are open add more. */
export function commonValues(context: PageContext, language: Language): Record<string, unknown> {
  const { assets } = context;
  return {
    language,
    languages: LANGUAGES,
    texts: TEXTS[language],
    styleAddress: assetAddress(context, assets.style),
    scriptAddress: assetAddress(context, assets.script),
    /** The address to return to, on a page that responds to a form; null: the page's own address. */
    here: null,
    version: null,
    refreshSeconds: null,
    hasProblem: false,
    /** Script sends forms so that nothing is lost with the network; it is needed where there is a form. */
    hasForm: false,
    fillBlanks,
  };
}

export function depositValues(
  context: PageContext,
  deposit: HostedDeposit,
  { path, language, shownMark }: PagePath,
): Record<string, unknown> {
  const texts = TEXTS[language];
  const { amountCents, actualAmountCents, lateCents, partnerName, iban } = deposit;
  const screen = screenOf(deposit);
  const isFast = amountCents <= deposit.fastLimitCents;
  const late = displayAmount(lateCents ?? amountCents, language);
  const received = displayAmount(actualAmountCents ?? amountCents, language);
  const amount = displayAmount(amountCents, language);
  const isClosed = screen === 'rejected' && wasWanted(deposit);
  return {
    ...commonValues(context, language),
    title: isClosed ? texts.rejected.titleClosed : texts[screen].title,
    isClosed,
    partnerName,
    logoAddress: deposit.logoHash === null ? null : `${path}/logo?v=${deposit.logoHash}`,
    monogram: FIRST_LETTER_PATTERN.exec(partnerName)?.[0].toLocaleUpperCase(language) ?? '•',
    amount,
    received,
    late,
    code: displayCode(deposit.referenceCode),
    rows: copyRows(deposit, language),
    iban,
    hasChanged: hasChanged(deposit, shownMark),
    isFrozen: deposit.isFrozen,
    isFast,
    ...helpValues(deposit, language),
    blanks: {
      partner: partnerName,
      bank: deposit.bankName,
      end: displayIbanEnd(iban),
      late,
      asked: amount,
      received,
      support: SUPPORT_PLACE,
      ...moneyBlanks(deposit, language),
    },
    outcome: outcomeOf(deposit, texts),
    seen: seenAmount(deposit, language),
    since: deposit.waitingSince && displayMoment(deposit.waitingSince, language),
    // Who waits for bank hours, for an account that was frozen, or on hold, waits longer than usual.
    usual:
      isFast && !deposit.isFrozen && !deposit.isHeld && screen === 'checking'
        ? usualText(context, language)
        : null,
    openUntil: deposit.secondsLeft > COUNTED_DOWN_SECONDS ? displayMoment(deposit.expiresAt, language) : null,
    secondsLeft: Math.max(deposit.secondsLeft, 0),
    timeLeft: displayTimeLeft(deposit.secondsLeft),
    until: fillBlanks(texts.pay.until, { time: displayTime(deposit.expiresAt, language) }),
    pageAddress: `${path}?lang=${language}`,
    stateAddress: `${path}/state`,
    sentAddress: `${path}/sent?lang=${language}`,
    detailsAddress: `${path}/details?lang=${language}`,
    given: givenRows(deposit, language),
    hasReceipt: deposit.receiptCount > 0,
    backAddress: partnerAddress(deposit),
  };
}

/** Where players of the partner ask for help, and what it says about refunds. */
function helpValues(
  { partnerName, supportAddress, referenceCode, refundNote }: HostedDeposit,
  language: Language,
): Record<string, unknown> {
  return {
    supportName: fillBlanks(TEXTS[language].page.support, { partner: partnerName }),
    supportLink: supportAddress === null ? null : withReference(supportAddress, referenceCode),
    refundNote: refundNote?.[language] ?? null,
  };
}

/** What came for a rejected payment, and what of it is still with us. */
function moneyBlanks(deposit: HostedDeposit, language: Language): { seen: string; open: string } {
  const { seenCents, openCents } = refusedMoney(deposit) ?? { seenCents: 0n, openCents: 0n };
  return {
    seen: displayAmount(cents(seenCents), language),
    open: displayAmount(cents(openCents), language),
  };
}

function seenAmount(deposit: HostedDeposit, language: Language): string | null {
  return refusedMoney(deposit) === null ? null : moneyBlanks(deposit, language).seen;
}

function usualText({ usualMinutes }: PageContext, language: Language): string | null {
  const minutes = usualMinutes();
  if (minutes === undefined) return null;
  return fillBlanks(TEXTS[language].checking.usual, { time: displayDuration(minutes, language) });
}

/** Where the player returns to, with the parameters that the partner's contract promises. */
export function partnerAddress({ id, status, externalReference, redirectUrl }: HostedDeposit): string {
  return withResultParameters(redirectUrl, {
    svcTransactionId: toTransactionId(id),
    svcStatus: status,
    externalReference,
  });
}
