/**
 * `node build.ts FOLDER [--pack]`: writes the package that partners install into a folder, and with --pack also packs it
 * there into a .tgz. It is built because Node runs no TypeScript inside node_modules. It has its own package.json because
 * ours exports the sources.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const HERE = import.meta.dirname;
const REPOSITORY = join(HERE, '../..');
const TSC = fileURLToPath(new URL('../bin/tsc', import.meta.resolve('typescript')));

const [target, ...flags] = process.argv.slice(2);
if (target === undefined || flags.some((flag) => flag !== '--pack')) {
  throw new Error('Usage: node build.ts FOLDER [--pack]');
}
const folder = resolve(target);
build(folder);
if (flags.includes('--pack')) execFileSync('npm', ['pack', '--silent'], { cwd: folder, stdio: 'inherit' });

function build(folder: string): void {
  // Files of an earlier build would be packed too.
  for (const part of ['lib', 'vectors', 'package.json']) {
    rmSync(join(folder, part), { recursive: true, force: true });
  }
  mkdirSync(folder, { recursive: true });
  const project = join(HERE, 'tsconfig.build.json');
  execFileSync(process.execPath, [TSC, '-p', project, '--outDir', join(folder, 'lib')], { stdio: 'inherit' });
  nameBuiltFiles(join(folder, 'lib'));
  cpSync(join(HERE, 'vectors'), join(folder, 'vectors'), { recursive: true });
  cpSync(join(HERE, 'README.md'), join(folder, 'README.md'));
  cpSync(join(REPOSITORY, 'LICENSE'), join(folder, 'LICENSE'));
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(publishedPackage(), null, 2)}\n`);
}

/**
 * The compiler rewrites imports in the JavaScript that it writes, but leaves `./x.ts` in declarations, where no such file
 * exists.
 */
function nameBuiltFiles(lib: string): void {
  for (const name of readdirSync(lib, { encoding: 'utf8', recursive: true }).filter((file) =>
    file.endsWith('.d.ts'),
  )) {
    const text = readFileSync(join(lib, name), 'utf8');
    writeFileSync(join(lib, name), text.replaceAll(/(from '\.{1,2}\/[\w/-]+)\.ts'/g, "$1.js'"));
  }
}

function publishedPackage() {
  const own = JSON.parse(readFileSync(join(HERE, 'package.json'), 'utf8')) as Record<string, unknown>;
  return {
    name: own['name'],
    version: own['version'],
    description: own['description'],
    license: own['license'],
    type: 'module',
    sideEffects: false,
    exports: {
      '.': { types: './lib/index.d.ts', default: './lib/index.js' },
      './signature': { types: './lib/signature.d.ts', default: './lib/signature.js' },
    },
    files: ['lib', 'vectors'],
    // The oldest version on which the tests run it.
    engines: { node: '>=20' },
  };
}
