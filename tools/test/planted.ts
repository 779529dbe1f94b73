/** Test files written for a test, and a run of them with our own runner. */
import { spawn } from 'node:child_process';
import type { SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';

const RUN_TEST_FILES = fileURLToPath(new URL('../run-test-files.ts', import.meta.url));

export interface Planted {
  directory: string;
  options: SpawnOptions;
  commandLine: (limitSeconds: number, ...flags: string[]) => string[];
}

/** As most files are run. */
const PACE = '2+3';

export async function plant(t: TestContext, files: Record<string, string>): Promise<Planted> {
  const directory = await mkdtemp(join(tmpdir(), 'vezne-planted-'));
  t.after(async () => await rm(directory, { recursive: true, force: true }));
  for (const [name, source] of Object.entries({ 'package.json': '{"type":"module"}', ...files })) {
    await mkdir(dirname(join(directory, name)), { recursive: true });
    await writeFile(join(directory, name), source);
  }
  // Node refuses to run test files inside a test file. Without this variable it does not know that it is in one.
  const { NODE_TEST_CONTEXT: _context, ...env } = process.env;
  return {
    directory,
    options: { cwd: directory, env, stdio: ['ignore', 'pipe', 'inherit'] },
    commandLine: (limitSeconds, ...flags) => [
      RUN_TEST_FILES,
      PACE,
      String(limitSeconds),
      ...flags,
      ...Object.keys(files),
    ],
  };
}

export async function runFiles(planted: Planted, limitSeconds = 60) {
  return await runNode(planted.commandLine(limitSeconds), planted.options);
}

export async function runNode(commandLine: string[], options: SpawnOptions) {
  const child = spawn(process.execPath, commandLine, options);
  let output = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const [status] = (await once(child, 'close')) as [number | null];
  return { status, output };
}
