import type { Transaction } from 'kysely';
import type pg from 'pg';
import { isSamePerson } from '@vezne/domain/actor';
import type { Person } from '@vezne/domain/actor';
import { can, permissionToAsk, permissionToDecline } from '@vezne/domain/permissions';
import type { Database } from '../../db/schema.ts';
import { ringQueue } from '../../db/queue-channel.ts';
import { findFourEyesRequest } from '../../db/read/requests/four-eyes-requests.ts';
import { safeTransactionWithin } from '../../db/transaction-within.ts';
import { endFourEyesRequest, lockFourEyesRequest } from '../../db/write/requests/four-eyes-requests.ts';
import type { LockedRequest, RequestEnd } from '../../db/write/requests/four-eyes-requests.ts';
import { checkedText } from '../checked-text.ts';
import { problemWith } from '../may.ts';
import { refused } from '../refusal.ts';
import type { RefusedError } from '../refusal.ts';

const TIMEOUT_MS = 10_000;
const REASON_MAX_LENGTH = 1024;

/** Both are on one connection, in one transaction. */
export interface EndingTransaction {
  trx: Transaction<Database>;
  client: pg.ClientBase;
}

/**
 * Ends a request and does what it asked for, in one transaction. A refusal undoes both. The request is ended first: the database
 * itself lets some things happen only in a transaction that has confirmed them.
 */
export async function endRequest<Result>(
  pool: pg.Pool,
  { id, end, actor, note }: { id: string; end: RequestEnd; actor: Person; note?: string },
  act: (transaction: EndingTransaction) => Promise<Result>,
): Promise<Result> {
  const { result, transactionIds } = await safeTransactionWithin(
    pool,
    async (trx, client) => {
      const request = await lockFourEyesRequest(client, id);
      if (request === undefined) throw refused(await missingAs(trx, id), { requestId: id });
      if (request.status !== 'open') throw refused('request_already_ended', { requestId: id });
      const problem = OBJECTIONS[end](request, actor, id);
      if (problem !== undefined) throw problem;
      await endFourEyesRequest(client, { id, end, actor, note: note ?? null });
      return { result: await act({ trx, client }), transactionIds: request.transactionIds };
    },
    { timeoutMs: TIMEOUT_MS },
  );
  ringQueue(pool, transactionIds);
  return result;
}

/** A request that has ended can be read, but the database lets nobody lock it. */
async function missingAs(
  trx: Transaction<Database>,
  id: string,
): Promise<'request_not_found' | 'request_already_ended'> {
  return (await findFourEyesRequest(trx, id)) === undefined ? 'request_not_found' : 'request_already_ended';
}

/** Who may end a request in which way. The table of requests says the same, but for what the asker's roles are by now. */
const OBJECTIONS: Readonly<
  Record<RequestEnd, (request: LockedRequest, actor: Person, requestId: string) => RefusedError | undefined>
> = {
  confirmed(request, actor, requestId) {
    if (isAsker(request, actor)) return refused('own_request', { requestId });
    const objection = objectionToAsker(request);
    if (objection !== undefined) return refused(objection, { requestId });
    if (request.isExpired) return refused('request_expired', { requestId });
    return request.askedById === null ? refused('request_outdated', { requestId }) : undefined;
  },
  declined({ action }, actor) {
    const permission = permissionToDecline(action);
    return permission && problemWith(actor, { permission, stepUp: false });
  },
  withdrawn: (request, actor, requestId) =>
    request.askedById === null || request.askedById === actor.id
      ? undefined
      : refused('not_own_request', { requestId }),
};

/**
 * Whoever asked must be one who could ask for it today: a request must not outlive the trust in the person who made it. At the command
 * line nobody needs a role, but once there are staff everybody there is one of them.
 */
export function objectionToAsker({
  action,
  askedByKind,
  areStaff,
  askerRoles,
}: Pick<LockedRequest, 'action' | 'askedByKind' | 'areStaff' | 'askerRoles'>):
  | 'asker_not_active'
  | 'asker_not_permitted'
  | undefined {
  if (askerRoles === null) return areStaff ? 'asker_not_active' : undefined;
  const permission = permissionToAsk(action);
  if (askedByKind !== 'staff' || permission === undefined || permission === 'signed_in') return undefined;
  return can({ roles: askerRoles }, permission) ? undefined : 'asker_not_permitted';
}

export function isAsker(
  { askedById, askedBy }: Pick<LockedRequest, 'askedById' | 'askedBy'>,
  actor: Person,
): boolean {
  return isSamePerson(actor, { id: askedById, name: askedBy });
}

const nothing = async (): Promise<void> => undefined;

/** The person who asked takes it back. */
export async function withdrawRequest(
  pool: pg.Pool,
  { id, actor }: { id: string; actor: Person },
): Promise<void> {
  await endRequest(pool, { id, end: 'withdrawn', actor }, nothing);
}

/** A second person says no, and why. What was asked for goes back to where it waited. */
export async function declineRequest(
  pool: pg.Pool,
  { id, actor, reason }: { id: string; actor: Person; reason: string },
): Promise<void> {
  const note = checkedText('note', reason, { maxLength: REASON_MAX_LENGTH });
  await endRequest(pool, { id, end: 'declined', actor, note }, nothing);
}
