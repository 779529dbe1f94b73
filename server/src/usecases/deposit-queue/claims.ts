/** Who has a deposit open. Only people at the console have: whoever confirms, and the command line, are not held up by it. */
import type pg from 'pg';
import type { SignedInPerson } from '@vezne/domain/actor';
import { isForbidden } from '../../db/errors.ts';
import { ringQueue } from '../../db/queue-channel.ts';
import { findDecisionRows } from '../../db/read/desk/decision-rows.ts';
import { findClaims } from '../../db/read/desk/deposit-claims.ts';
import type { DepositClaim } from '../../db/read/desk/deposit-claims.ts';
import type { RetryUntilSettled } from '../../db/retry-until-settled.ts';
import * as claims from '../../db/write/desk/deposit-claims.ts';
import { refuseUnlessMay } from '../may.ts';
import { refused } from '../refusal.ts';
import type { RefusedError } from '../refusal.ts';

const OPTIONS = { timeoutMs: 5_000 };
/** Somebody else's claim may end between finding it and reading whose it is. */
const MOST_TRIES = 3;

export type ClaimAttempt = claims.ClaimAttempt;

export interface ClaimContext {
  pool: pg.Pool;
  retry: RetryUntilSettled;
}

/** Opens a deposit, or keeps it open for longer. Refused with a name while somebody else has it open, unless it is taken over. */
export async function openDeposit(
  { pool, retry }: ClaimContext,
  attempt: ClaimAttempt,
): Promise<DepositClaim> {
  const { transactionId, actor } = attempt;
  // Whoever takes a deposit to the own screen does so to decide.
  refuseUnlessMay(actor, 'deposit.take_over');
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const { until, closed } = await retry
      .run(async () => await claims.claimDeposit(pool, attempt, OPTIONS))
      .catch((error: unknown) => {
        // The session was ended since it was looked up.
        throw isForbidden(error) ? refused('not_permitted', { permission: 'signed_in' }) : error;
      });
    if (until === undefined) throw await notOpen(pool, transactionId);
    if (until !== null) {
      ringQueue(pool, [transactionId, ...closed]);
      const [claim] = (await findClaims(pool, [transactionId], OPTIONS)).values();
      // Taken over, or decided, in this very moment.
      if (claim?.staffId === actor.id) return claim;
    }
    const other = await findClaimOfAnother(pool, transactionId, actor);
    if (other !== undefined) throw refused('deposit_claimed', { transactionId, name: other.name });
  }
  throw await notOpen(pool, transactionId);
}

/** Closes it. What somebody else has open stays theirs. */
export async function closeDeposit(
  { pool, retry }: ClaimContext,
  { transactionId, actor }: { transactionId: string; actor: SignedInPerson },
): Promise<void> {
  const isReleased = await retry.run(
    async () => await claims.releaseDeposit(pool, { transactionId, staffId: actor.id }, OPTIONS),
  );
  if (isReleased) ringQueue(pool, [transactionId]);
}

export async function findClaimOfAnother(
  pool: pg.Pool,
  transactionId: string,
  actor: SignedInPerson,
): Promise<DepositClaim | undefined> {
  return (await findClaimsOfOthers(pool, [transactionId], actor)).get(transactionId);
}

export async function findClaimsOfOthers(
  pool: pg.Pool,
  transactionIds: readonly string[],
  actor: SignedInPerson,
): Promise<Map<string, DepositClaim>> {
  const found = await findClaims(pool, transactionIds, OPTIONS);
  return new Map([...found].filter(([, { staffId }]) => staffId !== actor.id));
}

async function notOpen(pool: pg.Pool, transactionId: string): Promise<RefusedError> {
  const row = (await findDecisionRows(pool, [transactionId], OPTIONS)).get(transactionId);
  if (row?.type !== 'deposit') return refused('transaction_not_found', { transactionId });
  return refused('state_conflict', { transactionId, status: row.status, stage: row.stage });
}
