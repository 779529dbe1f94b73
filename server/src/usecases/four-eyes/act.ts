import { createHash } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { StoredPerson } from '@vezne/domain/actor';
import type { AuditAction } from '@vezne/domain/audit-actions';
import { REQUEST_LIFETIME_SECONDS } from '@vezne/domain/four-eyes-request';
import type { Effect } from '@vezne/domain/widening';
import type { Database } from '../../db/schema.ts';
import { confirmWhatWasFound } from '../../db/transaction-within.ts';
import { findAskedByPress } from '../../db/read/requests/four-eyes-requests.ts';
import { insertAuditEntry } from '../../db/write/audit/entries.ts';
import { insertFourEyesRequestWithin } from '../../db/write/requests/four-eyes-requests.ts';
import { newId } from '../../ids.ts';
import type { AdminContext } from '../admin-context.ts';
import type { Change } from '../change.ts';
import { refuseUnlessMay } from '../may.ts';
import { refused } from '../refusal.ts';
import { pressDetails, stopAtEcho } from './done-press.ts';
import { canonicalText, readStoredInput, storedInput } from './stored-input.ts';

/**
 * Something that an administrator does to settings, partners, accounts or keys. `plan` looks at the subject under its lock and
 * says what would change. If that widens anything, the act waits as a request, and the same plan is made again when a second
 * person confirms. So there is one way to do it, whoever asks and by whichever surface.
 */
export interface Act<Input extends object, Result, Context extends AdminContext = AdminContext> {
  action: AuditAction;
  plan(trx: Transaction<Database>, input: Input, context: Context): Promise<Plan<Result>>;
}

export interface Plan<Result> {
  subject: { type: string; id: string };
  /** What differs afterwards. undefined: it is like that already, and nothing is written. */
  change: Change | undefined;
  effect: Effect;
  /** Everything about the subject that a second person relies on. The fingerprint is made of it. */
  seen: object;
  /** It makes no sense to confirm it later than this, whatever requests may wait. */
  confirmBefore?: Date;
  /** What the audit entry says besides the change, once it is done. */
  auditDetails?: (result: Result) => Readonly<Record<string, unknown>>;
  /** Writes the change, and returns what the person is told. */
  apply: () => Promise<Result>;
}

/** What came of it: done at once, or asked. */
export type Performed<Result> =
  | { outcome: 'done'; result: Result }
  | { outcome: 'asked'; requestId: string; action: AuditAction; change: Change };

/**
 * Does an act, or asks for a second person when it widens something. A press that comes twice asks once, and does once what one person
 * may: by the second time somebody else may have changed it back.
 */
export async function perform<Input extends object, Result, Context extends AdminContext>(
  context: Context,
  act: Act<Input, Result, Context>,
  input: Input,
): Promise<Performed<Result>> {
  refuseUnlessMay(context.actor, act.action);
  return await context.db.transaction().execute(async (trx) => {
    const repeated = await findRepeat(trx, act, { context, input });
    if (repeated !== undefined) return repeated;
    const said = { action: act.action, input };
    // Before the plan, which may refuse what is done already, and once more under its lock.
    await stopAtEcho(trx, context, said);
    const plan = await act.plan(trx, input, context);
    await stopAtEcho(trx, context, said);
    const { change } = plan;
    if (change === undefined || plan.effect !== 'widens') {
      return {
        outcome: 'done',
        result: await carryOut(trx, act, plan, context, pressDetails(context, said)),
      };
    }
    const requestId = context.pressId ?? newId();
    await insertFourEyesRequestWithin(trx, {
      id: requestId,
      action: act.action,
      subject: plan.subject,
      ...change,
      details: storedInput(input),
      fingerprint: fingerprintOf(plan),
      reasons: ['always'],
      note: context.note ?? null,
      lifetimeSeconds: lifetimeOf(plan),
      actor: context.actor,
    });
    // The same press may have been under way: then that request is there, and this one was not stored.
    return (
      (await findRepeat(trx, act, { context, input })) ?? {
        outcome: 'asked',
        requestId,
        action: act.action,
        change,
      }
    );
  });
}

