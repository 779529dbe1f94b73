import type { TransactionStatus, WithdrawalStage } from '@vezne/domain/transaction-state';
import type { RefusedDecision } from '../usecases/decisions/request.ts';
import type { EnteredLateMoney } from '../usecases/deposits/late-money.ts';
import type { RefusedOperation } from '../usecases/ledger/operation.ts';
import type { RefusedRequest } from '../usecases/four-eyes/end.ts';

/** What a refusal is about: the command's subject as people write it, and where it stands if that is known. */
export interface Refused {
  id: string;
  status?: TransactionStatus | undefined;
  stage?: WithdrawalStage | null | undefined;
}

/** A sentence for every reason and what to do about it; a reason without one does not compile. */
type Sentences<Reason extends string> = Readonly<Record<Reason, (refused: Refused) => string>>;

const AGAIN = ({ id }: Refused): string => `Look at it again with: vezne transaction show ${id}`;

export const DECISION_REFUSALS: Sentences<RefusedDecision> = {
  not_found: ({ id }) =>
    `There is no such transaction: ${id}. Check the id, and whether it is a deposit or a withdrawal.`,
  conflict: (refused) =>
    `${refused.id} is ${refused.status === undefined ? 'in another state' : stateText(refused)}, ` +
    `and this can't be done from there. ${AGAIN(refused)}`,
  changed: (refused) =>
    `${refused.id} is not what you saw: the fingerprint is another one now. ${AGAIN(refused)}`,
  no_credit: ({ id }) =>
    `The partner's balance and credit line don't cover ${id}. See them with vezne ledger balances; ` +
    'then top the partner up, raise its credit line, or reject the withdrawal.',
  second_person: ({ id }) =>
    `Whoever took ${id} can't do this as well. Ask a second person to run this command with their own name in --as.`,
  account_unavailable: ({ id }) =>
    `The bank account that would pay ${id} is not enabled, or its payouts are paused. ` +
    'See vezne bank-account list; release the withdrawal and take it with another account.',
  payouts_paused: ({ id }) =>
    `Payouts are paused for the platform or for the partner of ${id}, or the partner is disabled. ` +
    'Resume them with vezne platform resume or vezne partner resume, or leave the withdrawal where it is.',
  nothing_left: ({ id }) =>
    `The commission would leave nothing of this amount for ${id}. Check the amount; if it is right, reject the deposit.`,
  which_account: ({ id }) =>
    `A freeze moved ${id} to another account, so its player may have paid to either. Say where the money came in, with --bank-account.`,
  nothing_changed: (refused) =>
    `${refused.id} has this amount already, so there is nothing to correct. ${AGAIN(refused)}`,
  bad_reason: ({ id }) =>
    `This is no reason to reject ${id} with, or it needs a note. ` +
    'See the reasons in --help of this command; the reason other needs --note.',
};

type RefusedLateMoney = Extract<EnteredLateMoney, { outcome: 'refused' }>['reason'];

export const LATE_MONEY_REFUSALS: Sentences<RefusedLateMoney> = {
  not_found: ({ id }) => `There is no deposit ${id}. Check the id; money comes late for deposits only.`,
  still_open: ({ id }) =>
    `The deposit ${id} is still open, so nothing is late. Confirm it on the player's behalf if need be, ` +
    'then approve it with the amount that came.',
  already_waiting: ({ id }) =>
    `Late money for ${id} waits for a decision already, and may be this. Decide on that first: ` +
    'vezne transaction list --waiting deposits',
  unknown_bank_account: () => 'There is no such bank account. See all accounts with: vezne bank-account list',
  nothing_left: ({ id }) =>
    `The commission would leave nothing of this amount for ${id}. Check the amount; too little to enter stays with the bank.`,
};

export const OPERATION_REFUSALS: Sentences<RefusedOperation> = {
  unknown_partner: () => 'There is no such partner. See all partners with: vezne partner list',
  unknown_bank_account: () => 'There is no such bank account. See all accounts with: vezne bank-account list',
  account_unavailable: () =>
    'Money leaves only accounts that are enabled, and this one is not. See vezne bank-account list, and choose another.',
  no_credit: () =>
    'This is more than the partner has. See how much that is with vezne ledger balances, and give a smaller amount.',
  reserved_account: () =>
    'What is set aside belongs to authorised payouts and is moved by deciding on them. Name another account.',
  same_account: () => 'Debit and credit are the same account, so nothing would move. Name two accounts.',
  unknown_transfer: () =>
    'There is no internal transfer of this id that was sent. See those on the way with: vezne ledger entries in_transit',
  already_arrived: () =>
    'This internal transfer has arrived before. See both sides with: vezne ledger entries in_transit',
  wrong_arrival: () =>
    'An internal transfer arrives whole, and at another account than it left. Check the amount and the account; ' +
    'what the bank took on the way is booked with vezne ledger fee.',
};

export const REQUEST_REFUSALS: Sentences<RefusedRequest> = {
  ...DECISION_REFUSALS,
  ...OPERATION_REFUSALS,
  unknown_request: ({ id }) => `There is no request ${id}. See what waits with: vezne request list`,
  already_decided: ({ id }) =>
    `The request ${id} was confirmed or withdrawn before. See by whom with: vezne request show ${id}`,
  own_request: ({ id }) =>
    `You asked for ${id} yourself, so somebody else has to confirm it. ` +
    'That person runs this command with their own name in --as.',
};

/** "waiting_confirmation (taken)". */
export function stateText({ status, stage }: Pick<Refused, 'status' | 'stage'>): string {
  return stage === null || stage === undefined ? String(status) : `${status} (${stage})`;
}
