/** Which postings move a partner's books. Those that can't have no word of their own. */
import type { PostingKind } from '@vezne/domain/postings';
import type { Book } from './use-entries.ts';

const KINDS = {
  available: [
    'deposit_approved',
    'refused_money_credited',
    'deposit_corrected',
    'withdrawal_authorised',
    'withdrawal_released',
    'payout_returned',
    'settled_to_partner',
    'topped_up',
    'adjusted',
  ],
  reserved: ['withdrawal_authorised', 'withdrawal_approved', 'withdrawal_released', 'adjusted'],
} as const satisfies Record<Book, readonly PostingKind[]>;

export type NamedKind = (typeof KINDS)[Book][number];

export const kindsOf = (book: Book): readonly NamedKind[] => KINDS[book];

const NAMED: ReadonlySet<string> = new Set([...KINDS.available, ...KINDS.reserved]);

export function wordOf(kind: PostingKind): NamedKind | 'other' {
  return NAMED.has(kind) ? (kind as NamedKind) : 'other';
}
