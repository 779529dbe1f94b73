import assert from 'node:assert/strict';
import type { StepTrigger, WithdrawalStage } from '@vezne/domain/transaction-state';
import { FOUR_EYES_CENTS } from './command.ts';
import type { History } from './history.ts';

/** Once a withdrawal was authorised, its taker may have sent the money: another person has to say that it didn't leave. */
const NEVER_BY_TAKER: ReadonlySet<StepTrigger> = new Set(['release_authorised', 'payout_returned']);

/** The person who took a withdrawal takes none of the steps that need another person. */
export function assertSecondPerson({ id, amountCents, steps }: History): void {
  let takerId: string | null = null;
  let stage: WithdrawalStage | null = null;
  for (const step of steps) {
    const { trigger, actorId } = step;
    const needsAnother =
      NEVER_BY_TAKER.has(trigger) ||
      (trigger === 'reject' && stage === 'authorised') ||
      (trigger === 'authorise' && amountCents > FOUR_EYES_CENTS);
    if (needsAnother) assert.notEqual(actorId, takerId, `${id}: ${trigger} takes a second person`);
    if (trigger === 'take') takerId = actorId;
    ({ stage } = step);
  }
}
