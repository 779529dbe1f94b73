import { isSamePerson } from '@vezne/domain/authority';
import { newId } from '../../server/src/ids.ts';
import { askCorrection } from '../../server/src/usecases/deposits/ask-correction.ts';
import { postLedgerOperation } from '../../server/src/usecases/ledger/post.ts';
import { confirmRequest } from '../../server/src/usecases/four-eyes/confirm.ts';
import { withdrawRequest } from '../../server/src/usecases/four-eyes/withdraw.ts';
import type { Attempt } from './attempt.ts';
import { newest, noteSent, pick } from './board.ts';
import type { AskedCorrection, Board } from './board.ts';
import type { OperationCommand, SecondPersonCommand } from './command.ts';
import { operationWish } from './operation-wish.ts';
import { NAMES, nameOf, staff } from './people.ts';
import type { Operator } from './people.ts';
import type { World } from './world.ts';

/** What an operator does beside decisions on transactions: operations of the books, and what takes two people. */
export interface Paperwork {
  correct(wish: AskedCorrection, by: { note: string; actor: string; seen: string }): Promise<void>;
  operate(command: OperationCommand, note: string): Promise<void>;
  end(command: SecondPersonCommand): Promise<void>;
}

export function createPaperwork(parts: {
  operator: Operator;
  world: World;
  board: Board;
  attempts: Attempt[];
}): Paperwork {
  const { operator, world, board, attempts } = parts;
  const { pool } = operator;

  async function correct(
    wish: AskedCorrection,
    { note, actor, seen }: { note: string; actor: string; seen: string },
  ): Promise<void> {
    const asked = { ...wish, note, actor: staff(actor), seen };
    const result = await askCorrection(pool, asked);
    if (result.outcome === 'asked') board.open.push({ id: result.requestId, note, askedBy: actor, wish });
    attempts.push({ kind: 'correction', note, actor, wish, result });
  }

  async function operate(command: OperationCommand, note: string): Promise<void> {
    const wish = operationWish(command, world, board);
    const actor = nameOf(command);
    const result = await postLedgerOperation(operator, { id: newId(), wish, note, actor: staff(actor) });
    if (result.outcome === 'asked') board.open.push({ id: result.requestId, note, askedBy: actor, wish });
    if (result.outcome === 'posted') noteSent(board, result.operationId, wish);
    attempts.push({ kind: 'operation', note, actor, wish, result });
  }

  async function end(command: SecondPersonCommand): Promise<void> {
    const request = newest(board.open, command.request);
    if (request === undefined) return;
    const { id, askedBy, wish } = request;
    const able = NAMES.filter((one) => isSamePerson(one, askedBy) === (command.by === 'same'));
    const actor = pick(able, command.actor);
    const endIt = command.end === 'confirmed' ? confirmRequest : withdrawRequest;
    const result = await endIt(pool, { id, actor: staff(actor) });
    if (result.outcome === 'confirmed') noteSent(board, id, wish);
    // What was refused for any other reason has no hope, and nobody comes back to it.
    const isStillOpen = result.outcome === 'refused' && result.reason === 'own_request';
    if (!isStillOpen) board.open = board.open.filter((one) => one !== request);
    attempts.push({ kind: 'end', request, actor, result });
  }

  return { correct, operate, end };
}
