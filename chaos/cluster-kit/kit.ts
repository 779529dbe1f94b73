/** The commands of deploy/ha, for a cluster that one test has for itself. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { roomyFolder } from '../../tools/postgres/roomy-folder.ts';

const REPOSITORY = fileURLToPath(new URL('../../', import.meta.url));
/** `up` gives up after 90 s, and everything else before. */
const COMMAND_WITHIN_MS = 120_000;

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface Kit {
  /** Everything that the cluster keeps lies below. */
  directory: string;
  /** Its namespaces begin with this. */
  prefix: string;
  /** A script in the folder of the repository; it ends with the first command that fails. */
  script(lines: string): Promise<Ended>;
  /** A command of deploy/ha, which must succeed. Returns what it prints. */
  run(command: string, ...args: readonly string[]): Promise<string>;
}

export async function openKit(t: TestContext): Promise<Kit> {
  const parent = await mkdtemp(join(await roomyFolder(), 'vezne-ha-'));
  // Its servers are the user postgres.
  await chmod(parent, 0o755);
  const directory = join(parent, 'cluster');
  const prefix = `vzt${process.pid}`;
  const environment = {
    ...process.env,
    VEZNE_HA_DIR: directory,
    VEZNE_HA_PREFIX: prefix,
    VEZNE_HA_NET: '10.79.0',
  };
  const run = async (command: string, args: readonly string[]): Promise<Ended> =>
    await ended(command, args, environment);
  t.after(async () => {
    await run('deploy/ha/down', ['--wipe']);
    await rm(parent, { recursive: true, force: true });
  });
  return {
    directory,
    prefix,
    script: async (lines) => await run('bash', ['-euo', 'pipefail', '-c', lines]),
    run: async (command, ...args) => {
      const { code, stdout, stderr } = await run(`deploy/ha/${command}`, args);
      if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}:\n${stderr}${stdout}`);
      return stdout.trim();
    },
  };
}

export async function ended(
  command: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv = process.env,
): Promise<Ended> {
  const child = spawn(command, args, {
    cwd: REPOSITORY,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: COMMAND_WITHIN_MS,
    killSignal: 'SIGKILL',
  });
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit') as Promise<[number | null]>,
  ]);
  return { code, stdout, stderr };
}
