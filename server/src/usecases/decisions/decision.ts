import { isSamePerson } from '@vezne/domain/actor';
import type { Person, StoredPerson } from '@vezne/domain/actor';
import type { Cents } from '@vezne/domain/money';
import type { PartsSent } from '@vezne/domain/payout-parts';
import type { TransactionChange } from '@vezne/domain/transaction-change';
import type { StepTrigger, TransactionStatus, WithdrawalStage } from '@vezne/domain/transaction-state';
import type { TwoPeopleReason } from '@vezne/domain/two-people';
import type { DecisionRow } from '../../db/read/desk/decision-rows.ts';
import type { PayingAccount } from '../../db/read/payouts/paying-accounts.ts';
import type { DecisionRefusalCode, Refusal } from '../refusal.ts';
import type { RequestedAction } from './requested-actions.ts';

/** What every decision by a person contains. */
export interface DecisionInput {
  transactionId: string;
  actor: Person;
  note?: string | null | undefined;
  /** Absent where nobody presses twice: at the command line, and when a second person confirms. */
  press?: Press | undefined;
}

/** One press of a key, as the browser names it. */
export interface Press {
  /** The id of the decision, or of the request that it becomes. */
  id: string;
  /** What it was for: an id alone could be used again for something else. */
  trigger: StepTrigger;
  /** The same button takes another step from another state: a release, before and after authorisation. */
  orTrigger?: StepTrigger | undefined;
  /** Of all that was said with it, such as the amount: the same id with other words is another press. */
  hash: Buffer;
}

/** What a second person has asked before, when this person confirms it now. */
export interface AskedBefore {
  askedBy: StoredPerson;
}

/** A decision as a request keeps it until a second person confirms. */
export interface RequestedDecision {
  action: RequestedAction;
  details: object;
}

/** A person's decision on a transaction. */
export interface Decision extends DecisionInput {
  /**
   * The fingerprint of what the person saw. Without one, the decision applies to the transaction in any state it has now.
   */
  fingerprint?: string | undefined;
  /** The bank account that the decision needs to check, if any. */
  payingAccountOf?: (row: DecisionRow) => string | null;
  /** A reference that the bank gave the transfer, and the account. It stands for one transfer. */
  bankReferenceOf?: (row: DecisionRow) => BankReference | null;
  /** Whose operations of today count, if the decision has a fee among them. */
  operationsSubjectOf?: (row: DecisionRow) => string;
  /** Set when a second person confirms what somebody asked. */
  asked?: AskedBefore | undefined;
  /** How it is kept when it takes a second person. A decision without it never does. */
  request?: RequestedDecision;
  /** What the decision does to the transaction, or why it is impossible. */
  change(row: DecisionRow, facts: DecisionFacts): TransactionChange | DecisionRefusalCode;
}

export interface BankReference {
  bankAccountId: string;
  bankReference: string;
}

/** What was looked up for a decision because it asked for it. */
export interface DecisionFacts {
  account?: PayingAccount | undefined;
  /** The bank's reference has stood for another transfer before. */
  isReferenceUsed?: boolean;
  /** What one hand alone has posted today, for the subject that the decision named. */
  operationsAloneTodayCents?: Cents | undefined;
}

/** Refused means that nothing of the decision was written. Asked: it waits for a second person. */
export type DecisionResult =
  | { outcome: 'made'; status: TransactionStatus; stage: WithdrawalStage | null }
  | { outcome: 'asked'; requestId: string; reasons: readonly TwoPeopleReason[] }
  | { outcome: 'refused'; refusal: Refusal<DecisionRefusalCode> };

/** Whether this person took the withdrawal. If we don't know who took it, it may have been anyone. */
export function isTaker(
  { takenBy, takenById }: Pick<DecisionRow, 'takenBy' | 'takenById'>,
  person: Person,
): boolean {
  return takenBy === null || isSamePerson(person, { id: takenById, name: takenBy });
}

/**
 * Whether this person may have sent money of the payout: whoever has it in hand now, or had it before a hand-over. Such a person
 * never says that nothing was sent.
 */
export function mayHaveSent(
  row: Pick<DecisionRow, 'takenBy' | 'takenById' | 'handedOverFrom'>,
  person: Person,
): boolean {
  return isTaker(row, person) || row.handedOverFrom.some((earlier) => isSamePerson(person, earlier));
}

/**
 * Whether this person was shown where the money goes, so that they could have sent it: whoever may have, or authorised it. If we don't know
 * who did, it may have been anyone. Such a person takes nothing back by themselves and goes on with nothing: their word alone would be
 * that nothing was sent.
 */
export function knowsWhereItGoes(
  row: Pick<DecisionRow, 'takenBy' | 'takenById' | 'handedOverFrom' | 'authorisedBy' | 'authorisedById'>,
  person: Person,
): boolean {
  const { authorisedBy, authorisedById } = row;
  if (authorisedBy === null || isSamePerson(person, { id: authorisedById, name: authorisedBy })) return true;
  return mayHaveSent(row, person);
}

export function partsSentOf({
  partsSentCents,
  playerAmountCents,
}: Pick<DecisionRow, 'partsSentCents' | 'playerAmountCents'>): PartsSent {
  return { sentCents: partsSentCents, toPayCents: playerAmountCents };
}
