/** What happens to an authorised payout while it is sent: parts of it leave, or somebody else goes on with it. */
import { formatAmount } from '@vezne/domain/money';
import type { Cents } from '@vezne/domain/money';
import { exceedsPayout } from '@vezne/domain/payout-parts';
import { changeBy, edgeFrom } from '@vezne/domain/transaction-change';
import { checkedReference } from '../checked-reference.ts';
import { isTaker, knowsWhereItGoes, partsSentOf } from '../decisions/decision.ts';
import type { Decision, DecisionInput } from '../decisions/decision.ts';
import { referenceOfPayout, saidOfReference } from './payout-reference.ts';
import type { ReferenceWord } from './payout-reference.ts';

/**
 * One of the transfers of a payout was sent. Only the person who has the payout in hand sends, so only that person records. The
 * fingerprint changes with every part: two people who look at the same moment can't record the same part twice.
 */
export function recordPart({
  amountCents,
  bankReference,
  isReferenceUsedBefore,
  ...input
}: DecisionInput &
  ReferenceWord & { fingerprint: string; amountCents: Cents; bankReference: string }): Decision {
  const reference = checkedReference(bankReference);
  return {
    ...input,
    bankReferenceOf: referenceOfPayout(reference),
    change(row, { isReferenceUsed = false }) {
      const edge = edgeFrom(row, 'withdrawal', 'part_sent');
      if (typeof edge === 'string') return edge;
      if (!isTaker(row, input.actor)) return 'not_the_taker';
      if (row.partReferences.includes(reference)) return 'part_already_recorded';
      if (exceedsPayout(partsSentOf(row), amountCents)) return 'parts_exceed_amount';
      if (isReferenceUsed && !isReferenceUsedBefore) return 'bank_reference_used';
      const number = row.partReferences.length + 1;
      return {
        ...changeBy(edge, row),
        part: { number, amountCents, bankReference: reference },
        said: {
          part: number,
          partAmount: formatAmount(amountCents),
          ...saidOfReference(row, reference, { isReferenceUsed }),
        },
      };
    },
  };
}

/**
 * The taker has left, or can't go on. Another person looks at the bank, says that nothing was sent beyond the recorded parts, and
 * becomes the taker. Whoever authorised it for somebody else can't: one hand would then hold both.
 */
export function handOverWithdrawal({
  isNotSent,
  ...input
}: DecisionInput & {
  fingerprint: string;
  /** The explicit word: not sent, checked at the bank. */
  isNotSent: boolean;
}): Decision {
  return {
    ...input,
    change(row) {
      const edge = edgeFrom(row, 'withdrawal', 'hand_over');
      if (typeof edge === 'string') return edge;
      if (knowsWhereItGoes(row, input.actor)) return 'second_person_needed';
      if (!isNotSent) return 'not_sent_unsaid';
      const from = { id: row.takenById, name: row.takenBy };
      return { ...changeBy(edge, row), takenBy: input.actor, said: { isNotSent, from } };
    },
  };
}
