import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PLACES = ['console', 'portal'] as const;
const pageOf = (place: string): string => join(ROOT, 'web/dist', place, 'index.html');
/** What the pages are made of. */
const SOURCES = ['web/*.ts', 'web/src/**/*', 'packages/{contract,design,domain}/src/**/*'];

/** Builds the pages that are missing or older than their sources, and says so: it takes a few seconds. */
export async function buildPages(say: () => void): Promise<void> {
  const missing = PLACES.filter((place) => !isBuilt(place));
  if (missing.length === 0) return;
  say();
  const web = join(ROOT, 'web');
  const vite = join(
    dirname(createRequire(join(web, 'package.json')).resolve('vite/package.json')),
    'bin/vite.js',
  );
  for (const place of missing) {
    // What it says must not get between the lines of the demo: it may print JSON for a program.
    const child = spawn(process.execPath, [vite, 'build', '-c', `vite.${place}.ts`, '--logLevel', 'error'], {
      cwd: web,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const [code] = (await once(child, 'exit')) as [number | null];
    if (code !== 0) throw new Error(`The pages of the ${place} could not be built. Try: npm run build:web`);
  }
}

function isBuilt(place: string): boolean {
  const page = pageOf(place);
  if (!existsSync(page)) return false;
  const builtMs = statSync(page).mtimeMs;
  return globSync(SOURCES, { cwd: ROOT }).every((file) => statSync(join(ROOT, file)).mtimeMs <= builtMs);
}
