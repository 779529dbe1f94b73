import type { Person } from '@vezne/domain/actor';
import { PAYOUT_MARKS } from '@vezne/domain/payout-marks';
import { announceEvents } from '../../db/event-channel.ts';
import { findAskedRequest } from '../../db/read/requests/four-eyes-requests.ts';
import { endRequest } from '../four-eyes/end.ts';
import { RefusedError, refused } from '../refusal.ts';
import type { Refusal } from '../refusal.ts';
import { prepareAct } from './acts.ts';
import { bulkAsked, prepareBulk } from './bulk.ts';
import { decisionAsked, planDecisions, prepareDecision } from './decisions.ts';
import type { PlannedDecision } from './decisions.ts';
import { prepareOperation } from './operations.ts';
import type { Confirmation, ConfirmContext, Prepared } from './prepared.ts';
import { tracedConfirmation } from './traced.ts';

const OPTIONS = { timeoutMs: 5_000 };

const WAYS = [prepareOperation, prepareDecision, prepareBulk, prepareAct] as const;

/**
 * A second person agrees. What was asked is done in the same transaction, by the same use case. Its input is read before the
 * transaction: a request never changes, and locks and guards notice any other change. Returns what the use case returns.
 */
export async function confirmRequest(context: ConfirmContext, id: string): Promise<unknown> {
  const { pool, actor, tracing } = context;
  const asked = await findAskedRequest(pool, id, OPTIONS);
  if (asked === undefined) throw refused('request_not_found', { requestId: id });
  // Objections to the action are reported under the request's lock, after objections to the person.
  const [act] = await Promise.allSettled([prepare({ ...context, asked })]);
  if (act.status === 'rejected' && !(act.reason instanceof RefusedError)) throw act.reason;
  const confirm = async (): Promise<unknown> =>
    await endRequest(pool, { id, end: 'confirmed', actor }, async (transaction) => {
      if (act.status === 'rejected') throw act.reason;
      return await act.value(transaction);
    });
  const result =
    tracing === undefined ? await confirm() : await tracedConfirmation(tracing, { asked, actor }, confirm);
  announceEvents(pool);
  return result;
}

/** What a confirmation would do as things are, as far as that shows before anything is locked. */
export interface Preview {
  /** Why it can't be confirmed. */
  objection?: Refusal;
  /** What changes of the transactions that it is about. */
  planned: readonly PlannedDecision[];
}

/** For whoever looks at a request before they confirm it. */
export async function previewRequest(context: Omit<ConfirmContext, 'actor'>, id: string): Promise<Preview> {
  const asked = await findAskedRequest(context.pool, id, OPTIONS);
  if (asked === undefined) return { planned: [] };
  // Whoever looks at it reads the marks, and says so when confirming.
  const confirmation = { ...context, actor: SOMEBODY_ELSE, marksRead: PAYOUT_MARKS, asked, isPreview: true };
  const decision = decisionAsked(confirmation);
  const decisions = decision === undefined ? bulkAsked(confirmation) : [decision];
  try {
    if (decisions !== undefined) return { planned: await planDecisions(context.pool, decisions) };
    await prepare(confirmation);
    return { planned: [] };
  } catch (error) {
    if (error instanceof RefusedError) return { objection: error.refusal, planned: [] };
    throw error;
  }
}

/** Whoever confirms is not the one who asked; whether they may is asked when they do. */
const SOMEBODY_ELSE: Person = { kind: 'command_line', id: ' somebody else ', name: ' somebody else ' };

async function prepare(confirmation: Confirmation): Promise<Prepared> {
  for (const way of WAYS) {
    const prepared = await way(confirmation);
    if (prepared !== undefined) return prepared;
  }
  throw new Error(`No use case does ${confirmation.asked.action}.`);
}
