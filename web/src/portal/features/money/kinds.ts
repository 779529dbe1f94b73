/** Which postings move a partner's books. Those that can't have no word of their own. */
import { JOINT_KINDS } from '@vezne/domain/partner-statement';
import type { PostingKind } from '@vezne/domain/postings';
import type { Book, TransactionEntry } from './use-entries.ts';

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

/** Postings whose commission is an entry beside that of the player's money, with a name of its own. */
const COMMISSIONS = {
  withdrawal_approved: 'withdrawal_commission',
  payout_returned: 'returned_commission',
} as const satisfies Partial<Record<PostingKind, string>>;

type CommissionWord = (typeof COMMISSIONS)[keyof typeof COMMISSIONS];

const hasOwnCommission = (kind: PostingKind): kind is keyof typeof COMMISSIONS =>
  Object.hasOwn(COMMISSIONS, kind);

export function wordOf({
  kind,
  isCommission,
}: Pick<TransactionEntry, 'kind' | 'isCommission'>): NamedKind | CommissionWord | 'other' {
  if (isCommission && hasOwnCommission(kind)) return COMMISSIONS[kind];
  return NAMED.has(kind) ? (kind as NamedKind) : 'other';
}
