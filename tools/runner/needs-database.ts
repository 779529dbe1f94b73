/**
 * Which test files need a database: those that import, directly or indirectly, a module that reads the address of the test
 * server or starts its own server. It is computed from the imports, so there is no list to maintain. If it misses a file,
 * the quick run fails, because it sets no address.
 */
import { readFileSync } from 'node:fs';
import { relativeImports } from './relative-imports.ts';

const MARKS = [/process\.env(?:\.|\[')VEZNE_TEST_POSTGRES_URL\b/, /\bfunction startPostgres\b/];

export function needsDatabase(testFile: string): boolean {
  const seen = new Set([testFile]);
  // A loop over a set also visits what is added during the loop.
  for (const module of seen) {
    const source = readFileSync(module, 'utf8');
    if (MARKS.some((mark) => mark.test(source))) return true;
    for (const imported of relativeImports(module, source)) seen.add(imported);
  }
  return false;
}
