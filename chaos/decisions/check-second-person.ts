import assert from 'node:assert/strict';
import type { StepTrigger, WithdrawalStage } from '@vezne/domain/transaction-state';
import { FOUR_EYES_CENTS } from './command.ts';
import type { History } from './history.ts';

/** Once a withdrawal was authorised, its taker may have sent the money: another person has to say that it didn't leave. */
const NEVER_BY_TAKER: ReadonlySet<StepTrigger> = new Set(['release_authorised', 'payout_returned']);

/** Nobody takes a step that needs another person, and what is above the four-eyes amount took two. */
export function assertSecondPerson({ id, type, amountCents, steps, events }: History): void {
  const came = new Map(events.map(({ stepNo, actualAmountCents }) => [stepNo, actualAmountCents ?? 0n]));
  let takerId: string | null = null;
  let authoriserId: string | null = null;
  /** Everyone who has had it in hand since it was taken. */
  let hands = new Set<string | null>();
  let stage: WithdrawalStage | null = null;
  for (const step of steps) {
    const { stepNo, trigger, actorId, askedById } = step;
    const what = `${id}: ${trigger}`;
    const takesBack = trigger === 'release_authorised' || (trigger === 'reject' && stage === 'authorised');
    if (takesBack) assert.notEqual(actorId, authoriserId, `${what} takes a person who did not authorise it`);
    const undoes = NEVER_BY_TAKER.has(trigger) || (trigger === 'reject' && stage === 'authorised');
    if (undoes) assert.ok(!hands.has(actorId), `${what} takes a person who never had it`);
    if (trigger === 'authorise' && amountCents > FOUR_EYES_CENTS)
      assert.notEqual(actorId, takerId, `${what} takes a second person`);
    const isLarge = trigger === 'approve' && type === 'deposit' && (came.get(stepNo) ?? 0n) > FOUR_EYES_CENTS;
    const isCorrection = trigger === 'correct' || trigger === 'account_corrected';
    if (isLarge || isCorrection) assert.notEqual(askedById, null, `${what} takes two people`);
    if (askedById !== null) assert.notEqual(askedById, actorId, `${what} is confirmed by another person`);
    if (trigger === 'part_sent') assert.equal(actorId, takerId, `${what} is the taker's`);
    if (trigger === 'hand_over') {
      assert.notEqual(actorId, takerId, `${what} goes to another person`);
      assert.notEqual(actorId, authoriserId, `${what} never goes to whoever authorised it`);
    }
    if (trigger === 'take') hands = new Set();
    if (trigger === 'take' || trigger === 'hand_over') {
      takerId = actorId;
      hands.add(actorId);
    }
    if (trigger === 'authorise') authoriserId = actorId;
    ({ stage } = step);
  }
}
