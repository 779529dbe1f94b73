import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SHORT_HASH = 12;

/**
 * What runs here: `0.1.0+02c11d7a90f1`. Without the commit where the files have no history, as in an image. It is for people who look,
 * so no process fails for want of it.
 */
export function runningVersion(root = ROOT): string {
  const [, version = 'unknown'] =
    /"version": ?"([0-9A-Za-z.-]{1,32})"/.exec(readText(join(root, 'package.json'))) ?? [];
  const commit = commitOf(join(root, '.git'));
  return commit === undefined ? version : `${version}+${commit.slice(0, SHORT_HASH)}`;
}

/** Read from git's own files: a machine that runs the service needs no git. */
function commitOf(directory: string): string | undefined {
  const head = readText(join(directory, 'HEAD'));
  const [, ref] = /^ref: (refs\/\S+)$/.exec(head) ?? [];
  const hash = ref === undefined ? head : readText(join(directory, ref)) || packedHash(directory, ref);
  return /^[0-9a-f]{40}$/.test(hash) ? hash : undefined;
}

function packedHash(directory: string, ref: string): string {
  const lines = readText(join(directory, 'packed-refs')).split('\n');
  return lines.find((line) => line.endsWith(` ${ref}`))?.split(' ')[0] ?? '';
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return '';
  }
}
