import { createHash } from 'node:crypto';
import type { Person } from '@vezne/domain/actor';
import { cents, subtractCents } from '@vezne/domain/money';
import type { Cents } from '@vezne/domain/money';
import type { PayoutMark } from '@vezne/domain/payout-marks';
import { ACCOUNT_CORRECTED, CORRECT, TRANSACTION_TYPES, TRANSITIONS } from '@vezne/domain/transaction-state';
import type { StepTrigger, TransactionState, TransactionType } from '@vezne/domain/transaction-state';
import type { DecisionRow } from '../../server/src/db/read/desk/decision-rows.ts';
import type { Decision } from '../../server/src/usecases/decisions/decision.ts';
import { marksOf } from '../../server/src/usecases/decisions/marks.ts';
import { correctDeposit } from '../../server/src/usecases/deposits/correct.ts';
import { approveDeposit, confirmOnBehalf, rejectDeposit } from '../../server/src/usecases/deposits/decide.ts';
import { holdDeposit, unholdDeposit } from '../../server/src/usecases/deposits/hold.ts';
import { correctWithdrawal, returnPayout } from '../../server/src/usecases/withdrawals/after-approval.ts';
import {
  approveWithdrawal,
  authoriseWithdrawal,
  rejectWithdrawal,
  releaseWithdrawal,
  takeWithdrawal,
} from '../../server/src/usecases/withdrawals/decide.ts';
import { handOverWithdrawal, recordPart } from '../../server/src/usecases/withdrawals/send.ts';
import type { DecisionCommand } from './command.ts';
import { pick } from './pick.ts';
import type { Saying } from './what-is-said.ts';

/** The steps that lead a transaction to its end and beyond. */
const FORWARD: ReadonlySet<StepTrigger> = new Set([
  ...(['confirm_sent', 'confirm_on_behalf', 'take', 'authorise', 'part_sent', 'approve'] as const),
  // It leads nowhere, but people must meet at it, and among the steps aside it was too rare.
  'hand_over',
  'payout_returned',
  CORRECT,
  ACCOUNT_CORRECTED,
]);

/** Every step that exists for transactions of these types. */
function triggersOf(types: readonly TransactionType[]): StepTrigger[] {
  const edges = TRANSITIONS.filter(({ type, from }) => types.includes(type) && from !== null);
  const triggers = new Set<StepTrigger>(edges.map(({ trigger }) => trigger));
  triggers.add(ACCOUNT_CORRECTED);
  return [...(types.includes('deposit') ? triggers.add(CORRECT) : triggers)];
}

/** One in this many commands on a deposit that waits rejects it. */
const REFUSED_ONE_IN = 5;

/** The step that a command asks for when its operator saw the transaction in this state. */
export function triggerOf(
  { direction, choice }: DecisionCommand,
  { type, status, stage, openRequests }: TransactionState & Pick<DecisionRow, 'type' | 'openRequests'>,
): StepTrigger {
  // Whoever takes it next makes it another payout than the one that a second person was asked about.
  if (stage === 'taken' && openRequests.length > 0 && choice % 2 === 0) return 'release';
  // Refused money is worth more than one in many rejections: it has ways of its own.
  if (type === 'deposit' && status === 'waiting_confirmation' && choice % REFUSED_ONE_IN === 0)
    return 'reject';
  const edges: StepTrigger[] = TRANSITIONS.filter(
    (edge) => edge.type === type && edge.from?.status === status && edge.from.stage === stage,
  ).map(({ trigger }) => trigger);
  // The amount is wrong more often than the account.
  if (status === 'approved' && type === 'deposit') edges.push(CORRECT, CORRECT, CORRECT);
  if (status === 'approved') edges.push(ACCOUNT_CORRECTED);
  const fitting = edges.filter((trigger) => FORWARD.has(trigger) === (direction === 'forward'));
  const all = triggersOf(direction === 'anything' ? TRANSACTION_TYPES : [type]);
  return pick(direction === 'anything' || fitting.length === 0 ? all : fitting, choice);
}

