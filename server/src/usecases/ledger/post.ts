import { isDeepStrictEqual } from 'node:util';
import type pg from 'pg';
import { isSamePerson } from '@vezne/domain/actor';
import type { Person, StoredPerson } from '@vezne/domain/actor';
import { REQUEST_LIFETIME_SECONDS } from '@vezne/domain/four-eyes-request';
import type { TwoPeopleReason } from '@vezne/domain/two-people';
import { accountKey } from '@vezne/domain/accounts';
import { OPERATION_ACTIONS } from '@vezne/domain/audit-actions';
import { operationPosting } from '@vezne/domain/postings';
import { isBroken, isTaken } from '../../db/constraint.ts';
import { failedWrite } from '../../db/errors.ts';
import { findRepeatedRequest } from '../../db/read/requests/four-eyes-requests.ts';
import { findOperationContent } from '../../db/read/ledger/operation-content.ts';
import type { OperationContent } from '../../db/read/ledger/operation-content.ts';
import { AGREES_WITH_CAUSE, isRefusedMoneyGone } from '../../db/read/desk/refused-money.ts';
import type { RetryUntilSettled } from '../../db/retry-until-settled.ts';
import { ALONE_SUM } from '../../db/write/requests/decided-alone.ts';
import { insertFourEyesRequest } from '../../db/write/requests/four-eyes-requests.ts';
import { postOperation } from '../../db/write/ledger/operations.ts';
import type { NewOperation } from '../../db/write/ledger/operations.ts';
import { refuseUnlessMay } from '../may.ts';
import { plainValues } from '../plain-values.ts';
import { refused } from '../refusal.ts';
import { operationDetails } from './operation-details.ts';
import { canonicalText } from '../four-eyes/stored-input.ts';
import { tooMuch } from './misdirected.ts';
import { examineOperation, namesIn, newOperation } from './operation.ts';
import type { OperationRequest } from './operation.ts';
import { shownRequest, takenUnnamed, withCheckedIban } from './refused-money.ts';

export type PostedOperation = (
  | { outcome: 'posted'; operationId: string }
  /** It needs two people, and now waits for the second. */
  | { outcome: 'asked'; requestId: string }
) & {
  /** The id was used before, by somebody else or with another note: that one stands, and nothing was written now. */
  recordedBefore?: { by: string; note: string };
};

/** The name that requests for operations have, whatever they post. */
export const OPERATION_REQUEST = 'ledger.post';

const OPTIONS = { timeoutMs: 5_000 };
const MAX_ATTEMPTS = 3;

/**
 * Posts an operation, or requests a second person for it: always for an adjustment, a return to the sender and money that went to a wrong
 * account, and above the four-eyes amount for anything else. The id makes repeated attempts one operation. A person who doesn't know how an attempt ended uses the same
 * id again.
 */
