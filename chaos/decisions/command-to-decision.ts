import type { Person } from '@vezne/domain/actor';
import { cents } from '@vezne/domain/money';
import type { Cents } from '@vezne/domain/money';
import { CORRECT, TRANSACTION_TYPES, TRANSITIONS } from '@vezne/domain/transaction-state';
import type { StepTrigger, TransactionState, TransactionType } from '@vezne/domain/transaction-state';
import type { Decision } from '../../server/src/usecases/decisions/decision.ts';
import {
  approveDeposit,
  confirmOnBehalf,
  correctDeposit,
  rejectDeposit,
} from '../../server/src/usecases/deposits/decide.ts';
import {
  approveWithdrawal,
  authoriseWithdrawal,
  rejectWithdrawal,
  releaseWithdrawal,
  returnPayout,
  takeWithdrawal,
} from '../../server/src/usecases/withdrawals/decide.ts';
import type { DecisionCommand } from './command.ts';
import { pick } from './pick.ts';

/** The steps that lead a transaction to its end and beyond. */
const FORWARD: ReadonlySet<StepTrigger> = new Set([
  ...(['confirm_sent', 'confirm_on_behalf', 'take', 'authorise', 'approve', 'payout_returned'] as const),
  CORRECT,
]);

/** Every step that exists for transactions of these types. */
function triggersOf(types: readonly TransactionType[]): StepTrigger[] {
  const edges = TRANSITIONS.filter(({ type, from }) => types.includes(type) && from !== null);
  const triggers = new Set<StepTrigger>(edges.map(({ trigger }) => trigger));
  return [...(types.includes('deposit') ? triggers.add(CORRECT) : triggers)];
}

/** The step that a command asks for when its operator saw the transaction in this state. */
export function triggerOf(
  { direction, choice }: DecisionCommand,
  { type, status, stage }: TransactionState & { type: TransactionType },
): StepTrigger {
  const edges: StepTrigger[] = TRANSITIONS.filter(
    (edge) => edge.type === type && edge.from?.status === status && edge.from.stage === stage,
  ).map(({ trigger }) => trigger);
  if (type === 'deposit' && status === 'approved') edges.push(CORRECT);
  const fitting = edges.filter((trigger) => FORWARD.has(trigger) === (direction === 'forward'));
  const all = triggersOf(direction === 'anything' ? TRANSACTION_TYPES : [type]);
  return pick(direction === 'anything' || fitting.length === 0 ? all : fitting, choice);
}

/** The decision by which a person takes a step. Undefined for the steps of partners, players and jobs. */
export function decisionOf(
  trigger: StepTrigger,
  seen: { id: string; type: TransactionType; fingerprint: string },
  details: { actor: Person; note: string; bankAccountId: string; actualCents: bigint },
): Decision | undefined {
  const actualCents: Cents = cents(details.actualCents);
  const base = {
    transactionId: seen.id,
    fingerprint: seen.fingerprint,
    note: details.note,
    actor: details.actor,
  };
  const isDeposit = seen.type === 'deposit';
  switch (trigger) {
    case 'approve':
      return isDeposit ? approveDeposit({ ...base, actualCents }) : approveWithdrawal(base);
    case 'reject':
      return isDeposit
        ? rejectDeposit({ ...base, reasonCode: 'no_money_seen' })
        : rejectWithdrawal({ ...base, reasonCode: 'payout_failed' });
    case 'confirm_on_behalf':
      return confirmOnBehalf(base);
    case 'take':
      return takeWithdrawal({ ...base, bankAccountId: details.bankAccountId });
    case 'release':
    case 'release_authorised':
      return releaseWithdrawal(base);
    case 'authorise':
      return authoriseWithdrawal(base);
    case 'payout_returned':
      return returnPayout(base);
    case 'correct':
      return correctDeposit({ ...base, actualCents });
    case 'create':
    case 'confirm_sent':
    case 'expire':
    case 'cancel':
    case 'account_changed':
      return undefined;
  }
}
