import { ApiError } from './api-error.ts';
import { fromTransactionId, toTransactionId } from '../../ids.ts';

/** The id of the last row of a page, encoded so that clients don't depend on its content. */
export function toCursor(lastId: string): string {
  return Buffer.from(`1:${toTransactionId(lastId)}`).toString('base64url');
}

export function fromCursor(cursor: string): string {
  const [version, id = ''] = Buffer.from(cursor, 'base64url').toString('latin1').split(':');
  const lastId = version === '1' ? fromTransactionId(id) : undefined;
  if (lastId !== undefined && toCursor(lastId) === cursor) return lastId;
  const problem = 'is not a cursor of ours; use nextCursor of the page before as it is';
  throw new ApiError('invalid_request', { extras: { fields: [{ path: 'cursor', problem }] } });
}
