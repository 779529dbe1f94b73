import { LANGUAGES } from '@vezne/domain/written';
import type { Language } from '@vezne/domain/written';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { tr } from './tr.ts';

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

/** Nobody reads two languages at once: the other one is loaded by whoever asks for it. */
async function textsOf(language: Language) {
  return (await (language === 'tr' ? import('./tr/at-once.ts') : import('./en/at-once.ts'))).texts;
}

/** Most people never open the administration. */
let isAdministrationOpen = false;

async function administrationTextsOf(language: Language) {
  const loading =
    language === 'tr' ? import('./tr/with-administration.ts') : import('./en/with-administration.ts');
  return (await loading).texts;
}

/** Before the first page of the administration is shown. */
export async function openAdministrationTexts(): Promise<void> {
  isAdministrationOpen = true;
  const language = LANGUAGES.find((each) => each === i18next.language) ?? 'tr';
  i18next.addResourceBundle(language, 'translation', await administrationTextsOf(language));
}

export async function startTexts(): Promise<void> {
  const language = firstLanguage();
  await i18next.use(initReactI18next).init({
    lng: language,
    // Both have every text; a test sees to that.
    fallbackLng: false,
    resources: { [language]: { translation: await textsOf(language) } },
    // React escapes.
    interpolation: { escapeValue: false },
    returnNull: false,
  });
  document.documentElement.lang = i18next.language;
  // What was chosen in one tab holds in all.
  addEventListener('storage', ({ key }) => {
    const chosen = key === KEY ? readKept() : undefined;
    if (chosen !== undefined) void show(chosen);
  });
}

export async function chooseLanguage(language: Language): Promise<void> {
  try {
    localStorage.setItem(KEY, language);
  } catch {
    // Storage can be switched off; then the choice lasts until the page is closed.
  }
  await show(language);
}

async function show(language: Language): Promise<void> {
  i18next.addResourceBundle(language, 'translation', await textsOf(language));
  if (isAdministrationOpen)
    i18next.addResourceBundle(language, 'translation', await administrationTextsOf(language));
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
}
