import type pg from 'pg';
import { runTransaction } from '../../db/statement.ts';
import { endFourEyesRequest, isOwnRequest, lockFourEyesRequest } from '../../db/write/four-eyes-requests.ts';
import type { RequestEnd } from '../../db/write/four-eyes-requests.ts';
import type { Actor, RefusedDecision } from '../decisions/request.ts';
import type { RefusedOperation } from '../ledger/operation.ts';

export type RefusedRequest =
  | 'unknown_request'
  | 'already_decided'
  /** Whoever asked can't be the one who confirms. */
  | 'own_request'
  | RefusedDecision
  | RefusedOperation;

export type EndedRequest = { outcome: RequestEnd } | { outcome: 'refused'; reason: RefusedRequest };

const TIMEOUT_MS = 10_000;

/** Thrown out of the transaction, so that nothing of it stays. */
class Undone extends Error {
  readonly reason: RefusedRequest;

  constructor(reason: RefusedRequest) {
    super(reason);
    this.reason = reason;
  }
}

/** Ends a request and, in the same transaction, does what it asked for; a reason undoes both. */
export async function endRequest(
  pool: pg.Pool,
  { id, end, actor }: { id: string; end: RequestEnd; actor: Actor },
  act?: (client: pg.ClientBase) => Promise<RefusedRequest | undefined>,
): Promise<EndedRequest> {
  try {
    await runTransaction(
      pool,
      async (client) => {
        const request = await lockFourEyesRequest(client, id);
        if (request === undefined) throw new Undone('unknown_request');
        if (request.status !== 'open') throw new Undone('already_decided');
        if (end === 'confirmed' && isOwnRequest(request, actor.name)) throw new Undone('own_request');
        const refused = await act?.(client);
        if (refused) throw new Undone(refused);
        await endFourEyesRequest(client, id, {
          end,
          author: { actorKind: actor.kind, actor: actor.name },
        });
      },
      { timeoutMs: TIMEOUT_MS },
    );
    return { outcome: end };
  } catch (error) {
    if (error instanceof Undone) return { outcome: 'refused', reason: error.reason };
    throw error;
  }
}
