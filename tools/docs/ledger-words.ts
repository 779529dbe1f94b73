/** What the chart and the postings don't say themselves. An account or a posting without its words doesn't compile. */
import type { AccountKind, AccountName } from '@vezne/domain/accounts';
import type { PostingKind } from '@vezne/domain/postings';

export const ACCOUNT_WORDS: Readonly<Record<AccountKind, string>> = {
  bank: 'Money at a bank.',
  unallocated:
    "Money at a bank that nobody owns: its deposit was refused, or we don't know for whom it arrived. What is open of each refused deposit is kept beside it.",
  partner_balance: 'What we owe a partner; below zero it owes us.',
  partner_reserved: 'Set aside for payouts that were authorised and not yet decided. Never below zero.',
  partner_commission: 'What we earned with a partner.',
  bank_fees: 'What banks charged us.',
  in_transit: 'Money that left one of our bank accounts and has not reached the other.',
  receivable: 'Money of payouts that went to a wrong account and is to come back, known by payout.',
  owner_funds: 'What the owners put in and take out.',
};

export const POSTING_WORDS: Readonly<Record<PostingKind, string>> = {
  deposit_approved:
    'The money of a deposit was seen: its bank account rises by what arrived, and the partner and the commission share it. The commission is taken of what arrived, not of what was asked.',
  deposit_refused:
    'A deposit was rejected although its money came. The money is in the books all the same: at its bank account, and unallocated, which is what is open of it. The partner is told of a rejection with the amount that was seen, and nothing is credited.',
  refused_money_credited:
    'Refused money turned out to be a deposit after all, and its late entry names the deposit whose money it is. It is at the bank already, so it leaves `unallocated`, and nothing moves at the bank. Never more than is open; a part leaves the rest open.',
  deposit_corrected:
    'A deposit was approved with the wrong amount, and two people put it right: every share moves by the difference. If the account was wrong too, all of the right amount goes to the other one. Of a deposit that was credited out of refused money, the difference goes back to `unallocated`, and is open again.',
  deposit_account_corrected:
    'The money of an approved deposit is at another of our accounts: two people put that right. Nothing else changes, and the partner is told nothing.',
  withdrawal_authorised:
    'What a withdrawal will cost the partner is set aside before the money may leave. This is where the credit line is checked.',
  withdrawal_released:
    "An authorised withdrawal went back to the queue or was rejected: what was set aside is the partner's again.",
  withdrawal_approved: 'The payout left the bank: what was set aside becomes the payout and the commission.',
  withdrawal_account_corrected:
    'Another of our accounts paid than the approval says: two people put that right.',
  payout_returned:
    'The bank sent an approved payout back: all that it cost the partner is given back, the commission too. It may arrive at another of our accounts, and short: what is missing is a fee of the bank, which we bear.',
  settled_to_partner: "Money of the partner's is paid out to the partner itself.",
  topped_up: 'The partner pays in, for payouts to its players.',
  internal_transfer_sent:
    'Money leaves one of our bank accounts for another; between the two it is nowhere but in transit.',
  internal_transfer_arrived:
    'It reaches the other account. A transfer that was sent arrives once, whole: what a bank kept of it is a fee, said with the arrival.',
  internal_transfer_returned:
    'The bank sent it back: it arrives at the account that it left, once and whole, as it would have at the other.',
  bank_fee_charged: 'What a bank takes for its services.',
  misdirected_sent:
    'A transfer of a payout went to a wrong account; two people say so. The money has left, and the payout is paid once more: an authorised one is still to be approved, and the approval of an approved one stands for the payment that is made again.',
  misdirected_recovered:
    'What had gone to a wrong account came back, all of it or a part, at any of our accounts. Never more comes back than is out for the payout.',
  returned_to_sender:
    'Refused money goes back to the IBAN that it came from, by two people who both typed it. Never more than is open; a part leaves the rest open.',
  adjusted:
    'Anything else, between two accounts that two people agreed on. An adjustment of `unallocated` that names a refused deposit changes what is open of it: less came than was said, or more, or to another account. Examples:',
};

/** The name of an account in the worked examples. */
export function accountLabel(account: AccountName): string {
  return 'bankAccountId' in account ? `${account.kind} ${account.bankAccountId}` : account.kind;
}
