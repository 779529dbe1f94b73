import type { Language } from '@vezne/domain/written';
import { useTranslation } from 'react-i18next';

/** The language of the page; a component that asks is drawn again when it changes. */
export function useLanguage(): Language {
  const { i18n } = useTranslation();
  return i18n.language === 'en' ? 'en' : 'tr';
}
