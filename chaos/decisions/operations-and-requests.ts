import { personIdOf } from '@vezne/domain/actor';
import type { Person } from '@vezne/domain/actor';
import { newId } from '../../server/src/ids.ts';
import { askCorrection } from '../../server/src/usecases/deposits/ask-correction.ts';
import { confirmRequest } from '../../server/src/usecases/four-eyes/confirm.ts';
import { withdrawRequest } from '../../server/src/usecases/four-eyes/end.ts';
import { postLedgerOperation } from '../../server/src/usecases/ledger/post.ts';
import { resultOrRefusal } from './attempt.ts';
import type { Attempt, WantedCorrection } from './attempt.ts';
import { operationOf } from './command-to-operation.ts';
import type { OperationCommand, SecondPersonCommand } from './command.ts';
import { PEOPLE, personOf } from './people.ts';
import type { Engine } from './people.ts';
import { pick, pickNewest } from './pick.ts';
import { rememberSent } from './work-in-progress.ts';
import type { WorkInProgress } from './work-in-progress.ts';
import type { World } from './world.ts';

/** An operator's work besides decisions on transactions: ledger operations, and requests for a second person. */
export interface OperationsAndRequests {
  askForCorrection(
    wanted: WantedCorrection,
    by: { note: string; actor: Person; fingerprint: string },
  ): Promise<void>;
  postOperation(command: OperationCommand, note: string): Promise<void>;
  endRequest(command: SecondPersonCommand): Promise<void>;
}

export function createOperationsAndRequests({
  engine,
  world,
  work,
  attempts,
}: {
  engine: Engine;
  world: World;
  work: WorkInProgress;
  attempts: Attempt[];
}): OperationsAndRequests {
  const { pool } = engine;

  return {
    async askForCorrection(wanted, { note, actor, fingerprint }) {
      const { transactionId, actualCents } = wanted;
      const result = await resultOrRefusal(async () => {
        const requestId = await askCorrection(pool, { transactionId, actualCents, note, actor, fingerprint });
        return { outcome: 'asked' as const, requestId };
      });
      if (result.outcome === 'asked') {
        work.openRequests.push({ id: result.requestId, note, askedBy: actor, wanted });
      }
      attempts.push({ kind: 'correction', note, actor, wanted, result });
    },

    async postOperation(command, note) {
      const wanted = operationOf(command, world, work);
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

    async endRequest({ end, by, ...command }) {
      const request = pickNewest(work.openRequests, command.request);
      if (request === undefined) return;
      const { id, askedBy, wanted } = request;
      const first = personIdOf(askedBy.name);
      const able = PEOPLE.filter(({ name }) => (personIdOf(name) === first) === (by === 'same'));
      const actor = pick(able, command.actor);
      const endIt = end === 'confirmed' ? confirmRequest : withdrawRequest;
      const result = await resultOrRefusal(async () => {
        await endIt(pool, { id, actor });
        return { outcome: end };
      });
      if (result.outcome === 'confirmed') rememberSent(work, id, wanted);
      // A request that was refused for any other reason can never succeed, so it is ignored from now on.
      const isStillOpen = result.outcome === 'refused' && result.refusal.code === 'own_request';
      if (!isStillOpen) work.openRequests = work.openRequests.filter((one) => one !== request);
      attempts.push({ kind: 'end', request, actor, result });
    },
  };
}
