import { readFile } from 'node:fs/promises';
import { CommandError } from '../command-error.ts';
import { fingerprint, transactionIdOf } from '../transaction-options.ts';

/** A deposit that a person looked at: its id, and the beginning of its fingerprint at that time. */
export interface SeenDeposit {
  id: string;
  seen: string;
}

/**
 * Pairs ids and fingerprints that were given in the same order. A wrong pair is refused later, because the fingerprint
 * includes the id.
 */
export function withFingerprints(ids: readonly string[], fingerprints: readonly string[]): SeenDeposit[] {
  return ids.map((id, index) => ({ id: transactionIdOf(id), seen: fingerprints[index] ?? '' }));
}

/** Lines of an id and a fingerprint. What stands after # is for people, and so are blank lines. */
export async function readSeenFile(path: string): Promise<SeenDeposit[]> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new CommandError(`The file of deposits cannot be read: ${path}`, { cause: error });
  });
  const deposits = text.split('\n').flatMap((line, index) => {
    const [content = ''] = line.split('#', 1);
    return content.trim() === '' ? [] : [seenDeposit(content.trim(), index + 1)];
  });
  if (deposits.length === 0)
    throw new CommandError(`The file ${path} names no deposit. Nothing was approved.`);
  return deposits;
}

function seenDeposit(line: string, lineNo: number): SeenDeposit {
  const [id = '', seen = '', ...rest] = line.split(/\s+/);
  try {
    if (rest.length === 0) return { id: transactionIdOf(id), seen: fingerprint(seen) };
  } catch {
    // Reported below, with the number of the line.
  }
  throw new CommandError(
    `Line ${lineNo} is not an id and a fingerprint of 12 digits or more. Nothing was approved; mend the file and run it again.`,
  );
}
