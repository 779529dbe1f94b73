import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand } from '../load/command.ts';
import { SIDE_SCRIPT } from './side.ts';

const WITHIN_MS = 300_000;

export interface TreeOptions {
  /** The repository of the commit. Its installed packages are used when the other tree has the same lock file. */
  root: string;
  /** Kept between comparisons. */
  cache: string;
  signal: AbortSignal;
}

/** The files of a commit with its packages, ready to run. */
export async function checkOut(commit: string, { root, cache, signal }: TreeOptions): Promise<string> {
  const run = async (file: string, args: string[]): Promise<string> =>
    await runCommand(file, args, { timeoutMs: WITHIN_MS, signal, onLine: () => undefined });
  const id = await run('git', ['-C', root, 'rev-parse', '--verify', `${commit}^{commit}`]);
  const has = await run('git', ['-C', root, 'ls-tree', '--name-only', id, '--', SIDE_SCRIPT]);
  if (has === '') throw new Error(`Commit ${commit} has no ${SIDE_SCRIPT}, so it can't be compared.`);
  const tree = join(cache, id);
  if (existsSync(tree)) return tree;

  // It has another name until it is complete, so the rest of an interrupted run is not used as a tree.
  const unfinished = join(cache, `${id}.unfinished`);
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true });
  const archive = join(unfinished, '.tar');
  await run('git', ['-C', root, 'archive', '--format=tar', `--output=${archive}`, id]);
  await run('tar', ['-xf', archive, '-C', unfinished]);
  await rm(archive);
  if (await locksTheSame(root, unfinished)) {
    // Hard links, not one link to the folder: the links to our own packages in it are relative and must lead into this
    // tree.
    await run('cp', ['-al', join(root, 'node_modules'), unfinished]);
  } else {
    await run('npm', ['ci', '--prefix', unfinished, '--no-audit', '--no-fund', '--loglevel=error']);
  }
  await rename(unfinished, tree);
  return tree;
}

async function locksTheSame(...trees: readonly string[]): Promise<boolean> {
  const locks = await Promise.all(
    trees.map(async (tree) => await readFile(join(tree, 'package-lock.json'), 'utf8')),
  );
  return new Set(locks).size === 1;
}
