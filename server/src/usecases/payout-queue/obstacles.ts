/** What a person can't do with a payout, and why, before they press: each decision is tried on the row, and nothing is written. */
import type { SignedInPerson } from '@vezne/domain/actor';
import { ZERO_CENTS, cents } from '@vezne/domain/money';
import { demandOf, objectionTo } from '@vezne/domain/may';
import type { DecisionRow } from '../../db/read/desk/decision-rows.ts';
import type { PayingAccount } from '../../db/read/payouts/paying-accounts.ts';
import { changeOf } from '../decisions/decisions.ts';
import type { Decision, DecisionFacts } from '../decisions/decision.ts';
import { demandOfDecision } from '../decisions/demand.ts';
import { marksOf } from '../decisions/marks.ts';
import type { DecisionRefusalCode } from '../refusal.ts';
import { correctWithdrawal, returnPayout } from '../withdrawals/after-approval.ts';
import {
  approveWithdrawal,
  authoriseWithdrawal,
  rejectWithdrawal,
  releaseWithdrawal,
  takeWithdrawal,
} from '../withdrawals/decide.ts';
import { handOverWithdrawal, recordPart } from '../withdrawals/send.ts';

export type Obstacle =
  | 'state_conflict'
  | 'not_permitted'
  | 'second_person_needed'
  | 'not_the_taker'
  | 'request_already_open'
  | 'parts_sent'
  | 'parts_incomplete'
  | 'payouts_paused'
  | 'payee_blocked'
  | 'paying_account_unavailable';

/** Any other refusal is about what the person will say, and is told when they have said it. */
const IN_THE_WAY: Partial<Record<DecisionRefusalCode, Obstacle>> = {
  state_conflict: 'state_conflict',
  transaction_not_found: 'state_conflict',
  second_person_needed: 'second_person_needed',
  not_the_taker: 'not_the_taker',
  request_already_open: 'request_already_open',
  parts_sent: 'parts_sent',
  parts_incomplete: 'parts_incomplete',
  // Everything was sent: the next step is the approval.
  parts_exceed_amount: 'state_conflict',
  payouts_paused: 'payouts_paused',
  payee_blocked: 'payee_blocked',
  paying_account_unavailable: 'paying_account_unavailable',
};

export interface Obstacles {
  take: Obstacle | null;
  authorise: Obstacle | null;
  release: Obstacle | null;
  reject: Obstacle | null;
  recordPart: Obstacle | null;
  approve: Obstacle | null;
  handOver: Obstacle | null;
  returnPayout: Obstacle | null;
  correct: Obstacle | null;
  bookMisdirection: Obstacle | null;
}

/** An account that can pay anything: which one it will be is the person's to say. */
const ANY_ACCOUNT: PayingAccount = {
  id: '',
  status: 'enabled',
  payoutsPaused: false,
  balanceCents: ZERO_CENTS,
  authorisedCents: ZERO_CENTS,
  toleranceCents: ZERO_CENTS,
};

export interface KnownOfPayout {
  /** The account that pays. */
  account: PayingAccount | undefined;
  /** Some account can pay now. */
  canSomePay: boolean;
  /** It was authorised at some time. Before that nobody could send it. */
  wasAuthorised: boolean;
}

export function obstaclesOf(row: DecisionRow, viewer: SignedInPerson, known: KnownOfPayout): Obstacles {
  const input = { transactionId: row.id, actor: viewer, fingerprint: row.fingerprint };
  const marksRead = marksOf(row);
  const tried = (decision: Decision, facts: DecisionFacts = {}): Obstacle | null =>
    obstacleTo(decision, row, facts);
  const anyAccount = { account: ANY_ACCOUNT };
  return {
    take: tried(
      takeWithdrawal({ ...input, bankAccountId: ANY_ACCOUNT.id, marksRead }),
      known.canSomePay ? anyAccount : {},
    ),
    authorise: tried(authoriseWithdrawal({ ...input, marksRead, bankBalanceCents: row.playerAmountCents }), {
      account: known.account,
    }),
    release: tried(releaseWithdrawal(input)),
    reject: tried(rejectWithdrawal({ ...input, reasonCode: 'payout_failed' })),
    recordPart: tried(recordPart({ ...input, amountCents: cents(1n), bankReference: '-' })),
    approve: tried(approveWithdrawal(input)),
    handOver: tried(handOverWithdrawal({ ...input, isNotSent: true })),
    returnPayout: tried(returnPayout({ ...input, isPaymentItself: true })),
    correct: tried(correctWithdrawal({ ...input, bankAccountId: ANY_ACCOUNT.id }), anyAccount),
    bookMisdirection: known.wasAuthorised
      ? objectionWithoutStepUp(viewer, demandOf('ledger.book_misdirection'))
      : 'state_conflict',
  };
}

function obstacleTo(decision: Decision, row: DecisionRow, facts: DecisionFacts): Obstacle | null {
  const change = changeOf(decision, row, facts);
  if (typeof change === 'string') return IN_THE_WAY[change] ?? null;
  const isForTwo = (change.twoPeople ?? []).length > 0;
  // One request waits at a time, whoever asked.
  if (isForTwo && row.openRequests.length > 0) return 'request_already_open';
  return objectionWithoutStepUp(decision.actor, demandOfDecision({ row, change }));
}

/** A proof can be given at once, so a missing one is no obstacle. */
function objectionWithoutStepUp(
  actor: Decision['actor'],
  demand: ReturnType<typeof demandOf>,
): 'not_permitted' | null {
  const objection = objectionTo(actor, { ...demand, stepUp: false }, new Date());
  return objection === undefined ? null : 'not_permitted';
}
