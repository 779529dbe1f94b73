import { execFile } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { TestApi } from '../harness/api.ts';

const REPOSITORY = fileURLToPath(new URL('../../..', import.meta.url));
const TSC = join(REPOSITORY, 'node_modules/typescript/bin/tsc');
const BUILD = join(REPOSITORY, 'packages/sdk/build.ts');

/** Each of these steps takes a second or two. A machine under load may need ten times as long. */
const STEP_TIMEOUT_MS = 60_000;

const execute = promisify(execFile);

async function run(command: string, args: string[], options: { cwd: string; env?: NodeJS.ProcessEnv }) {
  return await execute(command, args, { timeout: STEP_TIMEOUT_MS, ...options });
}

/** A partner's project: a folder outside the repository, with the packed SDK installed. */
export interface PartnerProject {
  folder: string;
  /** The paths inside the package, as npm packed it. */
  packedFiles: string[];
  write(name: string, text: string): Promise<void>;
  /** Runs a file of the project as this api's partner, and returns what it printed. */
  run(name: string, api: TestApi, node?: string): Promise<string>;
  /** The compiler's errors for files of the project under the strictest settings; empty if there are none. */
  typeProblems(names: string[]): Promise<string>;
}

export async function createPartnerProject(t: TestContext): Promise<PartnerProject> {
  const parent = await mkdtemp(join(tmpdir(), 'vezne-sdk-'));
  t.after(async () => await rm(parent, { recursive: true, force: true }));
  const built = join(parent, 'built');
  await run(process.execPath, [BUILD, built], { cwd: parent });
  const packed = await run('npm', ['pack', '--json', '--pack-destination', parent], { cwd: built });
  const [tarball] = JSON.parse(packed.stdout) as { filename: string; files: { path: string }[] }[];
  if (tarball === undefined) throw new Error('npm packed nothing.');

  const folder = join(parent, 'project');
  const write = async (name: string, text: string) => await writeFile(join(folder, name), text);
  await mkdir(folder);
  await write('package.json', '{ "name": "a-partner", "private": true, "type": "module" }');
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', join(parent, tarball.filename)], {
    cwd: folder,
  });
  return {
    folder,
    packedFiles: tarball.files.map(({ path }) => path),
    write,
    async run(name, { url, partner }, node = process.execPath) {
      const env = {
        VEZNE_URL: url,
        VEZNE_API_KEY: partner.apiKey,
        VEZNE_API_SECRET: partner.apiSecret,
        VEZNE_HASH_SECRET: partner.hashSecret,
        // Made up; it opens nothing.
        VEZNE_WEBHOOK_SECRET: 'whsec_dGhpcnR5LXR3byBieXRlcyBvZiBhIHNlY3JldCE=',
      };
      return (await run(node, [join(folder, name)], { cwd: folder, env })).stdout;
    },
    async typeProblems(names) {
      await write('tsconfig.json', JSON.stringify(strictProject(names)));
      return await run(process.execPath, [TSC, '-p', 'tsconfig.json'], { cwd: folder }).then(
        () => '',
        (error: { stdout: string }) => error.stdout,
      );
    },
  };
}

/** The declarations of the package are checked with the rest, since skipLibCheck is off. */
function strictProject(files: string[]) {
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    verbatimModuleSyntax: true,
    skipLibCheck: false,
    noEmit: true,
    module: 'nodenext',
    moduleResolution: 'nodenext',
    target: 'es2022',
    lib: ['es2022'],
    types: ['node'],
    typeRoots: [join(REPOSITORY, 'node_modules/@types')],
  };
  return { compilerOptions, files };
}

/** Every Node on this machine's PATH other than the one that runs the tests, because partners run older ones. */
export function installedNodes(): string[] {
  const found = (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'node'))
    .filter((path) => existsSync(path))
    .map((path) => realpathSync(path));
  return [...new Set([realpathSync(process.execPath), ...found])];
}
