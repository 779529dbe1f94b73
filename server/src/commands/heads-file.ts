import { open } from 'node:fs/promises';
import { CommandError } from './command-error.ts';

/** The lines of a copy of the file that workers publish heads to. */
export async function* linesOfHeads(path: string): AsyncIterable<string> {
  const file = await open(path).catch((error: unknown) => {
    throw new CommandError(`The file of published heads cannot be read: ${path}`, { cause: error });
  });
  try {
    yield* file.readLines();
  } finally {
    await file.close();
  }
}
