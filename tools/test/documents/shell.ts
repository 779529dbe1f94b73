/** A person's shell: `vezne` is on the path, and nothing of this test's environment comes in. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import { putCommandOnPath } from '../../demo/command-on-path.ts';

/** A freeze waits for a worker, 20 seconds at most. */
const ENDS_WITHIN_MS = 60_000;

export interface Ran {
  code: number;
  /** Both streams, as a terminal shows them. */
  output: string;
}

export interface Shell {
  folder: string;
  run: (line: string, env?: Record<string, string>) => Promise<Ran>;
}

export async function openShell(t: TestContext, env: Readonly<Record<string, string>>): Promise<Shell> {
  const home = await mkdtemp(join(tmpdir(), 'vezne-shell-'));
  t.after(async () => await rm(home, { recursive: true, force: true }));
  const folder = join(home, 'work');
  await mkdir(folder);
  const settings = join(home, 'env');
  await writeFile(settings, '');
  await putCommandOnPath(home, settings);
  // Another version is a function of the shell, which comes before the path.
  const other = `if [ -n "$VEZNE_MAIN" ]; then vezne() { '${process.execPath}' "$VEZNE_MAIN" "$@"; }; fi`;
  return {
    folder,
    run: async (line, more = {}) => {
      const child = spawn('bash', ['-c', `source ${settings}\n${other}\n${line}`], {
        cwd: folder,
        env: { PATH: '/usr/bin:/bin', ...env, ...more },
        stdio: ['ignore', 'pipe', 'pipe'],
        timeout: ENDS_WITHIN_MS,
        killSignal: 'SIGKILL',
      });
      const [stdout, stderr, [code]] = await Promise.all([
        text(child.stdout),
        text(child.stderr),
        once(child, 'exit') as Promise<[number]>,
      ]);
      return { code, output: stdout + stderr };
    },
  };
}
