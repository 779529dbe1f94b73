import type pg from 'pg';
import { systemActor } from '@vezne/domain/actor';
import { expireFourEyesRequests } from '../../db/write/requests/four-eyes-requests.ts';

const EXPIRY = systemActor('expiry');
const TIMEOUT_MS = 10_000;

/** Ends the requests that nobody confirmed in time. What they asked for goes back to where it waited. Returns how many. */
export async function expireRequests(pool: pg.Pool): Promise<number> {
  return await expireFourEyesRequests(pool, EXPIRY, { timeoutMs: TIMEOUT_MS });
}
