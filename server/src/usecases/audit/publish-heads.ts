import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import type { Kysely } from 'kysely';
import { findLastSeal, findSeal, listSealsAfter } from '../../db/read/audit/seals.ts';
import type { AuditSeal } from '../../db/read/audit/seals.ts';
import type { Database } from '../../db/schema.ts';
import { headDifference, headLine, parseHeadLine } from './head-line.ts';
import type { PublishedHead } from './head-line.ts';

/**
 * The end of the file is no head of this chain. Somebody changed the chain, the file or the database: a person has to look, and until then
 * nothing is published there.
 */
export class UnfitHeadError extends Error {
  override name = 'UnfitHeadError';
}

/** Sixteen hours of seals, at one a minute. */
const PAGE = 1_000;
/** More than two lines of the file. */
const TAIL_BYTES = 1_024;

/**
 * Appends the heads that the file does not have yet. It starts after the file's last line, not after what this worker
 * sealed last. So nothing is left out when a worker died after its commit, or when another worker writes its own file. A
 * new file begins with today's head, since older heads prove nothing about the time before.
 */
export async function appendNewHeads(db: Kysely<Database>, path: string): Promise<void> {
  const file = await open(path, 'a+');
  try {
    const published = await lastHead(file, path);
    if (published !== undefined) await checkIsInChain(db, published, path);
    let last: Pick<PublishedHead, 'sealNo'> | undefined = published;
    for (;;) {
      const seals = await sealsAfter(db, last);
      if (seals.length === 0) return;
      await file.appendFile(seals.map(headLine).join(''));
      // A line counts as published only when it is on the disk.
      await file.sync();
      last = seals.at(-1);
    }
  } finally {
    await file.close();
  }
}

async function sealsAfter(
  db: Kysely<Database>,
  last: Pick<PublishedHead, 'sealNo'> | undefined,
): Promise<AuditSeal[]> {
  if (last !== undefined) return await listSealsAfter(db, { sealNo: last.sealNo, limit: PAGE });
  const head = await findLastSeal(db);
  return head === undefined ? [] : [head];
}

async function lastHead(file: FileHandle, path: string): Promise<PublishedHead | undefined> {
  const { size } = await file.stat();
  if (size === 0) return undefined;
  const { buffer, bytesRead } = await file.read(
    Buffer.alloc(TAIL_BYTES),
    0,
    TAIL_BYTES,
    Math.max(0, size - TAIL_BYTES),
  );
  const tail = buffer.toString('utf8', 0, bytesRead);
  const head = tail.endsWith('\n') ? parseHeadLine(tail.trimEnd().split('\n').at(-1) ?? '') : undefined;
  if (head === undefined)
    throw new UnfitHeadError(`The last line of ${path} is not a head of the audit chain.`);
  return head;
}

async function checkIsInChain(db: Kysely<Database>, head: PublishedHead, path: string): Promise<void> {
  if (headDifference(await findSeal(db, head.sealNo), head) === undefined) return;
  throw new UnfitHeadError(
    `The head of seal ${head.sealNo} in ${path} is not in the audit chain: the chain was changed.`,
  );
}
