import { LANGUAGES } from '@vezne/domain/written';
import type { Language } from '@vezne/domain/written';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { en } from './en.ts';
import { tr } from './tr.ts';

const KEY = 'vezne-language';

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: typeof tr };
    returnNull: false;
  }
}

/** The language that was chosen here before; else Turkish, unless the browser asks for another one first. */
function firstLanguage(): Language {
  const kept = readKept();
  if (kept !== undefined) return kept;
  return navigator.language.toLowerCase().startsWith('tr') ? 'tr' : 'en';
}

function readKept(): Language | undefined {
  try {
    const kept = localStorage.getItem(KEY);
    return LANGUAGES.find((language) => language === kept);
  } catch {
    return undefined;
  }
}

export async function startTexts(): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: firstLanguage(),
    fallbackLng: 'tr',
    resources: { tr: { translation: tr }, en: { translation: en } },
    // React escapes.
    interpolation: { escapeValue: false },
    returnNull: false,
  });
  document.documentElement.lang = i18next.language;
}

export async function chooseLanguage(language: Language): Promise<void> {
  try {
    localStorage.setItem(KEY, language);
  } catch {
    // Storage can be switched off; then the choice lasts until the page is closed.
  }
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
}
