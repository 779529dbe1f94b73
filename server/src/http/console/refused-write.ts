import type { FastifyRequest } from 'fastify';
import { isRefusedWrite } from '../../db/errors.ts';
import { ConsoleError } from './console-error.ts';

/**
 * A rule of the database was broken, which no use case expects: a fault of ours, or somebody who tries. Nothing was written, and the page
 * says so in place of pressing again. The log has what it was.
 */
export function answerToRefusedWrite(
  error: unknown,
  { log, id: requestId }: FastifyRequest,
): ConsoleError | undefined {
  if (!isRefusedWrite(error)) return undefined;
  log.error({ err: error, requestId }, 'the database refused a change; nothing was written');
  return new ConsoleError('decision_refused', { refusal: 'refused_by_database' });
}
