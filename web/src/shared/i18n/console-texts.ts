import { openTexts } from './i18n.ts';
import type { TextPart } from './i18n.ts';

export const CONSOLE_TEXTS: TextPart = {
  tr: async () => await import('./tr/at-once.ts'),
  en: async () => await import('./en/at-once.ts'),
};

/** Most people never open the administration. */
const ADMINISTRATION_TEXTS: TextPart = {
  tr: async () => await import('./tr/with-administration.ts'),
  en: async () => await import('./en/with-administration.ts'),
};

/** Before the first page of the administration is shown. */
export async function openAdministrationTexts(): Promise<void> {
  await openTexts(ADMINISTRATION_TEXTS);
}
