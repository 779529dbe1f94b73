import assert from 'node:assert/strict';
import type { Attempt, AttemptOf } from './attempt.ts';
import type { History } from './history.ts';

/** What was answered as made is exactly what was written; what was refused left nothing, and told a state that there was. */
export function assertAnswersAreTrue(histories: readonly History[], attempts: readonly Attempt[]): void {
  const byId = new Map(histories.map((history) => [history.id, history]));
  const made = attempts.flatMap((attempt): string[] => {
    switch (attempt.kind) {
      case 'decision':
        return decided(attempt, byId.get(attempt.transactionId));
      case 'cancellation':
        assertCancelledOnce(attempt, byId.get(attempt.transactionId));
        return [];
      case 'end':
        return corrected(attempt);
      case 'late_money':
        return entered(attempt, byId);
      case 'operation':
      case 'correction':
        return [];
    }
  });
  assert.deepEqual(
    made.toSorted(),
    histories.flatMap(writtenByPeople).toSorted(),
    'what was answered as made was made, and nothing else',
  );
}

/** Every step of a person as a line: on what, with which note, where it led, and how much it says that came. */
function writtenByPeople({ id, type, steps, events }: History): string[] {
  const came = new Map(events.map(({ stepNo, actualAmountCents }) => [stepNo, actualAmountCents]));
  return steps
    .filter(({ actorKind }) => actorKind === 'staff')
    .map(({ stepNo, trigger, note, stage, status }) => {
      const saysWhatCame = type === 'deposit' && (trigger === 'approve' || trigger === 'correct');
      return line(id, note ?? '', stage ?? status, saysWhatCame ? (came.get(stepNo) ?? null) : null);
    });
}

function line(transactionId: string, note: string, state: string, actualCents: bigint | null): string {
  return `${transactionId} ${note}: ${state}${actualCents === null ? '' : `, ${actualCents} came`}`;
}

function decided(attempt: AttemptOf<'decision'>, history: History | undefined): string[] {
  const { transactionId, note, actualCents, result } = attempt;
  if (result.outcome === 'made') {
    return [line(transactionId, note, result.stage ?? result.status, actualCents)];
  }
  assert.ok(
    history?.steps.some(({ status, stage }) => status === result.status && stage === result.stage),
    `${note}: a refusal (${result.reason}) tells a state that the transaction was in`,
  );
  return [];
}

/** One that was refused may have been tried again, once the withdrawal was back in the queue. */
function assertCancelledOnce(
  { transactionId, isCancelled }: AttemptOf<'cancellation'>,
  history: History | undefined,
): void {
  const cancelled = history?.steps.filter(({ trigger }) => trigger === 'cancel').length;
  assert.ok(cancelled === 1 || !isCancelled, `${transactionId}: it was cancelled once`);
}

/** A correction is the step of the one who confirms, and names the one who asked. */
function corrected({ request, result }: AttemptOf<'end'>): string[] {
  const { wish, note, askedBy } = request;
  if (result.outcome !== 'confirmed' || wish.kind !== 'correct') return [];
  return [line(wish.transactionId, `${note} (asked by ${askedBy})`, 'approved', wish.actualCents)];
}

/** Late money is a deposit of its own, with the terms of the one that it was late for. */
function entered(
  { note, originalId, bankAccountId, amountCents, result }: AttemptOf<'late_money'>,
  byId: ReadonlyMap<string, History>,
): string[] {
  if (result.outcome === 'refused') return [];
  const { transactionId } = result;
  const expected = { originalTransactionId: originalId, bankAccountId, amountCents };
  const late = byId.get(transactionId);
  assert.deepEqual(
    late && { ...ownParts(late), ...sharedParts(late) },
    { ...expected, ...sharedParts(byId.get(originalId)) },
    `${note}: late money has the terms of its original`,
  );
  return ['waiting_payment', 'waiting_confirmation'].map((state) => line(transactionId, note, state, null));
}

function ownParts({ originalTransactionId, bankAccountId, amountCents }: History): Partial<History> {
  return { originalTransactionId, bankAccountId, amountCents };
}

function sharedParts(history: History | undefined): Partial<History> {
  assert.ok(history);
  const { partnerId, type, basisPoints, fixedCents, settlementMode } = history;
  return { partnerId, type, basisPoints, fixedCents, settlementMode };
}
