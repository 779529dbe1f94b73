import type pg from 'pg';
import { mayBeNamed } from '@vezne/domain/actor';
import type { Person } from '@vezne/domain/actor';
import { runTransaction } from '../../db/statement.ts';
import { endFourEyesRequest, lockFourEyesRequest } from '../../db/write/four-eyes-requests.ts';
import type { RequestEnd } from '../../db/write/four-eyes-requests.ts';
import { refused } from '../refusal.ts';

const TIMEOUT_MS = 10_000;

/** Ends a request and does what it asked for, in one transaction. A refusal undoes both. */
export async function endRequest(
  pool: pg.Pool,
  { id, end, actor }: { id: string; end: RequestEnd; actor: Person },
  act?: (client: pg.ClientBase) => Promise<void>,
): Promise<void> {
  await runTransaction(
    pool,
    async (client) => {
      const request = await lockFourEyesRequest(client, id);
      if (request === undefined) throw refused('request_not_found', { requestId: id });
      if (request.status !== 'open') throw refused('request_already_ended', { requestId: id });
      // The table compares the names too.
      if (end === 'confirmed' && mayBeNamed(actor, request.askedBy)) {
        throw refused('own_request', { requestId: id });
      }
      await act?.(client);
      await endFourEyesRequest(client, { id, end, actor });
    },
    { timeoutMs: TIMEOUT_MS },
  );
}

/** Withdraws a request: the person who asked may do it, and so may anyone who sees that it is wrong. */
export async function withdrawRequest(
  pool: pg.Pool,
  { id, actor }: { id: string; actor: Person },
): Promise<void> {
  await endRequest(pool, { id, end: 'withdrawn', actor });
}
