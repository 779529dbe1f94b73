/** A copy of all sources in which some text is another. */
import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const MOST_BYTES = 16 * 1024 * 1024;

export interface Edit {
  /** From the root. */
  file: string;
  from: string;
  to: string;
}

/** Copies what git knows of, as it is now, and packages by hard links: the links to our own in them must lead into the copy. */
export async function plantTree(root: string, tree: string, edits: readonly Edit[]): Promise<void> {
  const { stdout } = await run('git', ['-C', root, 'ls-files', '-z'], { maxBuffer: MOST_BYTES });
  for (const file of stdout.split('\0').filter((name) => name !== '')) {
    await mkdir(dirname(join(tree, file)), { recursive: true });
    await cp(join(root, file), join(tree, file), { mode: 0 });
  }
  await run('cp', ['-al', join(root, 'node_modules'), tree]);
  for (const { file, from, to } of edits) {
    const text = await readFile(join(tree, file), 'utf8');
    // A plant that plants nothing would silently make the checker blind.
    if (!text.includes(from)) throw new Error(`${file} has no: ${from}`);
    await writeFile(join(tree, file), text.replaceAll(from, to));
  }
}
