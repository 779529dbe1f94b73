import { texts as atOnce } from './tr/at-once.ts';
import { texts as withAdministration } from './tr/with-administration.ts';

/** Everything that people read in the console, in Turkish: written, not translated. Short, polite, second person plural. */
export const tr = { ...atOnce, ...withAdministration };
