import { findTestFiles } from './files.ts';
import { needsDatabase } from './needs-database.ts';

/** The folders after it were run beside another version of PostgreSQL. */
export const AGAIN = '--again';

/**
 * The files of a run, from its folders. Without a database only those that need none are run. Of folders that are run again only those that
 * need one: for the others it would be the same run.
 */
export function chooseFiles(words: readonly string[], { isQuick }: { isQuick: boolean }): string[] {
  const place = words.includes(AGAIN) ? words.indexOf(AGAIN) : words.length;
  return [
    ...findTestFiles(words.slice(0, place)).filter((file) => !isQuick || !needsDatabase(file)),
    ...findTestFiles(words.slice(place + 1)).filter((file) => !isQuick && needsDatabase(file)),
  ];
}
