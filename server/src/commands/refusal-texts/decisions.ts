import { HOLD_MAX_DAYS } from '@vezne/domain/hold';
import { toTransactionId } from '../../ids.ts';
import type { DecisionRefusals, Standing } from '../../usecases/refusals/decisions.ts';
import { amountText } from '../layout.ts';
import { MARK_TEXTS } from '../mark-texts.ts';
import { stateText } from '../state-text.ts';
import type { Sentences } from './sentences.ts';

function idOf({ transactionId }: Standing): string {
  return toTransactionId(transactionId);
}

function lookAgain(standing: Standing): string {
  return `Look at it again with: vezne transaction show ${idOf(standing)}`;
}

function partsText({ parts }: Standing): string {
  if (parts === undefined) return '';
  return `${amountText(parts.sentCents)} of ${amountText(parts.toPayCents)} is recorded as sent.`;
}

export const DECISION_SENTENCES: Sentences<DecisionRefusals> = {
  transaction_not_found: (standing) =>
    `There is no such transaction: ${idOf(standing)}. Check the id, and whether it is a deposit or a withdrawal.`,
  state_conflict: (standing) =>
    `${idOf(standing)} is ${standing.status === undefined ? 'in another state' : stateText(standing)}, ` +
    `and this can't be done from there. ${lookAgain(standing)}`,
  transaction_changed: (standing) =>
    `${idOf(standing)} is not what you saw: the fingerprint is another one now. ${lookAgain(standing)}`,
  credit_line_exceeded: (standing) =>
    `The partner's balance and credit line don't cover ${idOf(standing)}. See them with vezne ledger balances; ` +
    'then top the partner up, raise its credit line, or reject the withdrawal.',
  second_person_needed: (standing) =>
    `The person who took ${idOf(standing)} can't do this too. Ask a second person to run this command with their own name in --as. ` +
    'It is also refused to whoever had it before a hand-over; a release, a rejection and a hand-over to whoever authorised it, too.',
  paying_account_unavailable: (standing) =>
    `The bank account that would pay ${idOf(standing)} is not enabled, or its payouts are paused. ` +
    'See vezne bank-account list; release the withdrawal and take it with another account.',
  payouts_paused: (standing) =>
    `Payouts are paused for the platform or for the partner of ${idOf(standing)}, or the partner is disabled. ` +
    'Resume them with vezne platform resume or vezne partner resume, or leave the withdrawal where it is.',
  nothing_left: (standing) =>
    `The commission would leave nothing of this amount for ${idOf(standing)}. Check the amount; if it is right, reject the deposit, ` +
    'or, if the money came late, leave it with the bank.',
  account_unclear: (standing) =>
    `A freeze moved ${idOf(standing)} to another account, so its player may have paid to either. Say where the money came in, with --bank-account.`,
  nothing_to_correct: (standing) =>
    `${idOf(standing)} has this amount and this account already, so there is nothing to correct. ${lookAgain(standing)}`,
  account_without_money: (standing) =>
    `No money came for ${idOf(standing)}, so it is at no account. Leave --bank-account out, or give the amount that came.`,
  arrived_out_of_range: (standing) =>
    `Of ${idOf(standing)} something has to have arrived, and no more than the player was paid. Check --amount at the bank. ` +
    'What came beyond it is other money, and is entered by itself.',
  misdirected_money_out: (standing) =>
    `A transfer of ${idOf(standing)} went to a wrong account and is still out. If it is what came back, the player has the money: ` +
    'enter it with vezne ledger recovered. If the payment to the player came back, say --payment-itself.',
  reason_invalid: (standing) =>
    `This is no reason to reject ${idOf(standing)} with, or it needs a note. ` +
    'See the reasons in --help of this command; the reason other needs --note.',
  deposit_still_open: (standing) =>
    `The deposit ${idOf(standing)} is still open, so nothing is late. Confirm it on the player's behalf if need be, ` +
    'then approve it with the amount that came.',
  bulk_too_large: ({ count, max }) =>
    `These are ${count} deposits, and at most ${max} can be looked at together. Approve them in several goes.`,
  needs_own_decision: (standing) =>
    `${idOf(standing)} carries a warning or takes two people, so it is decided by itself. ${lookAgain(standing)}`,
  request_already_open: (standing) =>
    `A request about ${idOf(standing)} waits for a second person already. See it with: vezne request list`,
  pressed_otherwise: (standing) =>
    `The same decision on ${idOf(standing)} came before with another amount, account or reason, and that one counts. ${lookAgain(standing)}`,
  sighting_needed: (standing) =>
    `The money of ${idOf(standing)} could be credited twice: it is late, or moved, or another deposit looks like it, or somebody else ` +
    'sent it. Say what the bank shows, with --bank-reference and --sender.',
  bank_reference_used: (standing) =>
    `The bank's reference stood for another transfer before, so the money of ${idOf(standing)} may be in the books already. ` +
    'If the bank shows two transfers with it, add --reference-used-before.',
  money_seen_missing: (standing) =>
    `This reason says that money came for ${idOf(standing)}. Say how much and where, with --seen-amount and --bank-account.`,
  money_seen_unsaid: (standing) =>
    `The reason leaves open whether money came for ${idOf(standing)}. Say how much and where, with --seen-amount and --bank-account, or --no-money.`,
  money_seen_contradicts: (standing) =>
    `The reason no_money_seen says that nothing came for ${idOf(standing)}, and the amount says otherwise. Choose another reason, or leave the amount out.`,
  payee_blocked: (standing) =>
    `The player or the IBAN of ${idOf(standing)} is blocked: see vezne block list. Reject it, or leave it where it is.`,
  marks_unread: (standing) =>
    `${idOf(standing)} is marked: ${(standing.marks ?? []).map((mark) => MARK_TEXTS[mark]).join(' ')} ` +
    `When you have read it, say so with ${(standing.marks ?? []).map((mark) => `--read ${mark}`).join(' ')}.`,
  bank_balance_needed: (standing) =>
    `By the books the account does not hold enough for ${idOf(standing)}. Look at the bank, and say what it shows with --bank-balance.`,
  bank_balance_too_low: (standing) =>
    `The bank shows less than ${idOf(standing)} needs. Release it, and take it with an account that can pay.`,
  shortfall_above_tolerance: (standing) =>
    `More is missing in the books of the account than it may be for ${idOf(standing)}. Enter what came in (vezne ledger top-up or vezne ledger arrive), ` +
    'take it with another account, or ask for a higher tolerance with vezne bank-account set.',
  not_the_taker: (standing) =>
    `Only the person who has ${idOf(standing)} in hand sends it. If that person can't go on, look at the bank and take it over: ` +
    `vezne withdrawal hand-over ${idOf(standing)} --not-sent --seen FINGERPRINT`,
  parts_exceed_amount: (standing) =>
    `With this part, more would have been sent than the player is paid. ${partsText(standing)} Check the amount at the bank. ${lookAgain(standing)}`,
  parts_incomplete: (standing) =>
    `The parts of ${idOf(standing)} don't add up to what the player is paid. ${partsText(standing)} ` +
    `Send the rest and record it: vezne withdrawal part ${idOf(standing)} --amount AMOUNT --bank-reference REFERENCE --seen FINGERPRINT`,
  parts_sent: (standing) =>
    `A part of ${idOf(standing)} has left already, so it can't go back to the queue and can't be rejected. ${partsText(standing)} ` +
    'Send the rest, then approve it. Whoever took it can hand it over.',
  part_already_recorded: (standing) =>
    `A part of ${idOf(standing)} has this bank reference already. ${lookAgain(standing)}`,
  not_sent_unsaid: (standing) =>
    `Look at the bank first. If ${idOf(standing)} was not sent, or nothing beyond the parts that are recorded, say so with --not-sent.`,
  hold_out_of_range: (standing) =>
    `${idOf(standing)} can be held until a time from now on, at most ${HOLD_MAX_DAYS} days ahead. Give another --until.`,
  not_held: (standing) => `${idOf(standing)} is not held. ${lookAgain(standing)}`,
  late_money_waiting: (standing) =>
    `Late money for ${idOf(standing)} waits for a decision already, and may be this. Decide on that first: ` +
    'vezne transaction list --waiting deposits',
  refused_money_not_found: (standing) =>
    `No money of ${idOf(standing)} was refused and is in the books at that account. See what is open with: vezne ledger unallocated`,
  refused_money_exceeded: (standing) =>
    `This is more than is open of the refused money of ${refusedIdOf(standing)}${openText(standing, ': ')}. ` +
    'See vezne ledger unallocated, and give a smaller amount.',
  refused_money_unsaid: (standing) =>
    `Money of ${refusedIdOf(standing)} was refused and is still at the bank${openText(standing, ', ')}. If this is that money, say ` +
    `--refused ${refusedIdOf(standing)}; if it came besides, say --new-money.`,
  refused_money_elsewhere: (standing) =>
    `The money of ${idOf(standing)} was refused before, and is credited at the account where it is. Leave --bank-account out.`,
  money_seen_before: (standing) =>
    `The money of ${idOf(standing)} was refused before and is in the books: it stays open. Reject it without an amount, a sender and a reference.`,
};

function refusedIdOf({ transactionId, refusedTransactionId = transactionId }: Standing): string {
  return toTransactionId(refusedTransactionId);
}

function openText({ openCents }: Standing, before: string): string {
  return openCents === undefined ? '' : `${before}${amountText(openCents)}`;
}
