import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Types are gone when the file runs, and packages (`@vezne/domain/money`) are not followed: none of them reaches a database. */
const RELATIVE_IMPORT =
  /^(?:import|export)\s+(?!type\b)[^'";]*?\bfrom\s+'(\.[^']+)'|\bimport\s*\(?\s*'(\.[^']+)'/gm;

/** What a module of ours loads from its own package when it runs. */
export function relativeImports(module: string, source: string): string[] {
  return [...source.matchAll(RELATIVE_IMPORT)]
    .map(([, fromStatement, alone]) => join(dirname(module), fromStatement ?? alone ?? ''))
    .filter((path) => path.endsWith('.ts') && existsSync(path));
}
