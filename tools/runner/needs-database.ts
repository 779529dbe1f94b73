/**
 * Which test files need a database: those that import, however indirectly, a module that reads the address of the test
 * server or starts a server of its own. Worked out from the imports, so that nobody keeps a list. Should it miss a file,
 * the quick run fails: it sets no address at all.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const MARKS = [/process\.env(?:\.|\[')VEZNE_TEST_POSTGRES_URL\b/, /\bfunction startPostgres\b/];
/** Types are gone when the file runs, and packages (`@vezne/domain/money`) never reach a database. */
const RELATIVE_IMPORT =
  /^(?:import|export)\s+(?!type\b)[^'";]*?\bfrom\s+'(\.[^']+)'|\bimport\s*\(?\s*'(\.[^']+)'/gm;

export function needsDatabase(testFile: string): boolean {
  const seen = new Set([testFile]);
  // A set hands out what is added while it is walked.
  for (const module of seen) {
    const source = readFileSync(module, 'utf8');
    if (MARKS.some((mark) => mark.test(source))) return true;
    for (const imported of relativeImports(module, source)) seen.add(imported);
  }
  return false;
}

function relativeImports(module: string, source: string): string[] {
  return [...source.matchAll(RELATIVE_IMPORT)]
    .map(([, fromStatement, alone]) => join(dirname(module), fromStatement ?? alone ?? ''))
    .filter((path) => path.endsWith('.ts') && existsSync(path));
}
