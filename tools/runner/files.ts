import { globSync, readFileSync, statSync } from 'node:fs';

/** The test files below the folders. A folder without any is an error: an empty run must not count as success. */
export function findTestFiles(folders: string[]): string[] {
  return folders.flatMap((folder) => {
    const found = globSync(`${folder}/**/*.test.ts`, { exclude: (name) => name.includes('node_modules') });
    if (found.length === 0) throw new Error(`No test below ${folder}.`);
    return found.sort();
  });
}

/** A file below `timed/` measures how long others wait. Whatever ran beside it would be measured too. */
export function isTimed(file: string): boolean {
  return file.split('/').includes('timed');
}

/** Stands in a file that takes much longer than its size says, and is followed by the reason. */
const FIRST = /^\/\/ Begins first: /m;

/** What there is to do in a file, as far as can be told without running it. */
export function workOf(file: string): number {
  return FIRST.test(readFileSync(file, 'utf8')) ? Number.MAX_SAFE_INTEGER : statSync(file).size;
}

/**
 * Several files run at a time and should end together: a long file at the end would run alone. The file size predicts the time
 * well enough, so we keep no list of times; the few that wait for minutes say so themselves.
 */
export function longestFirst(files: string[]): string[] {
  const work = new Map(files.map((file) => [file, workOf(file)]));
  return files.toSorted((one, other) => (work.get(other) ?? 0) - (work.get(one) ?? 0));
}
