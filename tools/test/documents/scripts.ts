/** Scripts for the people who install: run as they stand, below a folder that takes the place of the machine's root. */
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { REPOSITORY } from '../demo-process.ts';
import { CANNOT_RUN } from './not-run.ts';
import type { Step } from './steps.ts';

const FOLDERS = /(?<![\w.])\/(?=(?:opt|etc|usr\/local)\b)/g;

export interface Machine {
  root: string;
  /** A block as one script that ends with its first failure, without what can't run; undefined if nothing is left. */
  scriptOf: (block: readonly Step[], places?: Readonly<Record<string, string>>) => string | undefined;
}

/** Two versions lie in /opt. */
export async function openMachine(t: TestContext): Promise<Machine> {
  const root = await mkdtemp(join(tmpdir(), 'vezne-machine-'));
  t.after(async () => await rm(root, { recursive: true, force: true }));
  for (const folder of ['opt', 'etc/systemd/system', 'usr/local/bin'])
    await mkdir(join(root, folder), { recursive: true });
  for (const version of ['1.3.0', '1.4.0']) await symlink(REPOSITORY, join(root, `opt/vezne-${version}`));
  return {
    root,
    scriptOf: (block, places = {}) => {
      const lines = block.map(({ line }) => line).filter((line) => !cannotRun(line));
      if (lines.length === 0) return undefined;
      let script = ['set -euo pipefail', ...lines].join('\n').replaceAll(FOLDERS, `${root}/`);
      for (const [printed, real] of Object.entries(places)) script = script.replaceAll(printed, real);
      return script;
    },
  };
}

export function cannotRun(line: string): boolean {
  return Object.keys(CANNOT_RUN).some((words) => line.startsWith(words));
}
