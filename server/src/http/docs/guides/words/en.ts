import { API_ERRORS } from '@vezne/contract/partner/errors';
import { REASON_TEXTS, STATUS_TEXTS } from './states-en.ts';
import type { Words } from './words.ts';

export const EN: Words = {
  statuses: STATUS_TEXTS,
  reasons: REASON_TEXTS,
  events: {
    'deposit.approved': {
      means: 'The money has arrived.',
      doThis: 'Credit the player by `playerAmountCents`. It may differ from what was asked for.',
    },
    'deposit.rejected': {
      means: 'No money came, the time ran out, or it was cancelled. `reasonCode` says which.',
      doThis: 'Credit nothing. Show the player that the deposit has ended.',
    },
    'withdrawal.approved': {
      means: 'The payout was made.',
      doThis: 'Mark it as paid. The balance left the player before.',
    },
    'withdrawal.rejected': {
      means: 'Nothing was paid out, or the bank sent the payout back.',
      doThis:
        'Give the player `playerAmountCents` back: all that was asked for. It may come after `withdrawal.approved`.',
    },
    'deposit.corrected': {
      means: 'An approval was wrong. You get this event only if you asked for it.',
      doThis:
        'Put `playerAmountCents` in the place of what you credited for this `transactionId`. It is not a difference.',
    },
  },
  errors: API_ERRORS,
  headings: {
    status: 'Status',
    ofDeposit: 'Of a deposit',
    ofWithdrawal: 'Of a withdrawal',
    reason: 'Reason',
    meaning: 'Meaning',
    event: 'Event',
    means: 'What happened',
    doThis: 'What to do',
    code: 'Code',
    cause: 'Cause',
    remedy: 'What to do',
    attempt: 'Attempt',
    wait: 'Wait before it',
    sinceFirst: 'Since the first',
    part: 'Part',
    example: 'In the example',
  },
  never: 'Never.',
  units: { second: 's', minute: 'min', hour: 'h' },
};
