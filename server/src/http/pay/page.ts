import type { Language } from '@vezne/domain/written';
import { fileURLToPath } from 'node:url';
import { Eta } from 'eta';
import type { HostedDeposit } from '../../db/read/transactions/hosted-deposits.ts';
import { formValues } from './detail-fields.ts';
import type { FormState } from './detail-fields.ts';
import type { PhoneCode } from './phone-code.ts';
import { isOpen, screenOf, versionOf } from './screen.ts';
import type { Screen } from './screen.ts';
import type { PageTexts } from './texts/page-texts.ts';
import { TEXTS } from './texts/texts.ts';
import { assetAddress, commonValues, depositValues } from './page-values.ts';
import type { PageContext, PagePath } from './page-values.ts';

export type NoticeName = keyof PageTexts['notices'];

/** How a player tries again: with the same press, or by loading a page. */
export interface Retry {
  address: string;
  /** The page responds to a form. */
  isFormResponse: boolean;
  isPress: boolean;
  /** The other fields of the press. */
  fields: readonly (readonly [name: string, value: string])[];
}

/** How often a browser without JavaScript reloads the page, in seconds. Rarely while the player copies the details. */
const REFRESH_SECONDS: Readonly<Partial<Record<Screen, number>>> = { pay: 120, paused: 30, checking: 10 };

/**
 * How often an open page asks for its state, in milliseconds. Who waits for a decision sees it within two seconds: the service looks every
 * 400 ms for all pages. Before the press only a freeze is news.
 */
const ASKS_EVERY_MS: Readonly<Partial<Record<Screen, number>>> = {
  pay: 2_000,
  paused: 2_000,
  checking: 1_200,
};

const eta = new Eta({
  autoEscape: true,
  cache: true,
  views: fileURLToPath(new URL('templates', import.meta.url)),
});

/** The page of a deposit in its current state. */
export function renderDeposit(context: PageContext, deposit: HostedDeposit, at: PagePath): string {
  const screen = screenOf(deposit);
  return eta.render(`./${screen}`, {
    ...depositValues(context, deposit, at),
    phoneCode: screen === 'pay' ? phoneCode(context, at) : null,
    version: isOpen(screen) ? versionOf(deposit) : null,
    asksEveryMs: ASKS_EVERY_MS[screen] ?? null,
    refreshSeconds: REFRESH_SECONDS[screen] ?? null,
  });
}

/** The address of this very page, and nothing else: what is scanned never pays by itself. */
function phoneCode({ publicUrl, prefix, phoneCodes }: PageContext, at: PagePath): PhoneCode | null {
  const address = `${publicUrl}${at.path.slice(prefix.length)}?lang=${at.language}`;
  return phoneCodes.codeFor(address, at.userAgent);
}

/** The question whether the transfer was sent, as a separate page for browsers without JavaScript. */
export function renderQuestion(context: PageContext, deposit: HostedDeposit, at: PagePath): string {
  return eta.render('./question', {
    ...depositValues(context, deposit, at),
    hasForm: true,
    title: TEXTS[at.language].confirm.title,
  });
}

/** Where the form is, and whether the receipt comes first there. */
export function detailsAddress(
  { path, language }: Pick<PagePath, 'path' | 'language'>,
  { isForReceipt }: FormState,
): string {
  return `${path}/details?lang=${language}${isForReceipt === true ? '&for=receipt' : ''}`;
}

/**
 * Where the player adds details that help to find the transfer. It never reloads itself, because that would empty the
 * fields.
 */
export function renderDetails(
  context: PageContext,
  deposit: HostedDeposit,
  at: PagePath,
  state: FormState = {},
): string {
  const address = detailsAddress(at, state);
  return eta.render('./details', {
    ...depositValues(context, deposit, at),
    ...formValues(deposit, at.language, state),
    hasForm: true,
    formAddress: address,
    scriptAddress: assetAddress(context, context.assets.formScript),
    here: state.isFormResponse === true ? address : null,
    title: TEXTS[at.language].details.title,
  });
}

/** A page without a deposit. It names no partner, because the visitor may have guessed the address. */
export function renderNotice(
  context: PageContext,
  name: NoticeName,
  { language, retry = null }: { language: Language; retry?: Retry | null },
): string {
  const notice = TEXTS[language].notices[name];
  return eta.render('./notice', {
    ...commonValues(context, language),
    notice,
    retry,
    here: retry?.isFormResponse === true ? retry.address : null,
    title: notice.title,
    icon: name === 'missing' ? 'cross' : 'clock',
    partnerName: 'Vezne',
    logoAddress: null,
    monogram: 'V',
  });
}
