import { createHash } from 'node:crypto';
import type { DecisionAnswer } from '@vezne/contract/console/decisions';
import type { SignedInPerson } from '@vezne/domain/actor';
import type { StepTrigger } from '@vezne/domain/transaction-state';
import type { DecisionInput, Press } from '../../usecases/decisions/decision.ts';
import type { Decided } from '../../usecases/decisions/or-refused.ts';
import type { StaffSession } from '../../usecases/staff/signed-in.ts';
import { personOf } from './person.ts';

/**
 * A press with a hash of what it said. The schema gives the fields of a body one order, so the same words have the same hash. What was seen
 * is left out: it is compared by itself.
 */
export function pressOf(
  body: { decisionId: string; seen?: string; note?: string | undefined },
  trigger: StepTrigger,
): Press {
  const { decisionId, seen: _, ...said } = body;
  const text = JSON.stringify({ trigger, ...said }, (_key, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );
  return { id: decisionId, trigger, hash: createHash('sha256').update(text).digest() };
}

/** What every press says. */
interface Pressed {
  session: StaffSession;
  id: string;
  body: { seen: string; decisionId: string; note?: string | undefined };
}

export type ConsoleInput = DecisionInput & { actor: SignedInPerson; fingerprint: string };

export function inputOf({ session, id, body }: Pressed, trigger: StepTrigger): ConsoleInput {
  return {
    transactionId: id,
    actor: personOf(session),
    note: body.note,
    fingerprint: body.seen,
    press: pressOf(body, trigger),
  };
}

export function shownDecided(decided: Decided): DecisionAnswer {
  return decided.outcome === 'made'
    ? { outcome: 'made', status: decided.status, stage: decided.stage }
    : { outcome: 'asked', requestId: decided.requestId, reasons: [...decided.reasons] };
}
