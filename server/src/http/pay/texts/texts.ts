import type { Language } from '@vezne/domain/written';
import { en } from './en.ts';
import type { PageTexts } from './page-texts.ts';
import { tr } from './tr.ts';

export const TEXTS: Readonly<Record<Language, PageTexts>> = { tr, en };
