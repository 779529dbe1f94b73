import type { LedgerRefusals } from '../../usecases/refusal.ts';
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
    `The id ${operationId} stands for another operation or request. Leave --id out to post a new one.`,
  arrival_mismatch: () =>
    'An internal transfer arrives whole, and at another account than it left. Check the amount and the account; ' +
    'what the bank took on the way is booked with vezne ledger fee.',
  request_not_found: ({ requestId }) =>
    `There is no request ${requestId}. See what waits with: vezne request list`,
  request_already_ended: ({ requestId }) =>
    `The request ${requestId} has ended before. See by whom with: vezne request show ${requestId}`,
  own_request: ({ requestId }) =>
    `You asked for ${requestId} yourself, so somebody else has to confirm it. ` +
    'That person runs this command with their own name in --as.',
  not_own_request: ({ requestId }) =>
    `Somebody else asked for ${requestId}, so it is not yours to take back. If it is wrong: vezne request decline ${requestId} --reason TEXT`,
  request_expired: ({ requestId }) =>
    `The time of the request ${requestId} is over. What it is about is back where it waited; ask again if it is still right.`,
  subject_changed: ({ requestId }) =>
    `What the request ${requestId} is about has changed since it was asked. Decline it, look again, and ask anew.`,
  request_outdated: ({ requestId }) =>
    `The request ${requestId} is from an earlier version, which did not keep who asked well enough. Decline it, and ask anew.`,
};
