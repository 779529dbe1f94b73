import { fileURLToPath } from 'node:url';
import { withResultParameters } from '@vezne/contract/redirect-url';
import { Eta } from 'eta';
import type { HostedDeposit } from '../../db/read/hosted-deposits.ts';
import { toTransactionId } from '../../ids.ts';
import type { PageAssets } from './assets.ts';
import { copyRows } from './copy-rows.ts';
import { detailFields, formProblems, givenRows, mayAddReceipt } from './detail-fields.ts';
import type { FormState } from './detail-fields.ts';
import { LANGUAGES } from './language.ts';
import type { Language } from './language.ts';
import { isOpen, screenOf, versionOf } from './screen.ts';
import type { Screen } from './screen.ts';
import type { PageTexts } from './texts/page-texts.ts';
import { TEXTS } from './texts/texts.ts';
import { filled, writtenAmount, writtenCode, writtenTimeLeft } from './written.ts';

export interface PageParts {
  assets: PageAssets;
  /** What stands before /pay in the public address. */
  prefix: string;
}

/** Where the page of a deposit is, as a path. */
export interface PagePath {
  path: string;
  language: Language;
}

export type NoticeName = keyof PageTexts['notices'];

/** A name of one letter for a partner without a picture. */
const MONOGRAM = /\p{L}|\p{N}/u;

/** How often a browser without script looks for news, in seconds. While the player copies, it had better not. */
const REFRESH_SECONDS: Readonly<Partial<Record<Screen, number>>> = { pay: 120, checking: 10 };

const eta = new Eta({
  autoEscape: true,
  cache: true,
  views: fileURLToPath(new URL('templates', import.meta.url)),
});

/** The page of a deposit in the state that it is in. */
export function renderDeposit(parts: PageParts, deposit: HostedDeposit, at: PagePath): string {
  const screen = screenOf(deposit);
  return eta.render(`./${screen}`, {
    ...depositValues(parts, deposit, at),
    version: isOpen(screen) ? versionOf(deposit) : null,
    refreshSeconds: REFRESH_SECONDS[screen] ?? null,
  });
}

/** The question whether the transfer was sent, on a page of its own for browsers without script. */
export function renderQuestion(parts: PageParts, deposit: HostedDeposit, at: PagePath): string {
  return eta.render('./question', {
    ...depositValues(parts, deposit, at),
    title: TEXTS[at.language].confirm.title,
    version: null,
    refreshSeconds: null,
  });
}

/** Where the player adds what helps to find the transfer. It never renews itself, for that would empty the fields. */
export function renderDetails(
  parts: PageParts,
  deposit: HostedDeposit,
  at: PagePath,
  state: FormState = {},
): string {
  const texts = TEXTS[at.language];
  return eta.render('./details', {
    ...depositValues(parts, deposit, at),
    ...formProblems(texts, state),
    fields: detailFields(deposit, at.language, state),
    mayAddReceipt: mayAddReceipt(deposit),
    title: texts.details.title,
    version: null,
    refreshSeconds: null,
  });
}

/** A page without a deposit. It names nobody, for whoever sees it may have guessed. */
export function renderNotice(parts: PageParts, name: NoticeName, language: Language): string {
  const texts = TEXTS[language];
  return eta.render('./notice', {
    ...commonValues(parts, language),
    texts,
    notice: texts.notices[name],
    title: texts.notices[name].title,
    icon: name === 'missing' ? 'cross' : 'clock',
    partnerName: 'Vezne',
    logoAddress: null,
    monogram: 'V',
    version: null,
    refreshSeconds: null,
  });
}

function commonValues({ assets, prefix }: PageParts, language: Language): Record<string, unknown> {
  return {
    language,
    languages: LANGUAGES,
    styleAddress: `${prefix}/pay/assets/${assets.style.name}`,
    scriptAddress: `${prefix}/pay/assets/${assets.script.name}`,
    filled,
  };
}

function depositValues(
  parts: PageParts,
  deposit: HostedDeposit,
  { path, language }: PagePath,
): Record<string, unknown> {
  const texts = TEXTS[language];
  return {
    ...commonValues(parts, language),
    texts,
    title: texts[screenOf(deposit)].title,
    partnerName: deposit.partnerName,
    logoAddress: deposit.logoHash === null ? null : `${path}/logo?v=${deposit.logoHash}`,
    monogram: MONOGRAM.exec(deposit.partnerName)?.[0].toLocaleUpperCase(language) ?? '•',
    amount: writtenAmount(deposit.amountCents, language),
    received: writtenAmount(deposit.actualAmountCents ?? deposit.amountCents, language),
    code: writtenCode(deposit.referenceCode),
    rows: copyRows(deposit, language),
    previousEnd: deposit.previousIban?.slice(-4) ?? null,
    isFast: deposit.amountCents <= deposit.fastLimitCents,
    reason: deposit.reasonCode === null ? '' : texts.reasons[deposit.reasonCode],
    secondsLeft: Math.max(deposit.secondsLeft, 0),
    timeLeft: writtenTimeLeft(deposit.secondsLeft),
    pageAddress: `${path}?lang=${language}`,
    stateAddress: `${path}/state`,
    sentAddress: `${path}/sent?lang=${language}`,
    detailsAddress: `${path}/details?lang=${language}`,
    receiptAddress: `${path}/receipt?lang=${language}`,
    given: givenRows(deposit, language),
    fields: detailFields(deposit, language),
    backAddress: partnerAddress(deposit),
  };
}

/** Where the player goes back to, with what the partner's contract promises to bring along. */
export function partnerAddress({ id, status, externalReference, redirectUrl }: HostedDeposit): string {
  return withResultParameters(redirectUrl, {
    svcTransactionId: toTransactionId(id),
    svcStatus: status,
    externalReference,
  });
}
