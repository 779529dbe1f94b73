import type pg from 'pg';
import type { Person } from '@vezne/domain/actor';
import { announceEvents } from '../../db/event-channel.ts';
import { findDecisionRows } from '../../db/read/decision-rows.ts';
import { findAskedRequest } from '../../db/read/four-eyes-requests.ts';
import type { AskedRequest } from '../../db/read/four-eyes-requests.ts';
import { accountsOfPosting, createLedgerAccountIds } from '../../db/read/ledger-accounts.ts';
import { decideWithin } from '../../db/write/decisions/decide.ts';
import { postOperationWithin } from '../../db/write/ledger/operations.ts';
import { decisionWrite } from '../decisions/decision-write.ts';
import { correctDeposit } from '../deposits/decide.ts';
import { readCorrection } from '../deposits/ask-correction.ts';
import { readOperation } from '../ledger/operation-details.ts';
import { examineOperation, newOperation } from '../ledger/operation.ts';
import { refusingPosting } from '../ledger/post.ts';
import { RefusedError, refused } from '../refusal.ts';
import { endRequest } from './end.ts';

const OPTIONS = { timeoutMs: 5_000 };

/** The work that is done in the transaction that ends the request. */
type Act = (client: pg.ClientBase) => Promise<void>;

interface Confirmation {
  id: string;
  asked: AskedRequest;
  actor: Person;
}

/**
 * A second person agrees. The requested action is done in the same transaction. Its input is read before the transaction: a
 * request never changes, and the transaction's locks and guards notice any other change.
 */
export async function confirmRequest(
  pool: pg.Pool,
  { id, actor }: { id: string; actor: Person },
): Promise<void> {
  const asked = await findAskedRequest(pool, id, OPTIONS);
  if (asked === undefined) throw refused('request_not_found', { requestId: id });
  const prepare = asked.action === 'ledger.post' ? preparePosting : prepareCorrection;
  // Objections to the action are reported under the request's lock, after objections to the person.
  const [act] = await Promise.allSettled([prepare(pool, { id, asked, actor })]);
  if (act.status === 'rejected' && !(act.reason instanceof RefusedError)) throw act.reason;
  await endRequest(pool, { id, end: 'confirmed', actor }, async (client) => {
    if (act.status === 'rejected') throw act.reason;
    await act.value(client);
  });
  if (asked.action === 'deposit.correct') announceEvents(pool);
}

async function preparePosting(
  pool: pg.Pool,
  { id, asked: { details, note, askedBy }, actor }: Confirmation,
): Promise<Act> {
  const request = readOperation(details);
  await examineOperation(pool, request);
  const operation = await newOperation(pool, { id, request, note, actor, askedBy });
  return async (client) => await refusingPosting(async () => await postOperationWithin(client, operation));
}

/** The length of the history's column. */
const NOTE_MAX_LENGTH = 1024;

/** The request also stores the name of the person who asked, so a note that is already long goes without it. */
function withAuthor(note: string, askedBy: string): string {
  const whole = `${note} (asked by ${askedBy})`;
  return Array.from(whole).length > NOTE_MAX_LENGTH ? note : whole;
}

async function prepareCorrection(
  pool: pg.Pool,
  { asked: { details, note, askedBy }, actor }: Confirmation,
): Promise<Act> {
  const correction = readCorrection(details);
  const { transactionId } = correction;
  const row = (await findDecisionRows(pool, [transactionId], OPTIONS)).get(transactionId);
  if (row === undefined) throw refused('transaction_not_found', { transactionId });
  const { status, stage } = row;
  const decision = correctDeposit({ ...correction, actor, note: withAuthor(note, askedBy) });
  const change = decision.change(row, undefined);
  if (typeof change === 'string') throw refused(change, { transactionId, status, stage });
  if (row.fingerprint !== correction.fingerprint) {
    throw refused('transaction_changed', { transactionId, status, stage });
  }
  const accountIds = createLedgerAccountIds(pool, OPTIONS);
  if (change.posting) await accountIds.learn(accountsOfPosting(change.posting));
  const write = decisionWrite(accountIds, { decision, row, change });
  return async (client) => {
    const [written] = await decideWithin(client, [write]);
    const outcome = written?.outcome ?? 'transaction_not_found';
    if (outcome === 'made') return;
    // A correction depends on no setting, so it is never stale.
    throw refused(outcome === 'stale' ? 'transaction_not_found' : outcome, { transactionId, status, stage });
  };
}
