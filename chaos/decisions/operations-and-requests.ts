import { personIdOf } from '@vezne/domain/actor';
import type { Person } from '@vezne/domain/actor';
import type { RequestEnd } from '../../server/src/db/write/requests/four-eyes-requests.ts';
import { newId } from '../../server/src/ids.ts';
import { confirmRequest } from '../../server/src/usecases/confirmation/confirm.ts';
import { declineRequest, withdrawRequest } from '../../server/src/usecases/four-eyes/end.ts';
import { postLedgerOperation } from '../../server/src/usecases/ledger/post.ts';
import { resultOrRefusal } from './attempt.ts';
import type { AskedRequest, Attempt, Refused } from './attempt.ts';
import { ANOTHER_IBAN, SENDER_IBAN, operationOf } from './command-to-operation.ts';
import type { OperationCommand, SecondPersonCommand } from './command.ts';
import type { SeenPayouts } from './misdirected.ts';
import { PEOPLE, personOf } from './people.ts';
import type { Engine, People } from './people.ts';
import { pick, pickNewest } from './pick.ts';
import { rememberSent } from './work-in-progress.ts';
import type { WorkInProgress } from './work-in-progress.ts';
import type { World } from './world.ts';

/** An operator's work besides decisions on transactions: ledger operations, and requests for a second person. */
export interface OperationsAndRequests {
  postOperation(command: OperationCommand, note: string): Promise<void>;
  endRequest(command: SecondPersonCommand): Promise<void>;
}

/** Nothing in this model makes a secret. */
function noIssuer(): never {
  throw new Error('No request here makes a secret.');
}

export function createOperationsAndRequests({
  people,
  engine,
  world,
  work,
  attempts,
  payouts,
}: {
  people: People;
  engine: Engine;
  world: World;
  work: WorkInProgress;
  attempts: Attempt[];
  payouts: () => SeenPayouts;
}): OperationsAndRequests {
  const { pool } = engine;
  type End = (request: AskedRequest, actor: Person, senderIban: string) => Promise<unknown>;
  const endings: Readonly<Record<RequestEnd, End>> = {
    confirmed: async ({ id }, actor, senderIban) =>
      await confirmRequest(
        { ...engine, actor, senderIban, issuer: noIssuer, consoleUrl: noIssuer, portalUrl: noIssuer },
        id,
      ),
    declined: async ({ id }, actor) => await declineRequest(pool, { id, actor, reason: 'not like this' }),
    withdrawn: async ({ id }, actor) => await withdrawRequest(pool, { id, actor }),
  };

  return {
    async postOperation(command, note) {
      const wanted = operationOf(command, world, { work, payouts: payouts() });
      if (wanted === undefined) return;
      const actor = personOf(command);
      const result = await resultOrRefusal(
        async () => await postLedgerOperation(engine, { id: newId(), request: wanted, note, actor }),
      );
      if (result.outcome === 'asked') {
        work.openRequests.push({ id: result.requestId, note, askedBy: actor, wanted });
      }
      if (result.outcome === 'posted') rememberSent(work, result.operationId, wanted);
      attempts.push({ kind: 'operation', note, actor, wanted, result });
    },

    async endRequest({ end, by, iban, ...command }) {
      const request = pickNewest(work.openRequests, command.request);
      if (request === undefined) return;
      const { id, askedBy, wanted } = request;
      if (end === 'expired') {
        await people.expireRequest(id);
        work.openRequests = work.openRequests.filter((one) => one !== request);
        attempts.push({ kind: 'expiry', request });
        return;
      }
      const first = personIdOf(askedBy.name);
      const isSame = (end === 'withdrawn') === (by === 'whoever may');
      const actor = pick(
        PEOPLE.filter(({ name }) => (personIdOf(name) === first) === isSame),
        command.actor,
      );
      const result = await resultOrRefusal(async () => {
        await endings[end](request, actor, iban === 'another' ? ANOTHER_IBAN : SENDER_IBAN);
        return { outcome: end };
      });
      if (result.outcome === 'confirmed') rememberSent(work, id, wanted);
      if (!isStillOpen(result)) work.openRequests = work.openRequests.filter((one) => one !== request);
      attempts.push({ kind: 'end', request, actor, result });
    },
  };
}

/** A refusal leaves a request open, unless it is one because the request has ended. */
function isStillOpen(result: { outcome: RequestEnd } | Refused): boolean {
  if (result.outcome !== 'refused') return false;
  return !['request_already_ended', 'request_expired'].includes(result.refusal.code);
}
