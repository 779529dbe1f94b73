import type { Language } from '@vezne/domain/written';
import { createInstance } from 'i18next';
import type { Tongue } from '../src/console/features/requests/tongue.ts';
import { en } from '../src/shared/i18n/en.ts';
import { tr } from '../src/shared/i18n/tr.ts';

/** The texts of a language, as a page has them, without a page. */
export async function tongueOf(language: Language): Promise<Tongue> {
  const i18n = createInstance();
  await i18n.init({
    lng: language,
    fallbackLng: false,
    resources: { [language]: { translation: language === 'tr' ? tr : en } },
    interpolation: { escapeValue: false },
    returnNull: false,
  });
  return { t: i18n.getFixedT(language), exists: (key) => i18n.exists(key), language };
}
