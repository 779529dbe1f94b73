import { appendFile, chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const VEZNE = fileURLToPath(new URL('../../server/bin/vezne.js', import.meta.url));

/**
 * From now on whoever sources the file has `vezne`: a folder with this one program comes first on the PATH. It runs with the Node of
 * the demo, for the shell may find another one first.
 */
export async function putCommandOnPath(directory: string, envFile: string): Promise<void> {
  const folder = join(directory, 'bin');
  const program = join(folder, 'vezne');
  await mkdir(folder, { recursive: true });
  await writeFile(program, `#!/bin/sh\nexec ${quoted(process.execPath)} ${quoted(VEZNE)} "$@"\n`);
  await chmod(program, 0o755);
  await appendFile(envFile, pathLine(folder));
}

/** Once, however often the file is sourced. */
function pathLine(folder: string): string {
  return `case ":$PATH:" in *:${quoted(folder)}:*) ;; *) export PATH=${quoted(folder)}:"$PATH" ;; esac\n`;
}

/** As one word of a shell, whatever is in it. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
