/** A browser whose answer was lost presses again. The same press does nothing a second time, and is answered as it was the first time. */
import type pg from 'pg';
import type { TransactionStatus, WithdrawalStage } from '@vezne/domain/transaction-state';
import type { TwoPeopleReason } from '@vezne/domain/two-people';
import { awaitDecisions, findPresses, pressKey } from '../../db/read/desk/presses.ts';
import type { PressedBefore } from '../../db/read/desk/presses.ts';
import type { StatementOptions } from '../../db/statement.ts';
import { canonicalText, storedInput } from '../four-eyes/stored-input.ts';
import { refusal } from '../refusal.ts';
import type { Decision, DecisionResult } from './decision.ts';

/** The results of those that were made, or asked, before; a refusal for those whose id was used with other words. */
export async function findRepeats(
  pool: pg.Pool,
  decisions: readonly Decision[],
  options: StatementOptions,
): Promise<Map<Decision, DecisionResult>> {
  const presses = decisions.flatMap(({ transactionId, press }) =>
    press === undefined ? [] : [{ transactionId, id: press.id }],
  );
  if (presses.length === 0) return new Map();
  const before = await findPresses(pool, presses, options);
  return new Map(
    decisions.flatMap((decision) => {
      const { transactionId, press } = decision;
      const result = press && resultOf(decision, before.get(pressKey({ transactionId, id: press.id })));
      return result === undefined ? [] : [[decision, result]];
    }),
  );
}

/**
 * The same for one that was refused: the first press may have been under way, and it is what the second one stumbled over. Undefined: it
 * was refused because of something else.
 */
export async function findRepeatAfterAll(
  pool: pg.Pool,
  decision: Decision,
  options: StatementOptions,
): Promise<DecisionResult | undefined> {
  if (decision.press === undefined) return undefined;
  await awaitDecisions(pool, decision.transactionId, options);
  return (await findRepeats(pool, [decision], options)).get(decision);
}

/**
 * Another person's press, or one that was for something else, is no repeat, whatever its id. The same kind of press with another amount,
 * account or reason is one neither: whoever sent it must not read that theirs was made.
 */
function resultOf(decision: Decision, before: PressedBefore | undefined): DecisionResult | undefined {
  const { actor, press, request } = decision;
  if (before === undefined || before.actorId !== actor.id) return undefined;
  if (before.kind === 'asked') {
    if (before.action !== request?.action) return undefined;
    if (!isSameRequest(decision, before)) return otherwise(decision, undefined);
    // The column holds only words of this list.
    return { outcome: 'asked', requestId: before.id, reasons: before.reasons as TwoPeopleReason[] };
  }
  const { trigger, status, stage, hash } = before;
  if (press === undefined || (trigger !== press.trigger && trigger !== press.orTrigger)) return undefined;
  if (hash !== null && !hash.equals(press.hash)) return otherwise(decision, { status, stage });
  return { outcome: 'made', status, stage };
}

/** A request keeps what was said, and the transaction that it was said of. */
function isSameRequest(
  { request, note = null }: Decision,
  before: Extract<PressedBefore, { kind: 'asked' }>,
): boolean {
  const { transactionId: _, fingerprint: __, ...details } = before.details;
  const said = storedInput(request?.details ?? {});
  return before.note === note && canonicalText(details) === canonicalText(said);
}

function otherwise(
  { transactionId }: Decision,
  state: { status: TransactionStatus; stage: WithdrawalStage | null } | undefined,
): DecisionResult {
  return { outcome: 'refused', refusal: refusal('pressed_otherwise', { transactionId, ...state }) };
}
