/**
 * Builds what partners install: JavaScript and declarations in dist/, because Node runs no TypeScript inside node_modules.
 * `npm pack` runs it first (prepack.js). `node build.ts FOLDER` writes the whole package into another folder and leaves this one alone.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const HERE = import.meta.dirname;
const REPOSITORY = join(HERE, '../..');
const TSC = fileURLToPath(new URL('../bin/tsc', import.meta.resolve('typescript')));

const [target = HERE, ...others] = process.argv.slice(2);
if (others.length > 0) throw new Error('Usage: node build.ts [FOLDER]');
build(resolve(target));

function build(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const dist = join(folder, 'dist');
  // Files of an earlier build would be packed too.
  rmSync(dist, { recursive: true, force: true });
  const project = join(HERE, 'tsconfig.build.json');
  execFileSync(process.execPath, [TSC, '-p', project, '--outDir', dist], { stdio: 'inherit' });
  nameBuiltFiles(dist);
  cpSync(join(REPOSITORY, 'LICENSE'), join(folder, 'LICENSE'));
  if (folder === HERE) return;
  for (const part of ['README.md', 'vectors']) {
    rmSync(join(folder, part), { recursive: true, force: true });
    cpSync(join(HERE, part), join(folder, part), { recursive: true });
  }
  const manifest = JSON.parse(readFileSync(join(HERE, 'package.json'), 'utf8')) as Record<string, unknown>;
  // What is built there is packed as it is: the sources are here.
  delete manifest['scripts'];
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

/**
 * The compiler rewrites imports in the JavaScript that it writes, but leaves `./x.ts` in declarations, where no such file
 * exists.
 */
function nameBuiltFiles(dist: string): void {
  for (const name of readdirSync(dist, { encoding: 'utf8', recursive: true }).filter((file) =>
    file.endsWith('.d.ts'),
  )) {
    const text = readFileSync(join(dist, name), 'utf8');
    writeFileSync(join(dist, name), text.replaceAll(/(from '\.{1,2}\/[\w/-]+)\.ts'/g, "$1.js'"));
  }
}
