import { en } from './en.ts';
import type { Language, Texts } from './model.ts';
import { tr } from './tr.ts';

export const TEXTS: Readonly<Record<Language, Texts>> = { tr, en };
