import type { Person } from '@vezne/domain/actor';
import type { Cents } from '@vezne/domain/money';
import type { StepTrigger } from '@vezne/domain/transaction-state';
import type { RequestEnd } from '../../server/src/db/write/requests/four-eyes-requests.ts';
import type { DecisionResult } from '../../server/src/usecases/decisions/decision.ts';
import type { OperationRequest } from '../../server/src/usecases/ledger/operation.ts';
import type { PostedOperation } from '../../server/src/usecases/ledger/post.ts';
import type { Saying } from './what-is-said.ts';
import { RefusedError } from '../../server/src/usecases/refusal.ts';
import type { Refusal } from '../../server/src/usecases/refusal.ts';

/** Money that comes to one of our bank accounts, or leaves it; or money there that is nobody's yet. */
export interface Move {
  bankAccountId: string;
  cents: bigint;
  /** Of what is nobody's: the deposit that was refused. */
  refusedTransactionId?: string;
}

/** A request that waits for a second person. */
export interface AskedRequest {
  id: string;
  note: string;
  askedBy: Person;
  wanted: OperationRequest | WantedDecision;
}

/** A decision that takes two people. */
export interface WantedDecision {
  kind: 'approve' | 'authorise' | 'correct' | 'account_corrected' | 'payout_returned';
  transactionId: string;
  /** Where it leads. */
  state: string;
  /** The amount that an approval or a correction of a deposit says came in. */
  actualCents: Cents | null;
  /** What it moves at banks. */
  moves: readonly Move[];
}

export function isDecision(wanted: AskedRequest['wanted']): wanted is WantedDecision {
  return 'transactionId' in wanted;
}

export interface Refused {
  outcome: 'refused';
  refusal: Refusal;
}

/** The note is unique. The database has it only where this command wrote. */
interface Noted {
  note: string;
  actor: Person;
}

/** A command with its result. */
export type Attempt =
  | (Noted & {
      kind: 'decision';
      transactionId: string;
      trigger: StepTrigger;
      /** The amount that an approval or a correction of a deposit says came in. */
      actualCents: Cents | null;
      isLateMoney: boolean;
      /** Late money that was refused before. */
      isRefusedMoney: boolean;
      /** What the person says with it. */
      saying: Saying;
      /** What it moves at banks, if it is made. */
      moves: readonly Move[];
      result: DecisionResult;
    })
  | { kind: 'cancellation'; transactionId: string; isCancelled: boolean }
  | (Noted & { kind: 'operation'; wanted: OperationRequest; result: PostedOperation | Refused })
  /** The time of a request is over, and the job has come by. */
  | { kind: 'expiry'; request: AskedRequest }
  | { kind: 'end'; request: AskedRequest; actor: Person; result: { outcome: RequestEnd } | Refused }
  | (Noted & {
      kind: 'late_money';
      originalId: string;
      bankAccountId: string;
      amountCents: Cents;
      refusedTransactionId: string | null;
      result: { outcome: 'entered'; transactionId: string } | Refused;
    });

export type AttemptOf<Kind extends Attempt['kind']> = Extract<Attempt, { kind: Kind }>;

/** The result of a use case that throws its refusals. Any other error ends the run. */
export async function resultOrRefusal<Result>(work: () => Promise<Result>): Promise<Result | Refused> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RefusedError) return { outcome: 'refused', refusal: error.refusal };
    throw error;
  }
}

/** Returns that arrive elsewhere, or else short, are counted apart. */
function returnName({ arrivedCents, bankAccountId }: Saying): string {
  if (bankAccountId !== undefined) return 'payout_returned elsewhere';
  return arrivedCents === undefined ? 'payout_returned' : 'payout_returned short';
}

/** The name under which the result is counted. */
export function outcomeName(attempt: Attempt): string {
  if (attempt.kind === 'cancellation') return attempt.isCancelled ? 'cancel' : 'not_cancellable';
  if (attempt.kind === 'expiry') return `expired: ${attempt.request.wanted.kind}`;
  const { result } = attempt;
  if (result.outcome === 'refused') {
    const { code } = result.refusal;
    return attempt.kind === 'decision' ? code : `${attempt.kind}: ${code}`;
  }
  switch (attempt.kind) {
    case 'decision':
      if (result.outcome === 'asked') return `ask: ${attempt.trigger}`;
      if (attempt.trigger === 'payout_returned') return returnName(attempt.saying);
      if (attempt.isRefusedMoney) return `${attempt.trigger} refused money`;
      if (attempt.isLateMoney) return `${attempt.trigger} late money`;
      return attempt.saying.moneySeen ? `${attempt.trigger} with money` : attempt.trigger;
    case 'operation':
      return result.outcome === 'asked' ? `ask: ${attempt.wanted.kind}` : attempt.wanted.kind;
    case 'end':
      return `${result.outcome}: ${attempt.request.wanted.kind}`;
    case 'late_money':
      return attempt.refusedTransactionId === null ? 'late money' : 'late money that was refused';
  }
}
