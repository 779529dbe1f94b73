import type { TextPart } from './i18n.ts';

export const PORTAL_TEXTS: TextPart = {
  tr: async () => await import('./tr/portal/texts.ts'),
  en: async () => await import('./en/portal/texts.ts'),
};