export async function postLedgerOperation(
  { pool, retry }: { pool: pg.Pool; retry: RetryUntilSettled },
  { id, note, actor, ...asked }: { id: string; request: OperationRequest; note: string; actor: Person },
): Promise<PostedOperation> {
  refuseUnlessMay(actor, OPERATION_ACTIONS[asked.request.kind]);
  const request = withCheckedIban(asked.request);
  const posted = await retry.run(async () => await findOperationContent(pool, id, OPTIONS));
  if (posted !== undefined) {
    if (!isSameOperation(posted.content, request)) throw refused('operation_conflict', { operationId: id });
    return { outcome: 'posted', operationId: id, ...recordedBefore(posted, { note, actor }) };
  }
  const before = await refuseOtherRequest(pool, { id, request, actor });
  for (let attempt = 1; ; attempt += 1) {
    const { reasons, fingerprint, ...examined } = await examineOperation(pool, request, actor);
    if (reasons.length > 0) {
      await ask(pool, { id, request, note, actor, reasons, fingerprint, said: examined.said });
      return { outcome: 'asked', requestId: id, ...(before && recordedBefore(before, { note, actor })) };
    }
    const operation = await newOperation(pool, { id, request, note, actor, ...examined });
    try {
      await refusingPosting({ id, request }, async () => await postOnce(pool, { operation, request }, retry));
      return { outcome: 'posted', operationId: id };
    } catch (error) {
      // The same person's other operation was counted at this moment: now the sum says what this one takes.
      if (!isBroken(error, ALONE_SUM) || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

/** An operation's id stands for its content: what it is about, and every transfer that it made. */
function isSameOperation(posted: OperationContent, request: OperationRequest): boolean {
  const { sentOperationId, payoutId, refusedTransactionId } = namesIn(request);
  const { kind, transfers } = operationPosting(request);
  const content: OperationContent = {
    kind,
    sentOperationId,
    payoutId,
    refusedTransactionId,
    // Whoever asks again types it again; a request that was confirmed has it from both.
    sentTo: request.iban ?? posted.sentTo,
    transfers: transfers.map(
      ({ debit, credit, amountCents }) => `${accountKey(debit)} ${accountKey(credit)} ${amountCents}`,
    ),
  };
  return isDeepStrictEqual(posted, content);
}

/** The id of a request is its own: nobody posts something else under it, and its asker asks the same again at most. */
async function refuseOtherRequest(
  pool: pg.Pool,
  { id, request, actor }: { id: string; request: OperationRequest; actor: Person },
): Promise<{ by: StoredPerson; note: string } | undefined> {
  const asked = await findRepeatedRequest(pool, id, OPTIONS);
  if (asked === undefined) return undefined;
  const isSame =
    asked.action === OPERATION_REQUEST &&
    asked.askedById === actor.id &&
    canonicalText(operationDetails(request)) === canonicalText(asked.details);
  if (!isSame) throw refused('operation_conflict', { operationId: id });
  return { by: { id: asked.askedById, name: asked.askedBy }, note: asked.note ?? '' };
}

/** Whoever repeats a command with other words has to know that the first ones stand. */
function recordedBefore(
  { by, note }: { by: StoredPerson; note: string },
  now: { note: string; actor: Person },
): Pick<PostedOperation, 'recordedBefore'> {
  return isSamePerson(now.actor, by) && note === now.note ? {} : { recordedBefore: { by: by.name, note } };
}

async function ask(
  pool: pg.Pool,
  {
    id,
    request,
    note,
    actor,
    reasons,
    fingerprint,
    said,
  }: {
    id: string;
    request: OperationRequest;
    note: string;
    actor: Person;
    reasons: readonly TwoPeopleReason[];
    fingerprint: string;
    said: Readonly<Record<string, unknown>>;
  },
): Promise<void> {
  const details = operationDetails(request);
  await insertFourEyesRequest(
    pool,
    {
      id,
      action: OPERATION_REQUEST,
      subject: { type: 'ledger_operation', id },
      before: {},
      after: { ...plainValues(shownRequest(request)), ...said },
      details,
      fingerprint,
      reasons,
      note,
      lifetimeSeconds: REQUEST_LIFETIME_SECONDS.operation,
      actor,
    },
    OPTIONS,
  );
}

const SAME_OPERATION = 'ledger_operation_pkey';

/**
 * Posts an operation, even when connections break. An attempt whose answer was lost may have been posted. The next attempt
 * must not post it again. It must also not be refused because of what the first attempt has changed.
 */
async function postOnce(
  pool: pg.Pool,
  { operation, request }: { operation: NewOperation; request: OperationRequest },
  retry: RetryUntilSettled,
): Promise<boolean> {
  return await retry.run(async (attempt) => {
    try {
      if (await postOperation(pool, operation, OPTIONS)) return true;
    } catch (error) {
      // Which rule an operation breaks that is posted already, only the database knows: its id, the day's sum of one person, that a transfer arrives once.
      const mayBeOwn = isTaken(error, SAME_OPERATION) || (attempt > 1 && failedWrite(error) === 'refused');
      // Somebody else may have posted something else under the id at the same moment.
      if (mayBeOwn && (await isPosted(pool, operation.id, request))) return true;
      throw error;
    }
    return attempt > 1 && (await isPosted(pool, operation.id, request));
  });
}

async function isPosted(pool: pg.Pool, id: string, request: OperationRequest): Promise<boolean> {
  const posted = await findOperationContent(pool, id, OPTIONS);
  return posted !== undefined && isSameOperation(posted.content, request);
}

/** Two people may report the same arrival at once. Both checks pass, and the database accepts one. */
const ARRIVES_ONCE = 'ledger_operation_arrives_once';

/** The same for what comes back of a misdirected payout: never more than is out. */
const MISDIRECTED_OUT = 'misdirected_payout_out';
const MISDIRECTED_AMOUNTS = 'misdirected_payout_amounts';

/** Runs a posting, and turns what only the database can detect into refusals. */
export async function refusingPosting(
  { id, request }: { id: string; request: OperationRequest },
  post: () => Promise<boolean>,
): Promise<void> {
  let isDone: boolean;
  try {
    isDone = await post();
  } catch (error) {
    if (isTaken(error, ARRIVES_ONCE)) throw refused('transfer_already_arrived');
    if (isTaken(error, SAME_OPERATION)) throw refused('operation_conflict', { operationId: id });
    const { payoutId, refusedTransactionId } = namesIn(request);
    if (payoutId !== null && (isBroken(error, MISDIRECTED_OUT) || isBroken(error, MISDIRECTED_AMOUNTS))) {
      throw tooMuch(request, payoutId);
    }
    if (refusedTransactionId !== null && isRefusedMoneyGone(error)) {
      throw refused('refused_money_exceeded', { transactionId: refusedTransactionId });
    }
    if (takenUnnamed(request) !== undefined && isBroken(error, AGREES_WITH_CAUSE)) {
      throw refused('refused_money_unnamed', { otherCents: null });
    }
    throw error;
  }
  if (!isDone) throw refused('balance_exceeded');
}
