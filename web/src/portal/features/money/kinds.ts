/** Which postings move a partner's books. Those that can't have no word of their own. */
import { JOINT_KINDS } from '@vezne/domain/partner-statement';
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

/** What a statement adds up under one name, and so can be asked for at once. Nothing joint moves what is reserved. */
export const jointKindsOf = (book: Book): readonly (typeof JOINT_KINDS)[number][] =>
  book === 'available' ? JOINT_KINDS : [];

export function wordOf(kind: PostingKind): NamedKind | 'other' {
  return NAMED.has(kind) ? (kind as NamedKind) : 'other';
}
