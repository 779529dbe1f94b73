/** What the table of transitions doesn't say itself. A trigger or a reason without its words doesn't compile. */
import type {
  ReasonCode,
  StepTrigger,
  TransactionState,
  TransactionStatus,
  TransactionType,
  Trigger,
  WithdrawalStage,
} from '@vezne/domain/transaction-state';

/** What a state means, in the few words that fit into its box. */
const STATE_MEANINGS: {
  readonly deposit: Readonly<Record<TransactionStatus, string>>;
  readonly withdrawal: Readonly<Record<WithdrawalStage | 'approved' | 'rejected', string>>;
} = {
  deposit: {
    waiting_payment: 'the player has to pay',
    waiting_confirmation: 'an operator has to decide',
    approved: 'the money was seen',
    rejected: 'nothing credited',
  },
  withdrawal: {
    queued: 'nobody works on it',
    taken: 'somebody works on it',
    authorised: 'money may be sent',
    approved: 'the money was sent',
    rejected: 'refund the player',
  },
};

export function meaningOf(type: TransactionType, { status, stage }: TransactionState): string {
  const meanings: Readonly<Partial<Record<string, string>>> = STATE_MEANINGS[type];
  const meaning = meanings[stage ?? status];
  if (meaning === undefined) throw new Error(`A ${type} is never ${stage ?? status}.`);
  return meaning;
}

interface TriggerWords {
  readonly who: string;
  readonly what: string;
}

export const TRIGGER_WORDS: Readonly<Record<Trigger, TriggerWords>> = {
  create: { who: 'the partner', what: 'The partner asks for a deposit or a payout.' },
  confirm_sent: {
    who: 'the player',
    what: 'The player presses the transfer-sent button on the hosted page.',
  },
  confirm_on_behalf: {
    who: 'an operator, or a statement match',
    what: 'The player forgot the button and the money was seen; the decision that follows is a step of its own.',
  },
  approve: {
    who: 'an operator',
    what: 'The money of a deposit was seen, with the amount that really arrived, or the money of a payout was sent.',
  },
  reject: {
    who: 'an operator',
    what: 'It is refused, with a reason. Of an authorised payout, by a person who never had it in hand. Of late money, the partner is not told: it was never told of it.',
  },
  expire: {
    who: 'the service',
    what: 'The player let the time for paying pass: two hours, unless the platform or the partner has another time.',
  },
  cancel: { who: 'the partner', what: 'The partner takes it back before anybody works on it.' },
  take: {
    who: 'an operator',
    what: 'An operator takes the payout, and the enabled bank account that will pay is recorded. A take does not expire.',
  },
  release: { who: 'an operator', what: 'The payout goes back to the queue.' },
  authorise: {
    who: 'an operator, or two people',
    what: 'Every control is passed, and what the payout costs is set aside. Only now may money be sent.',
  },
  release_authorised: {
    who: 'a person other than the one who took it',
    what: 'The authorisation is undone; it takes another person, since the money may be on its way already.',
  },
  part_sent: {
    who: 'the person who took it',
    what: 'One of several transfers of a payout was sent; its amount and bank reference are recorded. The payout stays authorised.',
  },
  hand_over: {
    who: 'a person who neither took nor authorised it',
    what: 'That person looked at the bank, says that nothing was sent beyond the recorded parts, and is the taker from now on.',
  },
  payout_returned: {
    who: 'a person who never had it in hand',
    what: 'The bank sent an approved payout back.',
  },
  hold: {
    who: 'an operator',
    what: 'The decision waits until a time, at most seven days: the bank is down, the transfer comes on the next working day, or the player asked. Any decision ends it.',
  },
  unhold: { who: 'an operator', what: 'The deposit waits for its decision like any other again.' },
};

export const STEP_WORDS: Readonly<Record<Exclude<StepTrigger, Trigger>, TriggerWords>> = {
  account_changed: {
    who: 'the service',
    what: 'A bank froze the account of an open deposit; the hosted page shows another from then on.',
  },
  account_corrected: {
    who: 'two people',
    what: 'The money of an approved transaction moved at another of our bank accounts than was booked; the books of both are put right.',
  },
  correct: { who: 'two people', what: 'A wrong approval of a deposit is put right; its amounts change.' },
};

export const REASON_WORDS: Readonly<Record<ReasonCode, string>> = {
  no_money_seen: 'The money did not arrive.',
  amount_mismatch: 'Another amount arrived, and it was not accepted.',
  third_party_sender: "The money came from somebody else's account, or would go to one.",
  duplicate: 'It is the same as another one.',
  suspected_fraud: 'Something about it is wrong enough to refuse it.',
  player_request: 'The player asked for it.',
  partner_cancelled: 'The partner cancelled it.',
  expired: 'The player did not pay in time.',
  account_closed: 'The account that was to be paid is closed.',
  payout_failed: 'The bank did not carry the payout out.',
  payout_returned: 'The bank carried the payout out and sent the money back later.',
  other: 'None of these; a note for staff says what.',
};
