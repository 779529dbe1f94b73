/**
 * Rules that somebody could forget in a use case. Where the use case refuses because of its rule, the decision is made on a row to
 * which the rule has nothing to object; what is written is still about the real row. Where the database holds the rule too, it is
 * the database that objects.
 */
import { ZERO_CENTS, cents } from '@vezne/domain/money';
import type { TransactionChange } from '@vezne/domain/transaction-change';
import type { StepTrigger } from '@vezne/domain/transaction-state';
import type { DecisionRow } from '../../server/src/db/read/desk/decision-rows.ts';
import type { Decision } from '../../server/src/usecases/decisions/decision.ts';
import type { DecisionRefusalCode } from '../../server/src/usecases/refusal.ts';
import type { Plant } from './people.ts';

interface Forgotten {
  /** What the rule answers: a refusal, or that a second person is asked. */
  answers: DecisionRefusalCode | 'asked';
  /** The steps that the rule is about. */
  triggers: readonly StepTrigger[];
  /** What the decision is made to see in place of the row's own values. */
  shown(row: DecisionRow, decision: Decision): Partial<DecisionRow>;
}

const MUCH_CENTS = cents(1_000_000_000n);

const RULES = {
  only_the_taker_sends: {
    answers: 'not_the_taker',
    triggers: ['part_sent'],
    shown: (_, { actor }) => ({ takenBy: actor.name, takenById: actor.id }),
  },
  parts_fit_the_payout: {
    answers: 'parts_exceed_amount',
    triggers: ['part_sent'],
    shown: () => ({ playerAmountCents: MUCH_CENTS }),
  },
  parts_add_up: {
    answers: 'parts_incomplete',
    triggers: ['approve'],
    shown: ({ playerAmountCents }) => ({ partsSentCents: playerAmountCents }),
  },
  what_has_left_stays_out: {
    answers: 'parts_sent',
    triggers: ['reject', 'release_authorised'],
    shown: () => ({ partsSentCents: ZERO_CENTS }),
  },
  takers_take_nothing_over: {
    answers: 'second_person_needed',
    triggers: ['hand_over'],
    shown: () => ({ takenBy: 'nobody', takenById: 'nobody' }),
  },
  authorisers_take_nothing_over: {
    answers: 'second_person_needed',
    triggers: ['hand_over'],
    shown: () => ({ authorisedBy: 'nobody', authorisedById: 'nobody' }),
  },
  earlier_takers_undo_nothing: {
    answers: 'second_person_needed',
    triggers: ['reject', 'release_authorised', 'payout_returned'],
    shown: () => ({ handedOverFrom: [] }),
  },
  large_deposits_take_two: {
    answers: 'asked',
    triggers: ['approve'],
    shown: () => ({ fourEyesCents: MUCH_CENTS }),
  },
  large_payouts_take_two: {
    answers: 'asked',
    triggers: ['authorise'],
    shown: () => ({ fourEyesCents: MUCH_CENTS }),
  },
} as const satisfies Record<string, Forgotten>;

export type ForgottenRule = keyof typeof RULES;
export const FORGOTTEN_RULES = Object.keys(RULES) as ForgottenRule[];

export function forget(rule: ForgottenRule): Plant {
  const forgotten: Forgotten = RULES[rule];
  return (decision) => ({
    ...decision,
    change(row, facts) {
      const answer = decision.change(row, facts);
      if (answerOf(answer) !== forgotten.answers) return answer;
      const change = decision.change({ ...row, ...forgotten.shown(row, decision) }, facts);
      return typeof change !== 'string' && forgotten.triggers.includes(change.trigger) ? change : answer;
    },
  });
}

function answerOf(answer: TransactionChange | DecisionRefusalCode): string {
  if (typeof answer === 'string') return answer;
  return (answer.twoPeople ?? []).length > 0 ? 'asked' : 'made';
}
