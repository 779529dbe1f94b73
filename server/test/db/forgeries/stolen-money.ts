import { accountSql } from './honest-writes.ts';
import type { StepTransfer } from './honest-writes.ts';

/** Where money is that nobody may move by a step of somebody else's deposit. */
interface Places {
  /** The bank account that holds it, and another of ours. */
  enabled: string;
  frozen: string;
  partner: string;
  /** A deposit whose money was refused, and is open. */
  refused: string;
}

export const bankOf = ({ enabled }: Places): string => accountSql('bank', enabled);
const one = (kind: string, debit: string, credit: string, refused?: string): StepTransfer[] => [
  { kind, debit, credit, cents: 30_000, refused },
];

/** Ways to move 300.00 that no step of a deposit has. All of them balance, and the movements at banks agree. */
export const STOLEN: Readonly<Record<string, (kind: string) => (places: Places) => StepTransfer[]>> = {
  'refused money of another player leaves the bank': (kind) => (places) =>
    one(kind, accountSql('unallocated', places.enabled), bankOf(places), places.refused),
  'refused money leaves the bank without its name': (kind) => (places) =>
    one(kind, accountSql('unallocated', places.enabled), bankOf(places)),
  'a fee of the bank': (kind) => (places) => one(kind, accountSql('bank_fees'), bankOf(places)),
  'the owners take it': (kind) => (places) => one(kind, accountSql('owner_funds'), bankOf(places)),
  'from one bank account to another': (kind) => (places) =>
    one(kind, accountSql('bank', places.frozen), bankOf(places)),
  'and back, as if it were missing there': (kind) => (places) =>
    one(kind, bankOf(places), accountSql('bank', places.frozen)),
  'to the partner': (kind) => (places) =>
    one(kind, bankOf(places), accountSql('partner_balance', places.partner)),
  'commission to the partner': (kind) => (places) =>
    one(
      kind,
      accountSql('partner_commission', places.partner),
      accountSql('partner_balance', places.partner),
    ),
};

/** The kinds whose amounts are differences, one that is an approval's, and one of no step. */
export const KINDS_OF_DIFFERENCES = [
  'deposit_corrected',
  'deposit_account_corrected',
  'withdrawal_released',
  'payout_returned',
  'deposit_approved',
  'adjusted',
];
