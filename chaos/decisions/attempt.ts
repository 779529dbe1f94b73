import type { Cents } from '@vezne/domain/money';
import type { StepTrigger } from '@vezne/domain/transaction-state';
import type { DecisionResult } from '../../server/src/usecases/decisions/request.ts';
import type { AskedCorrection as CorrectionResult } from '../../server/src/usecases/deposits/ask-correction.ts';
import type { EnteredLateMoney } from '../../server/src/usecases/deposits/late-money.ts';
import type { OperationWish } from '../../server/src/usecases/ledger/operation.ts';
import type { PostedOperation } from '../../server/src/usecases/ledger/post.ts';
import type { EndedRequest } from '../../server/src/usecases/four-eyes/end.ts';
import type { AskedCorrection, AskedRequest } from './board.ts';

/** Its note is in whatever the command made, and nowhere else. */
interface Noted {
  note: string;
  actor: string;
}

/** What came of a command. */
export type Attempt =
  | (Noted & {
      kind: 'decision';
      transactionId: string;
      trigger: StepTrigger;
      /** What an approval or a correction of a deposit says that came. */
      actualCents: Cents | null;
      isLateMoney: boolean;
      result: DecisionResult;
    })
  | { kind: 'cancellation'; transactionId: string; isCancelled: boolean }
  | (Noted & { kind: 'operation'; wish: OperationWish; result: PostedOperation })
  | (Noted & { kind: 'correction'; wish: AskedCorrection; result: CorrectionResult })
  | { kind: 'end'; request: AskedRequest; actor: string; result: EndedRequest }
  | (Noted & {
      kind: 'late_money';
      originalId: string;
      bankAccountId: string;
      amountCents: Cents;
      result: EnteredLateMoney;
    });

export type AttemptOf<Kind extends Attempt['kind']> = Extract<Attempt, { kind: Kind }>;

/** The outcome by a name under which it is counted. */
export function outcomeName(attempt: Attempt): string {
  if (attempt.kind === 'cancellation') return attempt.isCancelled ? 'cancel' : 'not_cancellable';
  const { result } = attempt;
  if (result.outcome === 'refused') {
    return attempt.kind === 'decision' ? result.reason : `${attempt.kind}: ${result.reason}`;
  }
  switch (attempt.kind) {
    case 'decision':
      return attempt.isLateMoney ? `${attempt.trigger} late money` : attempt.trigger;
    case 'operation':
    case 'correction':
      return result.outcome === 'asked' ? `ask: ${attempt.wish.kind}` : attempt.wish.kind;
    case 'end':
      return `${result.outcome}: ${attempt.request.wish.kind}`;
    case 'late_money':
      return 'late money';
  }
}
