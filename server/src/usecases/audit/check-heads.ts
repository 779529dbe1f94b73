import type { Kysely } from 'kysely';
import { findSeal, findSealByHash } from '../../db/read/audit-seals.ts';
import type { Database } from '../../db/schema.ts';
import { AdminError } from '../admin-error.ts';
import { parseHeadLine } from './head-line.ts';

/** A sentence when no seal has this hash. A chain that was cut short or made anew is intact in itself; only this tells. */
export async function problemOfHead(db: Kysely<Database>, hash: Buffer): Promise<string | undefined> {
  if ((await findSealByHash(db, hash)) !== undefined) return undefined;
  return `The published head ${hash.toString('hex')} is not in the chain: the chain was changed after it was published.`;
}

/** The same for every line that the worker has published. The lines are never all in memory. */
export async function problemOfHeads(
  db: Kysely<Database>,
  lines: AsyncIterable<string>,
): Promise<{ headsChecked: number; problem: string | undefined }> {
  let headsChecked = 0;
  for await (const line of lines) {
    const head = parseHeadLine(line);
    if (head === undefined) {
      throw new AdminError(
        `Line ${headsChecked + 1} of the published heads is not a head. It must look like: 17 64-HEX-DIGITS TIME.`,
      );
    }
    const seal = await findSeal(db, head.sealNo);
    if (!seal?.hash.equals(head.hash)) {
      const problem = `The published head of seal ${head.sealNo} is not in the chain: the chain was changed after it was published.`;
      return { headsChecked, problem };
    }
    headsChecked += 1;
  }
  return { headsChecked, problem: undefined };
}
