import type pg from 'pg';
import type { Actor } from '../decisions/request.ts';
import { endRequest } from './end.ts';
import type { EndedRequest } from './end.ts';

/** The wish is taken back, by whoever asked or by anyone who sees that it is wrong. */
export async function withdrawRequest(
  pool: pg.Pool,
  request: { id: string; actor: Actor },
): Promise<EndedRequest> {
  return await endRequest(pool, { ...request, end: 'withdrawn' });
}
