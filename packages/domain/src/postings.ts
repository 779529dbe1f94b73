/**
 * Which transfers an event makes: the only place that says so. A transfer takes a positive amount from one account (the
 * debit) to another (the credit), so that whatever an event does, it balances.
 */
import type { AccountName } from './accounts.ts';
import { negateCents } from './money.ts';
import type { Cents } from './money.ts';

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
