/**
 * Which transfers an event makes: the only place that says so. A transfer takes a positive amount from one account (the
 * debit) to another (the credit), so that whatever an event does, it balances.
 */
import { signOfDebit } from './accounts.ts';
import type { AccountName } from './accounts.ts';
import { ZERO_CENTS, cents, negateCents, subtractCents } from './money.ts';
import type { Cents } from './money.ts';
import type { Transition } from './transaction-state.ts';

/** Everything that posts, by the name that its transfers carry in the books. */
export const POSTING_KINDS = [
  'deposit_approved',
  'deposit_corrected',
  'withdrawal_authorised',
  'withdrawal_released',
  'withdrawal_approved',
  'payout_returned',
  'settled_to_partner',
  'topped_up',
  'internal_transfer_sent',
  'internal_transfer_arrived',
  'bank_fee_charged',
  'adjusted',
] as const;
export type PostingKind = (typeof POSTING_KINDS)[number];

export interface Posting {
  readonly kind: PostingKind;
  readonly transfers: readonly Transfer[];
}

export interface Transfer {
  readonly debit: AccountName;
  readonly credit: AccountName;
  readonly amountCents: Cents;
}

interface OfPartner {
  readonly partnerId: string;
}

interface AtBank {
  readonly bankAccountId: string;
}

interface OfAmount {
  readonly amountCents: Cents;
}

/** A deposit whose money was seen: its bank account rises, and the partner and the commission share it. */
export function depositApproved(
  deposit: OfPartner & AtBank & { readonly netAmountCents: Cents; readonly commissionCents: Cents },
): Transfer[] {
  const { partnerId, bankAccountId, netAmountCents, commissionCents } = deposit;
  return withoutZeros([
    { debit: bank(bankAccountId), credit: balance(partnerId), amountCents: netAmountCents },
    { debit: bank(bankAccountId), credit: commission(partnerId), amountCents: commissionCents },
  ]);
}

interface DepositShares {
  readonly netAmountCents: Cents;
  readonly commissionCents: Cents;
}

/** The approval had the wrong amount: every share moves by the difference, back to the bank or from it. */
export function depositCorrected(
  deposit: OfPartner & AtBank & { readonly before: DepositShares; readonly after: DepositShares },
): Transfer[] {
  const { partnerId, bankAccountId, before, after } = deposit;
  return withoutZeros([
    difference(bank(bankAccountId), balance(partnerId), before.netAmountCents, after.netAmountCents),
    difference(bank(bankAccountId), commission(partnerId), before.commissionCents, after.commissionCents),
  ]);
}

/** What a withdrawal will cost is set aside before the money may leave. */
export function withdrawalAuthorised(
  withdrawal: OfPartner & { readonly balanceImpactCents: Cents },
): Transfer[] {
  const { partnerId, balanceImpactCents } = withdrawal;
  return [
    { debit: balance(partnerId), credit: reserved(partnerId), amountCents: negateCents(balanceImpactCents) },
  ];
}

/** The authorisation is undone: what was set aside is the partner's again. */
export function withdrawalReleased(
  withdrawal: OfPartner & { readonly balanceImpactCents: Cents },
): Transfer[] {
  const { partnerId, balanceImpactCents } = withdrawal;
  return [
    { debit: reserved(partnerId), credit: balance(partnerId), amountCents: negateCents(balanceImpactCents) },
  ];
}

type PaidWithdrawal = OfPartner &
  AtBank & { readonly playerAmountCents: Cents; readonly commissionCents: Cents };

/** The payout left the bank: what was set aside becomes the payout and the commission. */
export function withdrawalApproved(withdrawal: PaidWithdrawal): Transfer[] {
  const { partnerId, bankAccountId, playerAmountCents, commissionCents } = withdrawal;
  return withoutZeros([
    { debit: reserved(partnerId), credit: bank(bankAccountId), amountCents: playerAmountCents },
    { debit: reserved(partnerId), credit: commission(partnerId), amountCents: commissionCents },
  ]);
}

/** The bank sent the payout back: all that it cost the partner is given back, the commission too. */
export function payoutReturned(withdrawal: PaidWithdrawal): Transfer[] {
  const { partnerId, bankAccountId, playerAmountCents, commissionCents } = withdrawal;
  return withoutZeros([
    { debit: bank(bankAccountId), credit: balance(partnerId), amountCents: playerAmountCents },
    { debit: commission(partnerId), credit: balance(partnerId), amountCents: commissionCents },
  ]);
}

/** Money of the partner's is paid out to the partner itself. */
export function settledToPartner(settlement: OfPartner & AtBank & OfAmount): Transfer[] {
  const { partnerId, bankAccountId, amountCents } = settlement;
  return [{ debit: balance(partnerId), credit: bank(bankAccountId), amountCents }];
}

/** The partner pays in, so that its players can be paid out. */
export function toppedUp(topUp: OfPartner & AtBank & OfAmount): Transfer[] {
  const { partnerId, bankAccountId, amountCents } = topUp;
  return [{ debit: bank(bankAccountId), credit: balance(partnerId), amountCents }];
}

/** Money leaves one of our accounts for another; between the two it is nowhere but in transit. */
export function internalTransferSent(transfer: AtBank & OfAmount): Transfer[] {
  return [
    {
      debit: { kind: 'in_transit' },
      credit: bank(transfer.bankAccountId),
      amountCents: transfer.amountCents,
    },
  ];
}

export function internalTransferArrived(transfer: AtBank & OfAmount): Transfer[] {
  return [
    {
      debit: bank(transfer.bankAccountId),
      credit: { kind: 'in_transit' },
      amountCents: transfer.amountCents,
    },
  ];
}