/** What a press asked for before. Refused if its id was used by somebody else, or with other words: whoever sent it must not read that theirs waits. */
async function findRepeat(
  trx: Transaction<Database>,
  { action }: { action: AuditAction },
  { context: { pressId, actor, note = null }, input }: { context: AdminContext; input: object },
): Promise<Extract<Performed<never>, { outcome: 'asked' }> | undefined> {
  const before = pressId === undefined ? undefined : await findAskedByPress(trx, pressId);
  if (before === undefined) return undefined;
  const [said, saidBefore] = [
    { action, askedById: actor.id, note, details: storedInput(input) },
    { action: before.action, askedById: before.askedById, note: before.note, details: before.details },
  ].map(canonicalText);
  if (said !== saidBefore) throw refused('operation_conflict', { operationId: before.id });
  await confirmWhatWasFound(trx);
  return { outcome: 'asked', requestId: before.id, action, change: before.change };
}

/** The id of something new: the same press asks for the same thing. */
export function newSubjectId({ pressId }: Pick<AdminContext, 'pressId'>): string {
  return pressId ?? newId();
}

/** As long as changes may wait, or until it is too late. */
function lifetimeOf({ confirmBefore }: Pick<Plan<unknown>, 'confirmBefore'>): number {
  const usual = REQUEST_LIFETIME_SECONDS.change;
  if (confirmBefore === undefined) return usual;
  return Math.max(1, Math.min(usual, Math.floor((confirmBefore.getTime() - Date.now()) / 1000)));
}

/** As the request keeps it. What people read of it must be what is done. */
interface StoredAct {
  details: unknown;
  fingerprint: string | null;
  before: unknown;
  after: unknown;
}

/** What a request would do now. Refused when the subject is no longer what the first person saw. */
export async function planAsked<Input extends object, Result, Context extends AdminContext>(
  trx: Transaction<Database>,
  act: Act<Input, Result, Context>,
  { context, requestId, asked }: { context: Context; requestId: string; asked: StoredAct },
): Promise<Plan<Result>> {
  const plan = await act.plan(trx, readStoredInput(asked.details) as Input, context);
  const { before, after } = asked;
  const isWhatWasRead = canonicalText({ ...plan.change }) === canonicalText({ before, after });
  if (fingerprintOf(plan) !== asked.fingerprint || !isWhatWasRead) {
    throw refused('subject_changed', { requestId });
  }
  return plan;
}

/** A second person has agreed: does it now, if the subject is still what the first one saw. */
export async function performAsked<Input extends object, Result, Context extends AdminContext>(
  trx: Transaction<Database>,
  act: Act<Input, Result, Context>,
  {
    context,
    requestId,
    asked,
    askedBy,
  }: {
    context: Context;
    requestId: string;
    asked: StoredAct;
    askedBy: StoredPerson;
  },
): Promise<Result> {
  const plan = await planAsked(trx, act, { context, requestId, asked });
  return await carryOut(trx, act, plan, context, { requestId, askedBy: askedBy.name });
}

async function carryOut<Result>(
  trx: Transaction<Database>,
  { action }: { action: AuditAction },
  { subject, change, auditDetails, apply }: Plan<Result>,
  { actor }: AdminContext,
  /** How it came to that: by which press, or by whose request. */
  origin: object,
): Promise<Result> {
  const result = await apply();
  if (change === undefined) return result;
  await insertAuditEntry(trx, {
    actor,
    action,
    subjectType: subject.type,
    subjectId: subject.id,
    details: { ...auditDetails?.(result), ...change, ...origin },
  });
  return result;
}

/** The subject, what is seen of it and what would change: if any of these differs, the second person saw something else. */
function fingerprintOf({
  subject,
  seen,
  change,
}: Pick<Plan<unknown>, 'subject' | 'seen' | 'change'>): string {
  const text = canonicalText(storedInput({ subject, seen, change: change ?? null }));
  return createHash('sha256').update(text).digest('hex');
}
