/** What an operator can decide on a withdrawal. Each function takes what the person says and returns the decision. */
import { needsSecondPerson } from '@vezne/domain/authority';
import { negateCents } from '@vezne/domain/money';
import { changeBy, edgeFrom, rejectedAmounts } from '@vezne/domain/transaction-change';
import type { PayingAccount } from '../../db/read/decision-rows.ts';
import { isTaker } from '../decisions/decision.ts';
import type { Decision, DecisionInput } from '../decisions/decision.ts';
import { rejectTransaction } from '../decisions/reject.ts';
import type { Rejection } from '../decisions/reject.ts';

/** An operator starts to work on a withdrawal and chooses the account that will pay. A take doesn't expire. */
export function takeWithdrawal({
  bankAccountId,
  ...input
}: DecisionInput & { fingerprint?: string | undefined; bankAccountId: string }): Decision {
  return {
    ...input,
    payingAccountOf: () => bankAccountId,
    change(row, account) {
      const edge = edgeFrom(row, 'withdrawal', 'take');
      if (typeof edge === 'string') return edge;
      if (!canPay(account)) return 'paying_account_unavailable';
      return { ...changeBy(edge, row), bankAccountId, takenBy: input.actor.name };
    },
  };
}

function canPay(account: PayingAccount | undefined): boolean {
  return account?.status === 'enabled' && !account.payoutsPaused;
}

/**
 * After this the money may be sent, so every control is checked now: pauses, the paying account, a second person above the
 * four-eyes amount, and the partner's credit, which is compared under the lock of its balance. Approval checks none of
 * them, because by then the money may have left.
 */
export function authoriseWithdrawal(input: DecisionInput & { fingerprint: string }): Decision {
  return {
    ...input,
    payingAccountOf: (row) => row.bankAccountId,
    change(row, account) {
      const edge = edgeFrom(row, 'withdrawal', 'authorise');
      if (typeof edge === 'string') return edge;
      if (row.partnerStatus !== 'active' || row.areWithdrawalsPaused) return 'payouts_paused';
      if (!canPay(account)) return 'paying_account_unavailable';
      const isAlone = isTaker(row, input.actor);
      if (isAlone && needsSecondPerson(row.amountCents, row.fourEyesCents)) return 'second_person_needed';
      return {
        ...changeBy(edge, row),
        authorisedBy: input.actor.name,
        floorCents: negateCents(row.partnerCreditLineCents),
      };
    },
  };
}

/** The payout was sent. It was authorised before, so nothing may prevent recording it. */
export function approveWithdrawal(input: DecisionInput & { fingerprint: string }): Decision {
  return {
    ...input,
    change(row) {
      const edge = edgeFrom(row, 'withdrawal', 'approve');
      return typeof edge === 'string' ? edge : changeBy(edge, row);
    },
  };
}

/** The payout failed or is not made, and the partner is told to refund the player. Possible at every stage. */
export function rejectWithdrawal(rejection: Rejection): Decision {
  return rejectTransaction('withdrawal', rejection);
}

const BACK_IN_THE_QUEUE = { bankAccountId: null, takenBy: null, authorisedBy: null } as const;

/**
 * Puts a withdrawal back into the queue. Once it is authorised, the person who took it may have sent the money, so another
 * person must say that it was not sent.
 */
export function releaseWithdrawal(input: DecisionInput & { fingerprint?: string | undefined }): Decision {
  return {
    ...input,
    change(row) {
      const isAuthorised = row.stage === 'authorised';
      const edge = edgeFrom(row, 'withdrawal', isAuthorised ? 'release_authorised' : 'release');
      if (typeof edge === 'string') return edge;
      if (isAuthorised && isTaker(row, input.actor)) return 'second_person_needed';
      return { ...changeBy(edge, row), ...BACK_IN_THE_QUEUE };
    },
  };
}

/**
 * The bank sent an approved payout back. Everything it cost is given back, and the partner refunds the player. The person
 * who took it sent the money, so another person checks at the bank that it came back.
 */
export function returnPayout(input: DecisionInput & { fingerprint: string }): Decision {
  return {
    ...input,
    change(row) {
      const edge = edgeFrom(row, 'withdrawal', 'payout_returned');
      if (typeof edge === 'string') return edge;
      if (isTaker(row, input.actor)) return 'second_person_needed';
      return { ...changeBy(edge, row, rejectedAmounts('withdrawal')), reasonCode: 'payout_returned' };
    },
  };
}
