import { globSync, statSync } from 'node:fs';

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

/**
 * Several files run at a time and should end together: a long file at the end would run alone. The file size predicts the time
 * well enough, so we keep no list of times.
 */
export function longestFirst(files: string[]): string[] {
  const sizes = new Map(files.map((file) => [file, statSync(file).size]));
  return files.toSorted((one, other) => (sizes.get(other) ?? 0) - (sizes.get(one) ?? 0));
}
