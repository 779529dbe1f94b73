import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SOURCES = fileURLToPath(new URL('../src', import.meta.url));

/** Every file that the pages of a place are made of, by following the imports of its first one. */
export function sourcesOf(place: 'console' | 'portal'): Map<string, string> {
  const found = new Map<string, string>();
  const waiting = [join(SOURCES, place, 'main.tsx')];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (found.has(file) || !existsSync(file)) continue;
    const source = readFileSync(file, 'utf8');
    found.set(file, source);
    for (const [, path = ''] of source.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+\.tsx?)'/g)) {
      waiting.push(join(dirname(file), path));
    }
  }
  return new Map([...found].map(([file, source]) => [file.slice(SOURCES.length + 1), source]));
}
