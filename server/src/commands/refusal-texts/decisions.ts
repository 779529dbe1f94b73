import { toTransactionId } from '../../ids.ts';
import type { DecisionRefusals, Standing } from '../../usecases/refusal.ts';
import { stateText } from '../state-text.ts';
import type { Sentences } from './sentences.ts';

function idOf({ transactionId }: Standing): string {
  return toTransactionId(transactionId);
}

function lookAgain(standing: Standing): string {
  return `Look at it again with: vezne transaction show ${idOf(standing)}`;
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
    `The person who took ${idOf(standing)} can't do this too. Ask a second person to run this command with their own name in --as.`,
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
    `${idOf(standing)} has this amount already, so there is nothing to correct. ${lookAgain(standing)}`,
  reason_invalid: (standing) =>
    `This is no reason to reject ${idOf(standing)} with, or it needs a note. ` +
    'See the reasons in --help of this command; the reason other needs --note.',
  deposit_still_open: (standing) =>
    `The deposit ${idOf(standing)} is still open, so nothing is late. Confirm it on the player's behalf if need be, ` +
    'then approve it with the amount that came.',
  late_money_waiting: (standing) =>
    `Late money for ${idOf(standing)} waits for a decision already, and may be this. Decide on that first: ` +
    'vezne transaction list --waiting deposits',
};
