import { PassThrough } from 'node:stream';
import { approveDepositsInBulk, bulkLine } from '@vezne/contract/console/deposit-decisions';
import type { BulkLine } from '@vezne/contract/console/deposit-decisions';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { DecisionResult } from '../../../usecases/decisions/decision.ts';
import { RefusedError } from '../../../usecases/refusal.ts';
import { ConsoleError } from '../console-error.ts';
import type { ConsoleDependencies } from '../dependencies.ts';
import { personOf } from '../person.ts';
import { rawConsoleRoute } from '../route.ts';
import { pressOf } from '../press.ts';

/** Approvals of many deposits as asked. Each result is a line, sent when it is known. */
export function bulkRoute(app: FastifyInstance, dependencies: ConsoleDependencies): void {
  const { desk } = dependencies;
  rawConsoleRoute(app, dependencies, approveDepositsInBulk, async ({ session, body, reply, request }) => {
    const ids = body.deposits.map(({ id }) => id);
    const presses = new Set(body.deposits.map(({ decisionId }) => decisionId));
    if (new Set(ids).size < ids.length || presses.size < ids.length)
      throw new ConsoleError('invalid_request', {
        fields: [{ path: 'deposits', problem: 'names one twice' }],
      });
    const lines = createLines(reply);
    const unanswered = new Set(ids);
    const answer = (id: string, line: BulkLine): void => {
      unanswered.delete(id);
      lines.send(line);
    };
    const deposits = body.deposits.map(({ id, seen, decisionId }) => ({
      transactionId: id,
      fingerprint: seen,
      // The deposit and the amount that was asked for are all that a bulk says of it.
      press: pressOf({ decisionId, note: body.note }, 'approve'),
    }));
    try {
      const result = await desk.approveInBulk(deposits, {
        actor: personOf(session),
        note: body.note,
        onResult: ({ transactionId }, settled) => {
          if (settled.status === 'rejected' && !(settled.reason instanceof RefusedError))
            request.log.error({ err: settled.reason, requestId: request.id }, 'one of a bulk failed');
          answer(transactionId, lineOf(transactionId, settled));
        },
        onClaimed: (id, { name }) =>
          answer(id, { id, outcome: 'refused', refusal: 'claimed', claimedBy: name }),
      });
      if (result.outcome === 'asked') lines.send({ outcome: 'asked', requestId: result.requestId });
    } catch (error) {
      // Before the first line the whole bulk is refused. After it, what has no line may have been done or not.
      if (!lines.hasBegun) throw error;
      request.log.error({ err: error, requestId: request.id }, 'a bulk ended before all of it was answered');
      for (const id of unanswered) lines.send({ id, outcome: 'unknown' });
    }
    return lines.end();
  });
}

function lineOf(id: string, settled: PromiseSettledResult<DecisionResult>): BulkLine {
  if (settled.status === 'rejected') {
    const { reason } = settled;
    return reason instanceof RefusedError
      ? { id, outcome: 'refused', refusal: reason.refusal.code }
      : { id, outcome: 'unknown' };
  }
  const { value } = settled;
  switch (value.outcome) {
    case 'made':
      return { id, outcome: 'made', status: value.status };
    case 'refused':
      return { id, outcome: 'refused', refusal: value.refusal.code };
    case 'asked':
      // It came to take two people since the bulk was looked at, and is a request of its own now.
      return { id, outcome: 'refused', refusal: 'request_already_open' };
  }
}

interface Lines {
  readonly hasBegun: boolean;
  send(line: BulkLine): void;
  end(): FastifyReply;
}

/** JSON, a line for each. The answer begins with the first. */
function createLines(reply: FastifyReply): Lines {
  const stream = new PassThrough();
  // Whoever hangs up hears no more of it. What was pressed is done all the same.
  stream.on('error', () => undefined);
  let hasBegun = false;
  function begin(): void {
    if (hasBegun) return;
    hasBegun = true;
    reply.header('x-accel-buffering', 'no').type('application/x-ndjson; charset=utf-8').send(stream);
  }
  return {
    get hasBegun() {
      return hasBegun;
    },
    send(line) {
      begin();
      stream.write(`${JSON.stringify(bulkLine.parse(line))}\n`);
    },
    end() {
      begin();
      stream.end();
      return reply;
    },
  };
}
