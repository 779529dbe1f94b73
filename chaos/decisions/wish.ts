import { cents } from '@vezne/domain/money';
import type { Cents } from '@vezne/domain/money';
import { CORRECT, TRANSACTION_TYPES, TRANSITIONS } from '@vezne/domain/transaction-state';
import type { StepTrigger, TransactionState, TransactionType } from '@vezne/domain/transaction-state';
import type { DecisionRequest } from '../../server/src/usecases/decisions/request.ts';
import { approveDeposit } from '../../server/src/usecases/deposits/approve.ts';
import { confirmOnBehalf } from '../../server/src/usecases/deposits/confirm-on-behalf.ts';
import { correctDeposit } from '../../server/src/usecases/deposits/correct.ts';
import { rejectDeposit } from '../../server/src/usecases/deposits/reject.ts';
import { approveWithdrawal } from '../../server/src/usecases/withdrawals/approve.ts';
import { authoriseWithdrawal } from '../../server/src/usecases/withdrawals/authorise.ts';
import { rejectWithdrawal } from '../../server/src/usecases/withdrawals/reject.ts';
import { releaseWithdrawal } from '../../server/src/usecases/withdrawals/release.ts';
import { returnPayout } from '../../server/src/usecases/withdrawals/return-payout.ts';
import { takeWithdrawal } from '../../server/src/usecases/withdrawals/take.ts';
import type { DecisionCommand } from './command.ts';

/** The steps by which a transaction gets to its end and beyond. */
const FORWARD: ReadonlySet<StepTrigger> = new Set([
  ...(['confirm_sent', 'confirm_on_behalf', 'take', 'authorise', 'approve', 'payout_returned'] as const),
  CORRECT,
]);

/** Whatever could be asked of a transaction of these types. */
function triggersOf(types: readonly TransactionType[]): StepTrigger[] {
  const edges = TRANSITIONS.filter(({ type, from }) => types.includes(type) && from !== null);
  const triggers = new Set<StepTrigger>(edges.map(({ trigger }) => trigger));
  return [...(types.includes('deposit') ? triggers.add(CORRECT) : triggers)];
}

/** Which step a command asks for, of a transaction that was seen in this state. */
export function wishedTrigger(
  { wish, which }: DecisionCommand,
  { type, status, stage }: TransactionState & { type: TransactionType },
): StepTrigger {
  const edges: StepTrigger[] = TRANSITIONS.filter(
    (edge) => edge.type === type && edge.from?.status === status && edge.from.stage === stage,
  ).map(({ trigger }) => trigger);
  if (type === 'deposit' && status === 'approved') edges.push(CORRECT);
  const wished = edges.filter((trigger) => FORWARD.has(trigger) === (wish === 'forward'));
  const atAll = triggersOf(wish === 'anything' ? TRANSACTION_TYPES : [type]);
  const choice = wish === 'anything' || wished.length === 0 ? atAll : wished;
  return choice[which % choice.length] as StepTrigger;
}

/** A step of a person as the engine takes it; undefined for those that partners, players and the clock make. */
export function decisionFor(
  trigger: StepTrigger,
  seen: { id: string; type: TransactionType; seen: string },
  details: { actor: string; note: string; bankAccountId: string; actualCents: bigint },
): DecisionRequest | undefined {
  const actualCents: Cents = cents(details.actualCents);
  const base = {
    transactionId: seen.id,
    seen: seen.seen,
    note: details.note,
    actor: { kind: 'staff', name: details.actor } as const,
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
