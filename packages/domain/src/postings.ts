/**
 * Which transfers each event makes; no other place defines this. A transfer moves a positive amount from one account (the
 * debit) to another (the credit), so every event balances.
 */
import { signOfDebit } from './accounts.ts';
import type { AccountName } from './accounts.ts';
import { ZERO_CENTS, cents, negateCents, subtractCents } from './money.ts';
import type { Cents } from './money.ts';
import type { Transition } from './transaction-state.ts';

/** Everything that posts to the books, by the name that its transfers have there. */
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

/** An operator saw the deposit's money: its bank account rises, and the partner and the commission share the amount. */
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

/** The approval had the wrong amount: every share changes by the difference. */
export function depositCorrected(
  deposit: OfPartner & AtBank & { readonly before: DepositShares; readonly after: DepositShares },
): Transfer[] {
  const { partnerId, bankAccountId, before, after } = deposit;
  return withoutZeros([
    difference(bank(bankAccountId), balance(partnerId), before.netAmountCents, after.netAmountCents),
    difference(bank(bankAccountId), commission(partnerId), before.commissionCents, after.commissionCents),
  ]);
}

/** Reserves what a withdrawal will cost, before the money may leave. */
export function withdrawalAuthorised(
  withdrawal: OfPartner & { readonly balanceImpactCents: Cents },
): Transfer[] {
  const { partnerId, balanceImpactCents } = withdrawal;
  return [
    { debit: balance(partnerId), credit: reserved(partnerId), amountCents: negateCents(balanceImpactCents) },
  ];
}

/** Undoes the authorisation: the reserved amount is the partner's again. */
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

/** The payout left the bank: the reserved amount becomes the payout and the commission. */
export function withdrawalApproved(withdrawal: PaidWithdrawal): Transfer[] {
  const { partnerId, bankAccountId, playerAmountCents, commissionCents } = withdrawal;
  return withoutZeros([
    { debit: reserved(partnerId), credit: bank(bankAccountId), amountCents: playerAmountCents },
    { debit: reserved(partnerId), credit: commission(partnerId), amountCents: commissionCents },
  ]);
}

/** The bank sent the payout back: the partner gets back all that it cost, including the commission. */
export function payoutReturned(withdrawal: PaidWithdrawal): Transfer[] {
  const { partnerId, bankAccountId, playerAmountCents, commissionCents } = withdrawal;
  return withoutZeros([
    { debit: bank(bankAccountId), credit: balance(partnerId), amountCents: playerAmountCents },
    { debit: commission(partnerId), credit: balance(partnerId), amountCents: commissionCents },
  ]);
}

/** The partner receives money from its own balance. */
export function settledToPartner(settlement: OfPartner & AtBank & OfAmount): Transfer[] {
  const { partnerId, bankAccountId, amountCents } = settlement;
  return [{ debit: balance(partnerId), credit: bank(bankAccountId), amountCents }];
}

/** The partner pays money in, for payouts to its players. */
export function toppedUp(topUp: OfPartner & AtBank & OfAmount): Transfer[] {
  const { partnerId, bankAccountId, amountCents } = topUp;
  return [{ debit: bank(bankAccountId), credit: balance(partnerId), amountCents }];
}

/** Money leaves one of our bank accounts for another. Until it arrives, it is in transit. */
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

/** What a bank charges for its services. */
export function bankFeeCharged(fee: AtBank & OfAmount): Transfer[] {
  return [{ debit: { kind: 'bank_fees' }, credit: bank(fee.bankAccountId), amountCents: fee.amountCents }];
}

/** Any other transfer, between two accounts that two people agreed on. */
export function adjusted(adjustment: Transfer): Transfer[] {
  return [adjustment];
}

/** A transaction's money at the moment of a state change. */
export interface PostedTransaction extends OfPartner {
  /** null: no account is recorded, so nothing can have moved at a bank. */
  readonly bankAccountId: string | null;
  readonly commissionCents: Cents;
  readonly netAmountCents: Cents | null;
  readonly playerAmountCents: Cents;
  readonly balanceImpactCents: Cents;
}

/**
 * What a state change posts; undefined if it moves no money. A deposit has the amounts of its approval. A withdrawal has
 * the amounts of its creation, which are valid until a rejection sets them to zero.
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
  // Every other way out of `authorised` releases the reserved amount. What stays there, such as a hand-over, moves nothing.
  return edge.from?.stage === 'authorised' && edge.to.stage !== 'authorised'
    ? { kind: 'withdrawal_released', transfers: withdrawalReleased(transaction) }
    : undefined;
}

/** Money that moves without a player's transaction. */
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

/** What really moves at banks: the sum of a posting for each bank account, ordered by id. */
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
  if (bankAccountId === null) throw new Error('Money can move at a bank only with a recorded bank account.');
  return { ...transaction, bankAccountId };
}

/**
 * The transfer that changes the credit account from one amount to another. It goes in the other direction when the amount
 * falls.
 */
function difference(debit: AccountName, credit: AccountName, before: Cents, after: Cents): Transfer {
  return after >= before
    ? { debit, credit, amountCents: subtractCents(after, before) }
    : { debit: credit, credit: debit, amountCents: subtractCents(before, after) };
}

/** A transfer of zero would be an entry that says nothing, and the ledger refuses it. */
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
