import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Up to about 50 MB, once for each machine. */
const DOWNLOAD_TIMEOUT_MS = 120_000;

const run = promisify(execFile);

/** The folder of a package of npm that partners have and this repository does not. It is kept where .ci/setup keeps its Node. */
export async function fetchedPackage(
  name: string,
  version: string,
  /** Of the folder that keeps it. */
  shortName = name,
): Promise<string> {
  const cache = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'vezne');
  const home = join(cache, `${shortName}-${version}`);
  const folder = join(home, 'node_modules', name);
  if (existsSync(join(folder, 'package.json'))) return folder;
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
