/** A partner's books, for its people: every number leads here. */
import { postingsIn } from '@vezne/domain/partner-statement';
import type { EntryKind } from '@vezne/domain/partner-statement';
import type { PartnerScope } from '../../db/partner-scope.ts';
import * as entries from '../../db/read/portal/entries.ts';
import type { Book, ListedEntry, Stretch, TransactionEntry } from '../../db/read/portal/entries.ts';
import { findTransaction } from '../../db/read/portal/transactions.ts';
import type { PortalSession, PortalSignIn } from '../partner-people/signed-in.ts';
import { look } from '../partner-people/screen-reads.ts';
import { stretchOf } from './stretch.ts';

export type { ListedEntry, Stretch, TransactionEntry };

export interface EntryFilter {
  book: Book;
  from?: Date | undefined;
  to?: Date | undefined;
  kind?: EntryKind | undefined;
  before?: bigint | undefined;
  limit: number;
}

export interface EntryPage {
  stretch: Stretch;
  entries: ListedEntry[];
  next: bigint | null;
  lookedBackTo: Date | null;
}

export async function listEntries(
  context: PortalSignIn,
  session: PortalSession,
  { book, from, to, kind, before, limit }: EntryFilter,
): Promise<EntryPage> {
  return await look(context, session, async (scope) => {
    const stretch = await stretchOf(scope, book, { from, to });
    const belowNo = before !== undefined && before < stretch.endNo ? before : stretch.endNo;
    const found = await entries.listEntries(scope, book, {
      fromNo: stretch.firstNo,
      belowNo,
      kinds: kind && postingsIn(kind),
      limit: limit + 1,
    });
    const shown = found.slice(0, limit);
    if (found.length > limit)
      return { stretch, entries: shown, next: shown.at(-1)?.entryNo ?? null, lookedBackTo: null };
    return { stretch, entries: shown, ...(await endOfWalk(scope, { book, kind, stretch, belowNo })) };
  });
}

/** Of a kind, not more than so many entries are looked at for a page. */
async function endOfWalk(
  scope: PartnerScope,
  {
    book,
    kind,
    stretch,
    belowNo,
  }: { book: Book; kind: EntryKind | undefined; stretch: Stretch; belowNo: bigint },
): Promise<Pick<EntryPage, 'next' | 'lookedBackTo'>> {
  const lastNo = belowNo - BigInt(entries.MOST_ENTRIES_WALKED);
  if (kind === undefined || lastNo <= stretch.firstNo) return { next: null, lookedBackTo: null };
  return { next: lastNo, lookedBackTo: (await entries.timeOfEntry(scope, book, lastNo)) ?? null };
}

/** Undefined: the partner has no transaction with that id. Both are always asked for. */
export async function listTransactionEntries(
  context: PortalSignIn,
  session: PortalSession,
  id: string,
): Promise<TransactionEntry[] | undefined> {
  return await look(context, session, async (scope) => {
    const transaction = await findTransaction(scope, id);
    const found = await entries.listEntriesOf(scope, id);
    return transaction && found;
  });
}
