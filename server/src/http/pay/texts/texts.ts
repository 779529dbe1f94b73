import type { Language } from '../language.ts';
import { en } from './en.ts';
import type { PageTexts } from './page-texts.ts';
import { tr } from './tr.ts';

export const TEXTS: Readonly<Record<Language, PageTexts>> = { tr, en };
