import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { commandLineOf, isAlive } from './process.ts';

export const CLAIM_FILE = 'demo.pid';

/** Claims the directory for this demo until it is released. Refused while another running demo holds it. */
export async function claimDirectory(directory: string): Promise<{ release: () => Promise<void> }> {
  const file = join(directory, CLAIM_FILE);
  const holder = await holderOf(file);
  if (holder !== undefined) {
    throw new Error(
      `A demo already runs in ${directory} (process ${holder}); stop it, or run a second one beside it with --directory and --port-base.`,
    );
  }
  await writeFile(file, String(process.pid));
  return {
    async release() {
      if ((await pidIn(file)) === process.pid) await rm(file, { force: true });
    },
  };
}

async function holderOf(file: string): Promise<number | undefined> {
  const pid = await pidIn(file);
  if (!isAlive(pid)) return undefined;
  // After a restart of the machine, other programs may have old process numbers.
  return commandLineOf(pid)?.includes('demo.ts') === false ? undefined : pid;
}

async function pidIn(file: string): Promise<number> {
  return Number(await readFile(file, 'utf8').catch(() => ''));
}
