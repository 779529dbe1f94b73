import type { Kysely } from 'kysely';
import { findSealHashes } from '../../db/read/audit/seals.ts';
import type { Database } from '../../db/schema.ts';
import { parseHeadLine } from '../audit/head-line.ts';
import type { PublishedHead } from '../audit/head-line.ts';
import { refused } from '../refusal.ts';

/** A year of heads, one a minute, is then compared by some hundred statements. */
const PAGE = 1_000;

export interface Head {
  sealNo: bigint;
  hash: string;
  sealedAt: Date;
}

/** What was published outside the database, beside what it has. */
export interface ComparedHeads {
  checked: number;
  /** The newest that is in the chain. */
  newestFound: Head | null;
  /** How many are not in the chain. Each was in the database once, and every worker publishes it for itself. */
  gone: number;
  firstGone: Head | null;
  lastGone: Head | null;
}

/** Compares the heads of several files, of which each may have what another lacks. The lines are never all in memory. */
export async function compareHeads(
  db: Kysely<Database>,
  files: readonly AsyncIterable<string>[],
): Promise<ComparedHeads> {
  const compared: ComparedHeads = {
    checked: 0,
    newestFound: null,
    gone: 0,
    firstGone: null,
    lastGone: null,
  };
  const gone = new Set<string>();
  for (const file of files) {
    for await (const heads of pagesOf(file)) {
      const hashes = await findSealHashes(
        db,
        heads.map(({ sealNo }) => sealNo),
      );
      for (const head of heads)
        note(compared, head, { gone, isFound: hashes.get(head.sealNo)?.toString('hex') === head.hash });
    }
  }
  return compared;
}

function note(
  compared: ComparedHeads,
  head: Head,
  { gone, isFound }: { gone: Set<string>; isFound: boolean },
): void {
  compared.checked += 1;
  if (isFound) {
    if (compared.newestFound === null || head.sealNo > compared.newestFound.sealNo)
      compared.newestFound = head;
    return;
  }
  gone.add(head.hash);
  compared.gone = gone.size;
  if (compared.firstGone === null || head.sealedAt < compared.firstGone.sealedAt) compared.firstGone = head;
  if (compared.lastGone === null || head.sealedAt > compared.lastGone.sealedAt) compared.lastGone = head;
}

async function* pagesOf(lines: AsyncIterable<string>): AsyncGenerator<Head[]> {
  let page: Head[] = [];
  let lineNo = 0;
  for await (const line of lines) {
    lineNo += 1;
    const head = headOf(parseHeadLine(line));
    if (head === undefined) throw refused('published_head_unreadable', { lineNo });
    page.push(head);
    if (page.length < PAGE) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}

function headOf(published: PublishedHead | undefined): Head | undefined {
  if (published === undefined) return undefined;
  const sealedAt = new Date(published.sealedAtText);
  const { sealNo, hash } = published;
  return Number.isNaN(sealedAt.getTime()) ? undefined : { sealNo, hash: hash.toString('hex'), sealedAt };
}
