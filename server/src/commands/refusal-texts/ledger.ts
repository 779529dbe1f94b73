import type { LedgerRefusals } from '../../usecases/refusal.ts';
import type { Sentences } from './sentences.ts';

export const LEDGER_SENTENCES: Sentences<LedgerRefusals> = {
  bank_account_unavailable: () =>
    'Money leaves only accounts that are enabled, and this one is not. See vezne bank-account list, and choose another.',
  balance_exceeded: () =>
    'This is more than the partner has. See how much that is with vezne ledger balances, and give a smaller amount.',
  same_account: () => 'Debit and credit are the same account, so nothing would move. Name two accounts.',
  reserved_account: () =>
    'What is set aside belongs to authorised payouts and is moved by deciding on them. Name another account.',
  transfer_not_found: () =>
    'There is no internal transfer of this id that was sent. See those on the way with: vezne ledger entries in_transit',
  transfer_already_arrived: () =>
    'This internal transfer has arrived before. See both sides with: vezne ledger entries in_transit',
  arrival_mismatch: () =>
    'An internal transfer arrives whole, and at another account than it left. Check the amount and the account; ' +
    'what the bank took on the way is booked with vezne ledger fee.',
  request_not_found: ({ requestId }) =>
    `There is no request ${requestId}. See what waits with: vezne request list`,
  request_already_ended: ({ requestId }) =>
    `The request ${requestId} was confirmed or withdrawn before. See by whom with: vezne request show ${requestId}`,
  own_request: ({ requestId }) =>
    `You asked for ${requestId} yourself, so somebody else has to confirm it. ` +
    'That person runs this command with their own name in --as.',
};
