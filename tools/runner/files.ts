import { globSync } from 'node:fs';

/** The test files below the folders. A folder without any is an error: a run of nothing must not pass for success. */
export function findTestFiles(folders: string[]): string[] {
  return folders.flatMap((folder) => {
    const found = globSync(`${folder}/**/*.test.ts`, { exclude: (name) => name.includes('node_modules') });
    if (found.length === 0) throw new Error(`No test below ${folder}.`);
    return found.sort();
  });
}
