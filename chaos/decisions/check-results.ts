import assert from 'node:assert/strict';
import { PERSON_KINDS } from '@vezne/domain/actor';
import type { ActorKind, Person } from '@vezne/domain/actor';
import type { StepTrigger } from '@vezne/domain/transaction-state';
import type { Refusal } from '../../server/src/usecases/refusal.ts';
import { actorText } from './actor-text.ts';
import { isDecision } from './attempt.ts';
import type { Attempt, AttemptOf } from './attempt.ts';
import { firstAccountOf } from './history.ts';
import type { History, StoredStep } from './history.ts';

/**
 * Every result that says "made" left exactly its step, by its person. A refusal left nothing, and names a state that the
 * transaction was in.
 */
export function assertResultsAreTrue(histories: readonly History[], attempts: readonly Attempt[]): void {
  const byId = new Map(histories.map((history) => [history.id, history]));
  const made = attempts.flatMap((attempt): string[] => {
    switch (attempt.kind) {
      case 'decision':
        return decided(attempt, byId);
      case 'cancellation':
        assertCancelledOnce(attempt, byId.get(attempt.transactionId));
        return [];
      case 'end':
        return confirmed(attempt, byId);
      case 'late_money':
        return entered(attempt, byId);
      case 'operation':
      case 'expiry':
        return [];
    }
  });
  assert.deepEqual(
    made.toSorted(),
    histories.flatMap(writtenByPeople).toSorted(),
    'what was reported as made was made, and nothing else',
  );
  for (const history of histories) assertStepsOfOthers(history);
}

interface Step {
  note: string;
  actor: string;
  state: string;
  actualCents: bigint | null;
}

/** Every step of a person in a line: the transaction, the note, the person, the new state, and the amount that came in. */
function writtenByPeople({ id, type, steps, events }: History): string[] {
  const came = new Map(events.map(({ stepNo, actualAmountCents }) => [stepNo, actualAmountCents]));
  return steps.filter(isByPerson).map(({ stepNo, trigger, actor, note, stage, status }) => {
    const saysWhatCame = type === 'deposit' && (trigger === 'approve' || trigger === 'correct');
    const actualCents = saysWhatCame ? (came.get(stepNo) ?? null) : null;
    return line(id, { note: note ?? '', actor: actor ?? '', state: stage ?? status, actualCents });
  });
}

function isByPerson({ actorKind }: StoredStep): boolean {
  return PERSON_KINDS.some((kind) => kind === actorKind);
}

function line(transactionId: string, { note, actor, state, actualCents }: Step): string {
  const came = actualCents === null ? '' : `, ${actualCents} came`;
  return `${transactionId} ${note} by ${actor}: ${state}${came}`;
}

function lineOf(transactionId: string, step: Omit<Step, 'actor'> & { actor: Person }): string {
  return line(transactionId, { ...step, actor: actorText(step.actor) });
}

function decided(attempt: AttemptOf<'decision'>, byId: ReadonlyMap<string, History>): string[] {
  const { transactionId, note, actor, actualCents, result } = attempt;
  if (result.outcome === 'made') {
    return [lineOf(transactionId, { note, actor, state: result.stage ?? result.status, actualCents })];
  }
  // Until a second person confirms it, nothing has changed.
  if (result.outcome === 'asked') return [];
  const { details } = result.refusal;
  assert.ok('transactionId' in details, `${note}: it is about a transaction`);
  assert.equal(details.transactionId, transactionId, `${note}: it is about its transaction`);
  assert.ok(details.status, `${note}: a refusal (${result.refusal.code}) names a state`);
  assertRefusalIsTrue(result, byId.get(transactionId));
  return [];
}

/** A refusal that names a state names one that the transaction was in. */
function assertRefusalIsTrue(
  result: { outcome: string; refusal?: Refusal },
  history: History | undefined,
): void {
  const { code, details } = result.refusal ?? {};
  if (!details || !('stage' in details)) return;
  assert.ok(
    history?.steps.some(({ status, stage }) => status === details.status && stage === details.stage),
    `${details.transactionId}: a refusal (${code}) names a state that the transaction was in`,
  );
}

/** A refused cancellation can succeed later, when the withdrawal is back in the queue. */
function assertCancelledOnce(
  { transactionId, isCancelled }: AttemptOf<'cancellation'>,
  history: History | undefined,
): void {
  const cancelled = history?.steps.filter(({ trigger }) => trigger === 'cancel').length;
  assert.ok(cancelled === 1 || !isCancelled, `${transactionId}: it was cancelled once`);
}

/** A decision of two is a step of the person who confirms it, with the note of the person who asked. */
function confirmed(
  { request, actor, result }: AttemptOf<'end'>,
  byId: ReadonlyMap<string, History>,
): string[] {
  const { wanted, note } = request;
  if (!isDecision(wanted)) return [];
  const { transactionId, actualCents, state } = wanted;
  assertRefusalIsTrue(result, byId.get(transactionId));
  return result.outcome === 'confirmed' ? [lineOf(transactionId, { note, actor, state, actualCents })] : [];
}

/** Late money is a deposit of its own, with the terms of the original deposit. */
function entered(
  {
    note,
    actor,
    originalId,
    refusedTransactionId,
    bankAccountId,
    amountCents,
    result,
  }: AttemptOf<'late_money'>,
  byId: ReadonlyMap<string, History>,
): string[] {
  if (result.outcome === 'refused') {
    assertRefusalIsTrue(result, byId.get(originalId));
    return [];
  }
  const { transactionId } = result;
  const late = byId.get(transactionId);
  // A rejection says anew where its money was seen; the sum of what moved there holds it to that.
  const isSeen = late?.status === 'rejected' && late.actualAmountCents !== null;
  const expected = {
    originalTransactionId: originalId,
    refusedTransactionId,
    bankAccountId: isSeen ? late.bankAccountId : bankAccountId,
    amountCents,
  };
  assert.deepEqual(
    late && { ...ownParts(late), ...sharedParts(late) },
    { ...expected, ...sharedParts(byId.get(originalId)) },
    `${note}: late money has the terms of its original`,
  );
  return ['waiting_payment', 'waiting_confirmation'].map((state) =>
    lineOf(transactionId, { note, actor, state, actualCents: null }),
  );
}

function ownParts(history: History): Partial<History> {
  const { originalTransactionId, refusedTransactionId, amountCents } = history;
  return { originalTransactionId, refusedTransactionId, bankAccountId: firstAccountOf(history), amountCents };
}

function sharedParts(history: History | undefined): Partial<History> {
  assert.ok(history);
  const { partnerId, type, basisPoints, fixedCents, settlementMode } = history;
  return { partnerId, type, basisPoints, fixedCents, settlementMode };
}

/** Who takes the steps that people don't. */
const OTHERS: Partial<Record<StepTrigger, ActorKind>> = {
  create: 'partner',
  cancel: 'partner',
  confirm_sent: 'player',
  expire: 'system',
};

/** Steps of partners, players and jobs say so, and keep no person's id. */
function assertStepsOfOthers({ id, steps }: History): void {
  for (const step of steps) {
    if (isByPerson(step)) continue;
    const { trigger, actorKind, actorId } = step;
    const what = `${id}: the actor of ${trigger}`;
    assert.deepEqual({ actorKind, actorId }, { actorKind: OTHERS[trigger], actorId: null }, what);
  }
}
