import { withResultParameters } from '@vezne/contract/fields/redirect-url';
import { LANGUAGES, displayAmount, displayCode, displayIbanEnd, displayTime } from '@vezne/domain/written';
import type { Language } from '@vezne/domain/written';
import type { HostedDeposit } from '../../db/read/hosted-deposits.ts';
import { toTransactionId } from '../../ids.ts';
import type { PageAssets } from './assets.ts';
import { copyRows } from './copy-rows.ts';
import { givenRows } from './detail-fields.ts';
import type { PhoneCodes } from './phone-code.ts';
import { screenOf } from './screen.ts';
import { TEXTS } from './texts/texts.ts';
import { displayTimeLeft, fillBlanks } from './formats.ts';

export interface PageContext {
  assets: PageAssets;
  /** Where players reach us, without a slash at the end. */
  publicUrl: string;
  /** What comes before /pay in the public address. */
  prefix: string;
  phoneCodes: PhoneCodes;
}

/** The path of a deposit's page. */
export interface PagePath {
  path: string;
  language: Language;
  userAgent?: string | undefined;
}

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
  { path, language }: PagePath,
): Record<string, unknown> {
  const texts = TEXTS[language];
  const { amountCents, actualAmountCents, lateCents, reasonCode, partnerName, iban } = deposit;
  return {
    ...commonValues(context, language),
    title: texts[screenOf(deposit)].title,
    partnerName,
    logoAddress: deposit.logoHash === null ? null : `${path}/logo?v=${deposit.logoHash}`,
    monogram: FIRST_LETTER_PATTERN.exec(partnerName)?.[0].toLocaleUpperCase(language) ?? '•',
    amount: displayAmount(amountCents, language),
    received: displayAmount(actualAmountCents ?? amountCents, language),
    late: lateCents === null ? null : displayAmount(lateCents, language),
    code: displayCode(deposit.referenceCode),
    rows: copyRows(deposit, language),
    iban,
    ibanEnd: displayIbanEnd(iban),
    isMoved: deposit.isMoved,
    isFrozen: deposit.isFrozen,
    isFast: amountCents <= deposit.fastLimitCents,
    reason: reasonCode === null ? '' : texts.reasons[reasonCode],
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

/** Where the player returns to, with the parameters that the partner's contract promises. */
export function partnerAddress({ id, status, externalReference, redirectUrl }: HostedDeposit): string {
  return withResultParameters(redirectUrl, {
    svcTransactionId: toTransactionId(id),
    svcStatus: status,
    externalReference,
  });
}
