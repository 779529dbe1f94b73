import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** One of each line that partners run. The last one is what runs this repository (.ci/setup fetches the same). */
export const PARTNER_NODES = ['20.20.2', '22.23.3', '24.21.0'] as const;

/** About 50 MB, once for each machine. */
const DOWNLOAD_TIMEOUT_MS = 120_000;

const run = promisify(execFile);

/** The folder that holds this version of Node, as npm distributes it. It is kept where .ci/setup keeps its own. */
export async function partnerNode(version: (typeof PARTNER_NODES)[number]): Promise<string> {
  const cache = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'vezne');
  const name = `node-${process.platform}-${process.arch}`;
  const home = join(cache, `node-${version}`);
  const folder = join(home, 'node_modules', name, 'bin');
  if (existsSync(join(folder, 'node'))) return folder;
  await mkdir(cache, { recursive: true });
  // It has another name until it is complete, so the rest of an interrupted download is not used.
  const unfinished = await mkdtemp(`${home}-`);
  const options = ['--no-save', '--no-package-lock', '--ignore-scripts', '--loglevel=error'];
  await run('npm', ['install', '--prefix', unfinished, ...options, `${name}@${version}`], {
    cwd: unfinished,
    timeout: DOWNLOAD_TIMEOUT_MS,
  });
  await rm(home, { recursive: true, force: true });
  await rename(unfinished, home);
  return folder;
}
