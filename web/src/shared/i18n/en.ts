import { texts as atOnce } from './en/at-once.ts';
import { texts as withAdministration } from './en/with-administration.ts';
import type { tr } from './tr.ts';

/** The same texts in English. A missing or a superfluous one does not compile. */
export const en: typeof tr = { ...atOnce, ...withAdministration };
