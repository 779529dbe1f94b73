import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PAGE = join(ROOT, 'web/dist/console/index.html');
/** What the pages are made of. */
const SOURCES = ['web/*.ts', 'web/src/**/*', 'packages/{contract,design,domain}/src/**/*'];

/** Builds the pages of the console if they are missing or older than their sources, and says so: it takes a few seconds. */
export async function buildPages(say: () => void): Promise<void> {
  if (isBuilt()) return;
  say();
  const vite = join(dirname(createRequire(PAGE).resolve('vite/package.json')), 'bin/vite.js');
  // What it says must not get between the lines of the demo: it may print JSON for a program.
  const child = spawn(process.execPath, [vite, 'build', '--logLevel', 'error'], {
    cwd: join(ROOT, 'web'),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error('The pages of the console could not be built. Try: npm run build:web');
}

function isBuilt(): boolean {
  if (!existsSync(PAGE)) return false;
  const builtMs = statSync(PAGE).mtimeMs;
  return globSync(SOURCES, { cwd: ROOT }).every((file) => statSync(join(ROOT, file)).mtimeMs <= builtMs);
}
