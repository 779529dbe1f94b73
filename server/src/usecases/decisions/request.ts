import type { DepositAmounts, WithdrawalAmounts } from '@vezne/domain/commission';
import type { Cents } from '@vezne/domain/money';
import type { Posting } from '@vezne/domain/postings';
import type {
  EventType,
  ReasonCode,
  StepTrigger,
  TransactionState,
  TransactionStatus,
  WithdrawalStage,
} from '@vezne/domain/transaction-state';
import type { DecisionRow, PayingAccount } from '../../db/read/decision-rows.ts';

/** Who decides: a person at the console, or one who broke the glass of the command line. */
export interface Actor {
  kind: 'staff' | 'command_line';
  name: string;
}

/** Why a decision was not made. Nothing of it was written. */
export type RefusedDecision =
  | 'not_found'
  /** It is not, or no longer, in a state from which this decision leads anywhere. */
  | 'conflict'
  /** It is not what the person saw. */
  | 'changed'
  | 'no_credit'
  /** The one who took it can't be the one who does this. */
  | 'second_person'
  /** The bank account that would pay is unknown, not enabled, or its payouts are paused. */
  | 'account_unavailable'
  /** Payouts of the partner or of the platform are paused, or the partner is disabled. */
  | 'payouts_paused'
  /** The commission would leave nothing of the amount. */
  | 'nothing_left'
  /** A freeze moved the deposit: its player may have paid to either account, and somebody has to say which. */
  | 'which_account'
  /** The correction changes nothing. */
  | 'nothing_changed'
  /** The reason is not one for this type, or a note is missing. */
  | 'bad_reason';

export type DecisionResult =
  | { outcome: 'made'; status: TransactionStatus; stage: WithdrawalStage | null }
  | {
      outcome: 'refused';
      reason: RefusedDecision;
      /** Where the transaction stands, unless there is none. */
      status?: TransactionStatus | undefined;
      stage?: WithdrawalStage | null | undefined;
    };

/** What a decision does to a transaction; what isn't named stays. */
export interface Plan {
  from: TransactionState;
  trigger: StepTrigger;
  to: TransactionState;
  event: EventType | null;
  amounts?: DepositAmounts | WithdrawalAmounts;
  actualAmountCents?: Cents | null;
  bankAccountId?: string | null;
  takenBy?: string | null;
  authorisedBy?: string | null;
  reasonCode?: ReasonCode;
  posting?: Posting | undefined;
  /** The partner's balance must not end up below this. */
  floorCents?: Cents;
}

export interface DecisionRequest {
  transactionId: string;
  actor: Actor;
  /** The fingerprint of what the person saw. Without one the decision holds for whatever the transaction is now. */
  seen?: string | undefined;
  note?: string | null | undefined;
  /** The bank account that the decision asks after, if it does. */
  payingAccountOf?: (row: DecisionRow) => string | null;
  plan(row: DecisionRow, account: PayingAccount | undefined): Plan | RefusedDecision;
}

/** What every decision of a person says. */
export interface DecisionBase {
  transactionId: string;
  actor: Actor;
  note?: string | null | undefined;
}
