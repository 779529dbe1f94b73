import type { PartnerScope } from '../../db/partner-scope.ts';
import { findBalanceCut } from '../../db/read/ledger/partner-books.ts';
import { readStretch } from '../../db/read/portal/entries.ts';
import type { Book, Stretch } from '../../db/read/portal/entries.ts';
import { cutBefore } from '../partner-statements/cut.ts';

/**
 * The entries of a period, and the balance at both ends. The books of a partner are there from its beginning. A period is a stretch of numbers,
 * which is what adds up, and it is cut where a statement of the same days is.
 */
export async function stretchOf(
  scope: PartnerScope,
  book: Book,
  { from, to }: { from?: Date | undefined; to?: Date | undefined },
): Promise<Stretch> {
  const stretch = await readStretch(scope, book, {
    above: from === undefined ? 0n : await lastBefore(scope, book, from),
    upTo: to === undefined ? null : await lastBefore(scope, book, to),
  });
  if (stretch === undefined) throw new Error(`Partner ${scope.partnerId} has no accounts in the books.`);
  return stretch;
}

async function lastBefore({ partnerId, query }: PartnerScope, book: Book, moment: Date): Promise<bigint> {
  if (book === 'available') return await findBalanceCut(query, partnerId, moment);
  return (await cutBefore(query, partnerId, moment)).reservedEntryNo;
}