/** What a bank takes for its services. */
export function bankFeeCharged(fee: AtBank & OfAmount): Transfer[] {
  return [{ debit: { kind: 'bank_fees' }, credit: bank(fee.bankAccountId), amountCents: fee.amountCents }];
}

/** Anything else, between two accounts that two people agreed on. */
export function adjusted(adjustment: Transfer): Transfer[] {
  return [adjustment];
}

/** A transaction's money at the moment of a change of state. */
export interface PostedTransaction extends OfPartner {
  /** null: no account is recorded, so that nothing can have moved at a bank. */
  readonly bankAccountId: string | null;
  readonly commissionCents: Cents;
  readonly netAmountCents: Cents | null;
  readonly playerAmountCents: Cents;
  readonly balanceImpactCents: Cents;
}

/**
 * What a change of state posts; undefined if it moves no money. A deposit comes with the amounts of its approval, a withdrawal
 * with those of its creation, which stand until a rejection sets them to nothing.
 */
export function transitionPosting(edge: Transition, transaction: PostedTransaction): Posting | undefined {
  const { type, trigger } = edge;
  if (type === 'deposit') {
    if (trigger !== 'approve') return undefined;
    const netAmountCents = transaction.netAmountCents ?? ZERO_CENTS;
    return {
      kind: 'deposit_approved',
      transfers: depositApproved({ ...atBank(transaction), netAmountCents }),
    };
  }
  if (trigger === 'authorise') {
    return { kind: 'withdrawal_authorised', transfers: withdrawalAuthorised(transaction) };
  }
  if (trigger === 'approve') {
    return { kind: 'withdrawal_approved', transfers: withdrawalApproved(atBank(transaction)) };
  }
  if (trigger === 'payout_returned') {
    return { kind: 'payout_returned', transfers: payoutReturned(atBank(transaction)) };
  }
  // Whatever else leads out of `authorised` gives back what was set aside.
  return edge.from?.stage === 'authorised'
    ? { kind: 'withdrawal_released', transfers: withdrawalReleased(transaction) }
    : undefined;
}

/** Money that moves without a transaction of a player. */
export type LedgerOperation =
  | ({ readonly kind: 'settled_to_partner' | 'topped_up' } & OfPartner & AtBank & OfAmount)
  | ({
      readonly kind: 'internal_transfer_sent' | 'internal_transfer_arrived' | 'bank_fee_charged';
    } & AtBank &
      OfAmount)
  | ({ readonly kind: 'adjusted' } & Transfer);

export function operationPosting(operation: LedgerOperation): Posting {
  return { kind: operation.kind, transfers: operationTransfers(operation) };
}

function operationTransfers(operation: LedgerOperation): Transfer[] {
  switch (operation.kind) {
    case 'settled_to_partner':
      return settledToPartner(operation);
    case 'topped_up':
      return toppedUp(operation);
    case 'internal_transfer_sent':
      return internalTransferSent(operation);
    case 'internal_transfer_arrived':
      return internalTransferArrived(operation);
    case 'bank_fee_charged':
      return bankFeeCharged(operation);
    case 'adjusted': {
      const { debit, credit, amountCents } = operation;
      return adjusted({ debit, credit, amountCents });
    }
  }
}

export interface BankMovement {
  readonly bankAccountId: string;
  /** Positive: money came in. */
  readonly amountCents: Cents;
}

/** What really moves at banks: the sum of a posting at each bank account, in the order of their ids. */
export function bankMovements(transfers: readonly Transfer[]): BankMovement[] {
  const sums = new Map<string, bigint>();
  const add = (account: AccountName, amountCents: bigint): void => {
    if (account.kind !== 'bank') return;
    sums.set(account.bankAccountId, (sums.get(account.bankAccountId) ?? 0n) + amountCents);
  };
  for (const { debit, credit, amountCents } of transfers) {
    add(debit, signOfDebit(debit.kind) * amountCents);
    add(credit, -signOfDebit(credit.kind) * amountCents);
  }
  return [...sums]
    .filter(([, amountCents]) => amountCents !== 0n)
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([bankAccountId, amountCents]) => ({ bankAccountId, amountCents: cents(amountCents) }));
}

function atBank<T extends { readonly bankAccountId: string | null }>(
  transaction: T,
): T & { readonly bankAccountId: string } {
  const { bankAccountId } = transaction;
  if (bankAccountId === null) throw new Error('Money moves at a bank only where an account is recorded.');
  return { ...transaction, bankAccountId };
}

/** The transfer that takes the credit account from one amount to another; it flows back when the amount falls. */
function difference(debit: AccountName, credit: AccountName, before: Cents, after: Cents): Transfer {
  return after >= before
    ? { debit, credit, amountCents: subtractCents(after, before) }
    : { debit: credit, credit: debit, amountCents: subtractCents(before, after) };
}

/** A transfer of nothing would be an entry that says nothing, and the ledger refuses it. */
function withoutZeros(transfers: readonly Transfer[]): Transfer[] {
  return transfers.filter(({ amountCents }) => amountCents !== 0n);
}

function bank(bankAccountId: string): AccountName {
  return { kind: 'bank', bankAccountId };
}

function balance(partnerId: string): AccountName {
  return { kind: 'partner_balance', partnerId };
}

function reserved(partnerId: string): AccountName {
  return { kind: 'partner_reserved', partnerId };
}

function commission(partnerId: string): AccountName {
  return { kind: 'partner_commission', partnerId };
}
