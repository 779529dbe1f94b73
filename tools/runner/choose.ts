import { readFileSync } from 'node:fs';
import { isRelease } from './extent.ts';
import { findTestFiles } from './files.ts';
import { needsDatabase } from './needs-database.ts';

/** The folders after it were run beside another version of PostgreSQL. */
export const AGAIN = '--again';
/** What needs a database below the folders after it is left to the run beside another version. */
export const ELSEWHERE = '--elsewhere';

/** Stands in a file that what lands has not passed, and is followed by the reason, and by the file that what lands has passed instead. */
const BEFORE_A_RELEASE = /^\/\/ Before a release: .*\. What lands has passed (\S+)\.$/m;

/** The file that is run instead before a change lands. Undefined: the file itself is. */
export function smallerOf(file: string): string | undefined {
  return BEFORE_A_RELEASE.exec(readFileSync(file, 'utf8'))?.[1];
}

/**
 * The files of a run, from its folders. Without a database only those that need none are run. Of folders that are run again only those that
 * need one: for the others it would be the same run.
 */
export function chooseFiles(words: readonly string[], { isQuick }: { isQuick: boolean }): string[] {
  const elsewhere = after(words, ELSEWHERE);
  return [
    ...findTestFiles(before(words)).filter((file) => !isQuick || !needsDatabase(file)),
    ...findTestFiles(after(words, AGAIN)).filter((file) => !isQuick && needsDatabase(file)),
  ]
    .filter((file) => !elsewhere.some((folder) => file.startsWith(`${folder}/`)) || !needsDatabase(file))
    .filter((file) => isRelease() || smallerOf(file) === undefined);
}

const isFlag = (word: string): boolean => word.startsWith('--');

function before(words: readonly string[]): string[] {
  const place = words.findIndex(isFlag);
  return words.slice(0, place === -1 ? words.length : place);
}

function after(words: readonly string[], flag: string): string[] {
  return words.includes(flag) ? before(words.slice(words.indexOf(flag) + 1)) : [];
}
