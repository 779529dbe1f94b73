/** The transactions of the worked examples. */
import { REJECTED_DEPOSIT_AMOUNTS, depositAmounts, withdrawalAmounts } from '@vezne/domain/commission';
import type { DepositAmounts, SettlementMode, Terms } from '@vezne/domain/commission';
import { ZERO_CENTS, parseAmount } from '@vezne/domain/money';
import type { Cents } from '@vezne/domain/money';
import { TRANSITIONS } from '@vezne/domain/transaction-state';
import type { TransactionType, Trigger } from '@vezne/domain/transaction-state';
import { depositCorrected, operationPosting, transitionPosting } from '@vezne/domain/postings';
import type { PostedTransaction, Posting } from '@vezne/domain/postings';

export const BANK_A = 'A';
export const BANK_B = 'B';
const PARTNER = 'P';

export function amount(text: string): Cents {
  const parsed = parseAmount(text);
  if (parsed === undefined) throw new Error(`${text} is no amount.`);
  return parsed;
}

const BASIS_POINTS = 300;
export const RATE = `${BASIS_POINTS / 100} %`;
export const ASKED = amount('1000.00');
export const RECEIVED = amount('950.00');

function terms(mode: SettlementMode): Terms {
  return { basisPoints: BASIS_POINTS, fixedCents: ZERO_CENTS, mode };
}

/** A deposit without any money is charged nothing. */
export function depositOf(mode: SettlementMode, actualCents: Cents = RECEIVED): DepositAmounts {
  if (actualCents === ZERO_CENTS) return REJECTED_DEPOSIT_AMOUNTS;
  return depositAmounts({ requestedCents: ASKED, actualCents, terms: terms(mode) });
}

export function exampleTransaction(type: TransactionType, mode: SettlementMode): PostedTransaction {
  const amounts =
    type === 'deposit'
      ? depositOf(mode)
      : { ...withdrawalAmounts({ requestedCents: ASKED, terms: terms(mode) }), netAmountCents: null };
  const seen = type === 'deposit' ? { moneySeenCents: RECEIVED } : {};
  return { id: REFUSED_DEPOSIT, partnerId: PARTNER, bankAccountId: BANK_A, ...amounts, ...seen };
}

/** What a trigger posts in the example. The edge is the first one in the table that posts anything. */
export function postingOf(type: TransactionType, trigger: Trigger, mode: SettlementMode): Posting {
  const transaction = exampleTransaction(type, mode);
  const postings = TRANSITIONS.filter((edge) => edge.type === type && edge.trigger === trigger).map((edge) =>
    transitionPosting(edge, transaction),
  );
  const posting = postings.find((each) => each !== undefined);
  if (posting === undefined) throw new Error(`${trigger} of a ${type} posts nothing.`);
  return posting;
}

/** The example deposit is rejected although its money came. */
export const REFUSED_DEPOSIT = 'D';

/** What of it turns out to be a deposit after all. */
export const CREDITED = amount('600.00');

export function credited(mode: SettlementMode): Posting {
  const edge = TRANSITIONS.find(({ type, trigger }) => type === 'deposit' && trigger === 'approve');
  const late = {
    ...exampleTransaction('deposit', mode),
    ...depositOf(mode, CREDITED),
    refusedTransactionId: REFUSED_DEPOSIT,
  };
  const posting = edge && transitionPosting(edge, late);
  if (posting === undefined) throw new Error('An approval posts something.');
  return posting;
}

export function correctionOfCredited(mode: SettlementMode): Posting {
  const transfers = depositCorrected({
    partnerId: PARTNER,
    bankAccountId: BANK_A,
    refusedTransactionId: REFUSED_DEPOSIT,
    before: depositOf(mode, CREDITED),
    after: depositOf(mode, ZERO_CENTS),
  });
  return { kind: 'deposit_corrected', transfers, refusedTransactionId: REFUSED_DEPOSIT };
}

export function correctionTo(actualCents: Cents, mode: SettlementMode, toBankAccountId?: string): Posting {
  const transfers = depositCorrected({
    partnerId: PARTNER,
    bankAccountId: BANK_A,
    before: depositOf(mode),
    after: depositOf(mode, actualCents),
    toBankAccountId,
  });
  return { kind: 'deposit_corrected', transfers };
}

type OperationOfPartner = 'settled_to_partner' | 'topped_up';

export function partnerOperation(kind: OperationOfPartner, amountCents: Cents): Posting {
  return operationPosting({ kind, partnerId: PARTNER, bankAccountId: BANK_A, amountCents });
}

/** Two people agree to give back the commission of the example deposit. */
export function commissionGivenBack(): Posting {
  return operationPosting({
    kind: 'adjusted',
    debit: { kind: 'partner_commission', partnerId: PARTNER },
    credit: { kind: 'partner_balance', partnerId: PARTNER },
    amountCents: depositOf('deduct_from_amount').commissionCents,
  });
}

/** Every example starts with books in which the partner has paid in this amount. */
export const OPENED_WITH = amount('5000.00');
export const OPENING = partnerOperation('topped_up', OPENED_WITH);
export const REFUSED = postingOf('deposit', 'reject', 'deduct_from_amount');
