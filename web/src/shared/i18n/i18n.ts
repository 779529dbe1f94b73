import { LANGUAGES } from '@vezne/domain/written';
import type { Language } from '@vezne/domain/written';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { tr } from './tr.ts';
import type { texts as portal } from './tr/portal/texts.ts';

const KEY = 'vezne-language';

declare module 'i18next' {
  interface CustomTypeOptions {
    // Both trees: a test sees to it that each place asks for its own texts alone.
    resources: { translation: typeof tr & typeof portal };
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

/** Texts that are loaded together. Nobody reads two languages at once: the other one is loaded by whoever asks for it. */
export type TextPart = Readonly<Record<Language, () => Promise<{ texts: object }>>>;

/** What is shown in another language when people choose one. */
const open = new Set<TextPart>();

/** Before the first page that needs them is shown: what most people never open comes later. */
export async function openTexts(part: TextPart): Promise<void> {
  open.add(part);
  const language = LANGUAGES.find((each) => each === i18next.language) ?? 'tr';
  i18next.addResourceBundle(language, 'translation', (await part[language]()).texts);
}

/** `first`: what this place needs before it shows anything. */
export async function startTexts(first: TextPart): Promise<void> {
  open.add(first);
  const language = firstLanguage();
  await i18next.use(initReactI18next).init({
    lng: language,
    // Both have every text; a test sees to that.
    fallbackLng: false,
    resources: { [language]: { translation: (await first[language]()).texts } },
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
  const parts = await Promise.all([...open].map(async (part) => await part[language]()));
  for (const { texts } of parts) i18next.addResourceBundle(language, 'translation', texts);
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
}
