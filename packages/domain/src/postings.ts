/**
 * Which transfers each event makes; no other place defines this. A transfer moves a positive amount from one account (the
 * debit) to another (the credit), so every event balances.
 */
import { signOfDebit } from './accounts.ts';
import type { AccountName } from './accounts.ts';
import { ZERO_CENTS, addCents, cents, negateCents, subtractCents } from './money.ts';
import type { Cents } from './money.ts';
import type { Transition, Trigger } from './transaction-state.ts';

/** Everything that posts to the books, by the name that its transfers have there. */
export const POSTING_KINDS = [
  'deposit_approved',
  'deposit_refused',
  'refused_money_credited',
  'deposit_corrected',
  'deposit_account_corrected',
  'withdrawal_authorised',
  'withdrawal_released',
  'withdrawal_approved',
  'withdrawal_account_corrected',
  'payout_returned',
  'settled_to_partner',
  'topped_up',
  'internal_transfer_sent',
  'internal_transfer_arrived',
  'internal_transfer_returned',
  'bank_fee_charged',
  'misdirected_sent',
  'misdirected_recovered',
  'returned_to_sender',
  'adjusted',
] as const;
export type PostingKind = (typeof POSTING_KINDS)[number];

export interface Posting {
  readonly kind: PostingKind;
  readonly transfers: readonly Transfer[];
  /** The rejected deposit whose money moves into `unallocated` or out of it. What is open of it moves with the transfers. */
  readonly refusedTransactionId?: string | undefined;
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

interface BetweenBanks {
  /** The account that was booked. */
  readonly fromBankAccountId: string;
  /** The account that it really was. */
  readonly toBankAccountId: string;
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

/** The deposit is rejected, but its money came: it is at the bank, and nobody's yet. */
export function depositRefused(refusal: AtBank & OfAmount): Transfer[] {
  const { bankAccountId, amountCents } = refusal;
  return [{ debit: bank(bankAccountId), credit: unallocated(bankAccountId), amountCents }];
}

/** Refused money turns out to be a deposit after all. It is at the bank already, so nothing moves there. */
export function refusedMoneyCredited(deposit: OfPartner & AtBank & DepositShares): Transfer[] {
  const { partnerId, bankAccountId, netAmountCents, commissionCents } = deposit;
  return withoutZeros([
    { debit: unallocated(bankAccountId), credit: balance(partnerId), amountCents: netAmountCents },
    { debit: unallocated(bankAccountId), credit: commission(partnerId), amountCents: commissionCents },
  ]);
}

/** Refused money goes back to where it came from. */
export function returnedToSender(refund: AtBank & OfAmount): Transfer[] {
  const { bankAccountId, amountCents } = refund;
  return [{ debit: unallocated(bankAccountId), credit: bank(bankAccountId), amountCents }];
}

interface DepositShares {
  readonly netAmountCents: Cents;
  readonly commissionCents: Cents;
}

/**
 * The approval had the wrong amount: every share changes by the difference. If it also had the wrong bank account, all of the
 * right amount then goes to the other one. Of a deposit that was credited out of refused money, the difference goes back there:
 * nothing moved at the bank.
 */
export function depositCorrected(
  deposit: OfPartner &
    AtBank & {
      readonly before: DepositShares;
      readonly after: DepositShares;
      readonly toBankAccountId?: string | undefined;
      readonly refusedTransactionId?: string | null;
    },
): Transfer[] {
  const { partnerId, bankAccountId, before, after, toBankAccountId } = deposit;
  const source = (deposit.refusedTransactionId ?? null) === null ? bank : unallocated;
  const grossCents = addCents(after.netAmountCents, after.commissionCents);
  return withoutZeros([
    difference(source(bankAccountId), balance(partnerId), before.netAmountCents, after.netAmountCents),
    difference(source(bankAccountId), commission(partnerId), before.commissionCents, after.commissionCents),
    ...(toBankAccountId === undefined
      ? []
      : depositAccountCorrected({
          fromBankAccountId: bankAccountId,
          toBankAccountId,
          amountCents: grossCents,
        })),
  ]);
}

/** The money of a deposit is at another of our accounts than its approval says. */
export function depositAccountCorrected(deposit: BetweenBanks & OfAmount): Transfer[] {
  const { fromBankAccountId, toBankAccountId, amountCents } = deposit;
  return [{ debit: bank(toBankAccountId), credit: bank(fromBankAccountId), amountCents }];
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

/** Another of our accounts paid than the approval says. */
export function withdrawalAccountCorrected(withdrawal: BetweenBanks & OfAmount): Transfer[] {
  const { fromBankAccountId, toBankAccountId, amountCents } = withdrawal;
  return [{ debit: bank(fromBankAccountId), credit: bank(toBankAccountId), amountCents }];
}

/** Money that came back: where it arrived, and how much of it. */
export interface Arrival extends AtBank, OfAmount {}

/**
 * The bank sent the payout back: the partner gets back all that it cost, including the commission. The money may arrive at
 * another of our accounts, and short: what is missing is the bank's fee, and ours to bear.
 */
export function payoutReturned(
  withdrawal: PaidWithdrawal & { readonly arrival?: Arrival | undefined },
): Transfer[] {
  const { partnerId, bankAccountId, playerAmountCents, commissionCents } = withdrawal;
  const arrival = withdrawal.arrival ?? { bankAccountId, amountCents: playerAmountCents };
  const feeCents = subtractCents(playerAmountCents, arrival.amountCents);
  return withoutZeros([
    { debit: bank(arrival.bankAccountId), credit: balance(partnerId), amountCents: arrival.amountCents },
    { debit: { kind: 'bank_fees' }, credit: balance(partnerId), amountCents: feeCents },
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

/** What arrives, and what the bank kept of it on the way. Together they are all that was sent. */
type ArrivedTransfer = AtBank & OfAmount & { readonly feeCents?: Cents | undefined };

/** It reaches the other account. */
export function internalTransferArrived(transfer: ArrivedTransfer): Transfer[] {
  const { bankAccountId, amountCents, feeCents = ZERO_CENTS } = transfer;
  return withoutZeros([
    { debit: bank(bankAccountId), credit: { kind: 'in_transit' }, amountCents },
    { debit: { kind: 'bank_fees' }, credit: { kind: 'in_transit' }, amountCents: feeCents },
  ]);
}

/** It comes back to the account that it left. In the books that is an arrival at another place. */
export function internalTransferReturned(transfer: ArrivedTransfer): Transfer[] {
  return internalTransferArrived(transfer);
}

/** A transfer of a payout went to a wrong account. It has left, and is to come back; the payout is paid once more. */
export function misdirectedSent(misdirected: AtBank & OfAmount): Transfer[] {
  const { bankAccountId, amountCents } = misdirected;
  return [{ debit: { kind: 'receivable' }, credit: bank(bankAccountId), amountCents }];
}

/** It came back, or a part of it did, at any of our accounts. */
export function misdirectedRecovered(recovered: AtBank & OfAmount): Transfer[] {
  const { bankAccountId, amountCents } = recovered;
  return [{ debit: bank(bankAccountId), credit: { kind: 'receivable' }, amountCents }];
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
  /** Needed where its refused money is posted: what is open is kept by deposit. */
  readonly id?: string;
  /** null: no account is recorded, so nothing can have moved at a bank. */
  readonly bankAccountId: string | null;
  readonly commissionCents: Cents;
  readonly netAmountCents: Cents | null;
  readonly playerAmountCents: Cents;
  readonly balanceImpactCents: Cents;
  /** Of a payout that came back, where it differs from what was paid. */
  readonly arrival?: Arrival | undefined;
  /** Of a deposit that is rejected: what came all the same. */
  readonly moneySeenCents?: Cents | null;
  /** Of late money: the rejected deposit whose money it is. It is in the books since that rejection. */
  readonly refusedTransactionId?: string | null;
}

/**
 * What a state change posts; undefined if it moves no money. A deposit has the amounts of its approval. A withdrawal has
 * the amounts of its creation, which are valid until a rejection sets them to zero.
 */
export function transitionPosting(edge: Transition, transaction: PostedTransaction): Posting | undefined {
  const { type, trigger } = edge;
  if (type === 'deposit') return depositPosting(trigger, transaction);
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

interface OfPayout {
  /** The payout whose money went wrong. */
  readonly payoutId: string;
}

function depositPosting(trigger: Trigger, transaction: PostedTransaction): Posting | undefined {
  const { refusedTransactionId = null, moneySeenCents = null } = transaction;
  if (trigger === 'approve') {
    const deposit = { ...atBank(transaction), netAmountCents: transaction.netAmountCents ?? ZERO_CENTS };
    return refusedTransactionId === null
      ? { kind: 'deposit_approved', transfers: depositApproved(deposit) }
      : { kind: 'refused_money_credited', transfers: refusedMoneyCredited(deposit), refusedTransactionId };
  }
  // Money that was refused before is in the books already, and stays where it is.
  if (trigger !== 'reject' || moneySeenCents === null || refusedTransactionId !== null) return undefined;
  const { id, bankAccountId } = atBank(transaction);
  if (id === undefined) throw new Error('Refused money is of a known deposit.');
  return {
    kind: 'deposit_refused',
    transfers: depositRefused({ bankAccountId, amountCents: moneySeenCents }),
    refusedTransactionId: id,
  };
}

/** Money that moves without a step of a player's transaction. */
export type LedgerOperation =
  | ({ readonly kind: 'settled_to_partner' | 'topped_up' } & OfPartner & AtBank & OfAmount)
  | ({
      readonly kind: 'internal_transfer_sent' | 'bank_fee_charged';
    } & AtBank &
      OfAmount)
  | ({ readonly kind: 'internal_transfer_arrived' | 'internal_transfer_returned' } & ArrivedTransfer)
  | ({ readonly kind: 'misdirected_sent' | 'misdirected_recovered' } & AtBank & OfAmount & OfPayout)
  | ({ readonly kind: 'returned_to_sender' } & AtBank & OfAmount & OfRefusedMoney)
  /** Of `receivable` it names the payout whose money it is about, of `unallocated` the rejected deposit. */
  | ({ readonly kind: 'adjusted' } & Transfer & Partial<OfPayout> & Partial<OfRefusedMoney>);

interface OfRefusedMoney {
  /** The rejected deposit whose money it is. */
  readonly refusedTransactionId: string;
}

export function operationPosting(operation: LedgerOperation): Posting {
  const { kind } = operation;
  const refusedTransactionId =
    'refusedTransactionId' in operation ? operation.refusedTransactionId : undefined;
  return {
    kind,
    transfers: operationTransfers(operation),
    ...(refusedTransactionId === undefined ? {} : { refusedTransactionId }),
  };
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
    case 'internal_transfer_returned':
      return internalTransferReturned(operation);
    case 'misdirected_sent':
      return misdirectedSent(operation);
    case 'misdirected_recovered':
      return misdirectedRecovered(operation);
    case 'bank_fee_charged':
      return bankFeeCharged(operation);
    case 'returned_to_sender':
      return returnedToSender(operation);
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

function unallocated(bankAccountId: string): AccountName {
  return { kind: 'unallocated', bankAccountId };
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
