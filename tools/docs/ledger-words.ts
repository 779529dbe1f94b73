/** What the chart and the postings don't say themselves. An account or a posting without its words doesn't compile. */
import type { AccountKind, AccountName } from '@vezne/domain/accounts';
import type { PostingKind } from '@vezne/domain/postings';

export const ACCOUNT_WORDS: Readonly<Record<AccountKind, string>> = {
  bank: 'Money at a bank.',
  unallocated: "Money at a bank that nobody owns yet: it arrived, and we don't know for whom.",
  partner_balance: 'What we owe a partner; below zero it owes us.',
  partner_reserved: 'Set aside for payouts that were authorised and not yet decided. Never below zero.',
  partner_commission: 'What we earned with a partner.',
  bank_fees: 'What banks charged us.',
  in_transit: 'Money that left one of our bank accounts and has not reached the other.',
  owner_funds: 'What the owners put in and take out.',
};

export const POSTING_WORDS: Readonly<Record<PostingKind, string>> = {
  deposit_approved:
    'The money of a deposit was seen: its bank account rises by what arrived, and the partner and the commission share it. The commission is taken of what arrived, not of what was asked.',
  deposit_corrected:
    'A deposit was approved with the wrong amount, and two people put it right: every share moves by the difference.',
  withdrawal_authorised:
    'What a withdrawal will cost the partner is set aside before the money may leave. This is where the credit line is checked.',
  withdrawal_released:
    "An authorised withdrawal went back to the queue or was rejected: what was set aside is the partner's again.",
  withdrawal_approved: 'The payout left the bank: what was set aside becomes the payout and the commission.',
  payout_returned:
    'The bank sent an approved payout back: all that it cost the partner is given back, the commission too.',
  settled_to_partner: "Money of the partner's is paid out to the partner itself.",
  topped_up: 'The partner pays in, for payouts to its players.',
  internal_transfer_sent:
    'Money leaves one of our bank accounts for another; between the two it is nowhere but in transit.',
  internal_transfer_arrived: 'It reaches the other account. A transfer that was sent arrives once.',
  bank_fee_charged: 'What a bank takes for its services.',
  adjusted: 'Anything else, between two accounts that two people agreed on; here, as an example:',
};

/** The name of an account in the worked examples. */
export function accountLabel(account: AccountName): string {
  return 'bankAccountId' in account ? `${account.kind} ${account.bankAccountId}` : account.kind;
}
