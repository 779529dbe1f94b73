import type pg from 'pg';
import { findDecisionRows } from '../../db/read/decision-rows.ts';
import { findRequestedAction } from '../../db/read/four-eyes-requests.ts';
import type { RequestedAction } from '../../db/read/four-eyes-requests.ts';
import { decideWithin } from '../../db/write/decisions/decide.ts';
import { postOperationWithin } from '../../db/write/ledger/operations.ts';
import { plannedDecision } from '../decisions/planned.ts';
import type { Actor } from '../decisions/request.ts';
import { correctDeposit } from '../deposits/correct.ts';
import { ringForEvents } from '../events/ring.ts';
import { accountsOfPosting, createAccountIds } from '../ledger/account-ids.ts';
import { examineOperation, plannedOperation } from '../ledger/operation.ts';
import { refusalOfPosting } from '../ledger/refusal-of-posting.ts';
import { readCorrection, readOperation } from './details.ts';
import { endRequest } from './end.ts';
import type { EndedRequest, RefusedRequest } from './end.ts';

const OPTIONS = { timeoutMs: 5_000 };

/** What is done in the transaction that ends the request; a reason undoes both. */
type Act = (client: pg.ClientBase) => Promise<RefusedRequest | undefined>;

/**
 * A second person agrees: what was asked for is done, in the transaction that says so. What it takes is looked up before: a
 * wish never changes, and the locks and guards of the transaction notice whatever else did.
 */
export async function confirmRequest(
  pool: pg.Pool,
  { id, actor }: { id: string; actor: Actor },
): Promise<EndedRequest> {
  const wish = await findRequestedAction(pool, id, OPTIONS);
  if (wish === undefined) return { outcome: 'refused', reason: 'unknown_request' };
  const prepare = wish.action === 'ledger.post' ? preparePosting : prepareCorrection;
  const act = await prepare(pool, { id, wish, actor });
  const ended = await endRequest(pool, { id, end: 'confirmed', actor }, async (client) =>
    typeof act === 'string' ? act : await act(client),
  );
  if (wish.action === 'deposit.correct') ringForEvents(pool);
  return ended;
}

interface Confirmation {
  id: string;
  wish: RequestedAction;
  actor: Actor;
}

async function preparePosting(
  pool: pg.Pool,
  { id, wish: { details, note, askedBy }, actor }: Confirmation,
): Promise<Act | RefusedRequest> {
  const wish = readOperation(details);
  const { refused } = await examineOperation(pool, wish);
  if (refused) return refused;
  const operation = await plannedOperation(pool, { id, wish, note, actor, askedBy });
  return async (client) => await refusalOfPosting(async () => await postOperationWithin(client, operation));
}

/** As long as the history's column. */
const NOTE_MAX_LENGTH = 1024;

/** Who asked is in the request as well, so a note that is long already goes without. */
function withAuthor(note: string, askedBy: string): string {
  const whole = `${note} (asked by ${askedBy})`;
  return Array.from(whole).length > NOTE_MAX_LENGTH ? note : whole;
}

async function prepareCorrection(
  pool: pg.Pool,
  { wish: { details, note, askedBy }, actor }: Confirmation,
): Promise<Act | RefusedRequest> {
  const correction = readCorrection(details);
  const { transactionId } = correction;
  const row = (await findDecisionRows(pool, [transactionId], OPTIONS)).get(transactionId);
  if (row === undefined) return 'not_found';
  const request = correctDeposit({ ...correction, actor, note: withAuthor(note, askedBy) });
  const plan = request.plan(row, undefined);
  if (typeof plan === 'string') return plan;
  if (row.seen !== correction.seen) return 'changed';
  const ids = createAccountIds(pool, OPTIONS);
  if (plan.posting) await ids.learn(accountsOfPosting(plan.posting));
  const decision = plannedDecision(ids, { request, row, plan });
  return async (client) => {
    const outcome = (await decideWithin(client, [decision])).get(transactionId)?.outcome ?? 'missing';
    if (outcome === 'made') return undefined;
    // A correction depends on no setting, so it never grows stale.
    return outcome === 'missing' || outcome === 'stale' ? 'not_found' : outcome;
  };
}
