import { formatIban } from '@vezne/domain/iban';
import { toTransactionId } from '../../ids.ts';
import type { LedgerRefusals } from '../../usecases/refusals/ledger.ts';
import { amountText } from '../layout.ts';
import type { Sentences } from './sentences.ts';

export const LEDGER_SENTENCES: Sentences<LedgerRefusals> = {
  bank_account_unavailable: () =>
    'Money leaves only accounts that are enabled, and this one is not. See vezne bank-account list, and choose another.',
  account_bank_balance_needed: () =>
    'By the books the account does not hold enough. Look at the bank, and say what it shows with --bank-balance.',
  account_bank_balance_too_low: () =>
    'The bank shows less than this amount. Choose another account, or a smaller amount.',
  account_shortfall_above_tolerance: () =>
    'More is missing in the books of the account than may be. Enter what came in, choose another account, or ask for a higher ' +
    'tolerance with vezne bank-account set.',
  settlement_account_missing: ({ partnerId }) =>
    'The partner has no account of its own to be paid to. Set the one that it gave in writing with: ' +
    `vezne partner set ${partnerId} --settlement-iban IBAN --settlement-holder NAME`,
  balance_exceeded: () =>
    'This is more than the partner has. See how much that is with vezne ledger balances, and give a smaller amount.',
  same_account: () => 'Debit and credit are the same account, so nothing would move. Name two accounts.',
  reserved_account: () =>
    'What is set aside belongs to authorised payouts and is moved by deciding on them. Name another account.',
  transfer_not_found: () =>
    'There is no internal transfer of this id that was sent. See those on the way with: vezne ledger entries in_transit',
  transfer_already_arrived: () =>
    'This internal transfer has arrived before. See both sides with: vezne ledger entries in_transit',
  operation_conflict: ({ operationId }) =>
    `The id ${operationId} stands for another operation, or a request of somebody else. Leave --id out to post a new one.`,
  arrival_mismatch: () =>
    'An internal transfer arrives whole, at another account than it left. Check the amount and the account. ' +
    'What the bank kept on the way is said with --fee; a transfer that came back is entered with vezne ledger returned.',
  payout_not_found: ({ payoutId }) => `There is no withdrawal ${toTransactionId(payoutId)}. Check the id.`,
  payout_account_unknown: ({ payoutId }) =>
    `${toTransactionId(payoutId)} has no account at the moment, because it is back in the queue. Name our account with --bank-account.`,
  payout_never_authorised: ({ payoutId }) =>
    `${toTransactionId(payoutId)} was never authorised, so nobody could send it. See its history with: vezne transaction show ${toTransactionId(payoutId)}`,
  more_than_is_out: ({ payoutId }) =>
    `This is more than is out of ${toTransactionId(payoutId)}. See how much that is with: vezne ledger receivable. ` +
    'If it was given up before, undo that first: vezne ledger adjust --debit receivable --credit owner_funds --payout ID --amount AMOUNT --note TEXT',
  more_than_given_up: ({ payoutId }) =>
    `This is more than was given up of ${toTransactionId(payoutId)}, and no more can be taken back. ` +
    'See how much that is with: vezne ledger receivable',
  receivable_needs_payout: () =>
    'What is receivable is known by payout. Name the payout with --payout if one side is receivable, and only then.',
  return_to_own_account: ({ iban }) =>
    `${formatIban(iban)} is an account of ours, and refused money goes back to its sender. Look up at the bank where it came from.`,
  sender_iban_needed: ({ requestId }) =>
    'Both people type the IBAN that the money came from. Look it up at the bank, and type it, too: ' +
    `vezne request confirm ${requestId} --iban IBAN --as NAME`,
  sender_iban_differs: ({ requestId }) =>
    `This is not the IBAN that was typed by whoever asked, so one of the two is wrong. Look at the bank again, or decline it: ` +
    `vezne request decline ${requestId} --reason TEXT --as NAME`,
  refused_money_mismatch: ({ transactionId }) =>
    `An adjustment with --refused moves unallocated money of one account, into it or out of it, and that account is where the money of ` +
    `${toTransactionId(transactionId)} is. Name it on one side, and see where the money is with: vezne ledger unallocated`,
  refused_money_unnamed: ({ otherCents }) =>
    `Unallocated money is that of refused deposits, and an adjustment that takes it names the deposit with --refused ID. ` +
    (otherCents === null ? '' : `Only ${amountText(otherCents)} there is of no deposit. `) +
    `See whose it is with: vezne ledger unallocated`,
  request_not_found: ({ requestId }) =>
    `There is no request ${requestId}. See what waits with: vezne request list`,
  request_already_ended: ({ requestId }) =>
    `The request ${requestId} has ended before. See by whom with: vezne request show ${requestId}`,
  own_request: ({ requestId }) =>
    `You asked for ${requestId} yourself, so somebody else has to confirm it. ` +
    `That person sees what it is, and the command to confirm it with, by: vezne request show ${requestId}`,
  not_own_request: ({ requestId }) =>
    `Somebody else asked for ${requestId}, so it is not yours to take back. If it is wrong: vezne request decline ${requestId} --reason TEXT --as NAME`,
  request_expired: ({ requestId }) =>
    `The time of the request ${requestId} is over. What it is about is back where it waited; see what was asked, and how to ask anew: vezne request show ${requestId}`,
  confirmed_at_command_line: ({ requestId }) =>
    `The console can't do what the request ${requestId} asks for. Confirm it here: vezne request confirm ${requestId} --as NAME`,
  subject_changed: ({ requestId }) =>
    `What the request ${requestId} is about has changed since it was asked. See how to ask anew with vezne request show ${requestId}, ` +
    `and end this one: vezne request decline ${requestId} --reason TEXT --as NAME`,
  request_outdated: ({ requestId }) =>
    `The request ${requestId} is from an earlier version, which did not keep who asked well enough. See how to ask anew with vezne request show ${requestId}, ` +
    `and end this one: vezne request decline ${requestId} --reason TEXT --as NAME`,
};
