import type { refusals as turkish } from '../tr/refusals.ts';
import { signInErrors } from './sign-in-errors.ts';

export const refusals: typeof turkish = {
  errors: {
    ...signInErrors,
    credentials_wrong: 'The username or password is wrong.',
    enrolment_missed: 'The second step wasn’t set up in time. Ask your administrator for a new link.',
    origin_refused: 'The request didn’t come from the console. Reload the page.',
    enrolment_invalid: 'This link is invalid, used or expired. Ask your administrator for a new one.',
    too_many_ibans:
      'You have searched for too many IBANs. Wait a minute; searches are kept in the audit log.',
    decision_refused: 'The decision could not be made. Read it again and retry.',
    deposit_claimed: 'Somebody else has this deposit open.',
  },
  refusals: {
    transaction_not_found: 'This deposit was not found. Reload the list.',
    state_conflict: 'This deposit is in another state now; it was read again. Look at its new state.',
    transaction_changed: 'It changed while you looked; it was read again. Look, and decide again.',
    nothing_left: 'The commission takes the whole amount. Check the amount; if it is right, reject it.',
    nothing_to_correct: 'Amount and account are as they are booked. Change one of them.',
    account_without_money: 'Where no money came, there is no account. Leave the account as it is.',
    account_unclear: 'The player may have paid to either account. Choose where the money came in.',
    paying_account_unavailable: 'The chosen account was not found. Choose another one.',
    reason_invalid: 'It can’t be rejected for this reason, or a note is missing. Choose the reason again.',
    bulk_too_large: 'At most 100 deposits are approved together. Approve them in several goes.',
    needs_own_decision: 'It carries a warning or takes two people. Open it and decide it by itself.',
    request_already_open:
      'A request about this deposit already waits for a second person. Let that be decided.',
    pressed_otherwise:
      'This decision was sent before with another amount, account or reason, and that one counts. Open the deposit and see what became of it.',
    sighting_needed: 'This money could be credited twice. Write the bank’s reference and the sender.',
    bank_reference_used:
      'This reference was used before, so the money may be credited already. If the bank shows two transfers, tick that and approve again.',
    money_seen_missing: 'This reason says that money came. Write the amount and the account.',
    money_seen_unsaid: 'Did the money come or not? Choose one.',
    money_seen_contradicts: 'With “No money seen” there is no amount. Choose another reason.',
    money_seen_before: 'This money was refused before and is in the books. Reject it without an amount.',
    hold_out_of_range: 'A hold lasts at most 7 days. Choose an earlier time.',
    not_held: 'This deposit is not on hold. It was read again.',
    deposit_still_open: 'This deposit is still open; approve it with the amount that came.',
    late_money_waiting: 'Late money of this deposit is in the queue already. Decide that first.',
    refused_money_not_found: 'The refused money was not found at this account. Check the account.',
    refused_money_exceeded: 'Less than this is left of the refused money. Write a smaller amount.',
    refused_money_unsaid:
      'Refused money with the same reference is still there. Say whether this is it or came besides it.',
    refused_money_elsewhere: 'This money is at the account where it was refused. Choose that account.',
    other: 'The decision could not be made; the deposit was read again. Look, and try again.',
  },
};