/** What the bank shows is always enough. The books may lag far behind, because they begin with nothing. */
const BANK_BALANCE_CENTS = cents(1_000_000_000n);
const AN_HOUR_MS = 3_600_000;

export type SeenTransaction = Pick<
  DecisionRow,
  'id' | 'type' | 'fingerprint' | 'customerFullName' | 'partsSentCents' | 'playerAmountCents'
> & { marks: readonly PayoutMark[] };

export function seenTransaction(row: DecisionRow): SeenTransaction {
  const { id, type, fingerprint, customerFullName, partsSentCents, playerAmountCents } = row;
  return { id, type, fingerprint, customerFullName, partsSentCents, playerAmountCents, marks: marksOf(row) };
}

/** The decision by which a person takes a step. Undefined for the steps of partners, players and jobs. */
export function decisionOf(
  trigger: StepTrigger,
  seen: SeenTransaction,
  details: {
    actor: Person;
    note: string;
    bankAccountId: string;
    actualCents: bigint;
    choice?: number;
    saying?: Saying;
  },
): Decision | undefined {
  const { note, bankAccountId, choice = 0, saying = {} } = details;
  const actualCents: Cents = cents(details.actualCents);
  const base = { transactionId: seen.id, fingerprint: seen.fingerprint, note, actor: details.actor };
  const isDeposit = seen.type === 'deposit';
  // No bank gives a reference twice here.
  const bankReference = createHash('sha256').update(`${seen.id} ${note}`).digest('hex');
  const sighting = { bankReference, senderSeen: seen.customerFullName };
  const marksRead = seen.marks;
  switch (trigger) {
    case 'approve':
      return isDeposit ? approveDeposit({ ...base, actualCents, ...sighting }) : approveWithdrawal(base);
    case 'reject':
      return isDeposit
        ? rejectDeposit(
            saying.moneySeen
              ? { ...base, reasonCode: 'duplicate', moneySeen: saying.moneySeen }
              : { ...base, reasonCode: 'no_money_seen' },
          )
        : rejectWithdrawal({ ...base, reasonCode: 'payout_failed' });
    case 'confirm_on_behalf':
      return confirmOnBehalf(base);
    case 'take':
      return takeWithdrawal({ ...base, bankAccountId, marksRead });
    case 'release':
    case 'release_authorised':
      return releaseWithdrawal(base);
    case 'authorise':
      return authoriseWithdrawal({ ...base, marksRead, bankBalanceCents: BANK_BALANCE_CENTS });
    case 'part_sent':
      return recordPart({ ...base, bankReference, amountCents: partOf(seen, { choice, actualCents }) });
    case 'hand_over':
      return handOverWithdrawal({ ...base, isNotSent: choice % 5 !== 0 });
    case 'payout_returned':
      return returnPayout({ ...base, ...saying, isPaymentItself: true });
    case 'correct':
      return correctDeposit({ ...base, actualCents, ...saying });
    case 'account_corrected':
      return isDeposit
        ? correctDeposit({ ...base, bankAccountId })
        : correctWithdrawal({ ...base, bankAccountId });
    case 'hold':
      return holdDeposit({ ...base, reason: 'bank_down', until: new Date(Date.now() + AN_HOUR_MS) });
    case 'unhold':
      return unholdDeposit(base);
    case 'create':
    case 'confirm_sent':
    case 'expire':
    case 'cancel':
    case 'account_changed':
      return undefined;
  }
}

/** All that is left, half of it, or any amount, which may be too much. */
function partOf(
  { partsSentCents, playerAmountCents }: SeenTransaction,
  { choice, actualCents }: { choice: number; actualCents: Cents },
): Cents {
  const left = subtractCents(playerAmountCents, partsSentCents);
  // The lower digits of the choice have chosen the step already.
  const way = Math.floor(choice / 8) % 3;
  if (left === 0n || way === 2) return cents(actualCents + 1n);
  return way === 0 ? left : cents(left / 2n + 1n);
}
