/** Decisions from the console's queue: they heed who has a deposit open. */
import type pg from 'pg';
import type { SignedInPerson } from '@vezne/domain/actor';
import type { DepositClaim } from '../../db/read/desk/deposit-claims.ts';
import type { Decision } from '../decisions/decision.ts';
import type { Decisions } from '../decisions/decisions.ts';
import { orRefused } from '../decisions/or-refused.ts';
import type { Decided } from '../decisions/or-refused.ts';
import { findRepeats } from '../decisions/repeats.ts';
import { approveInBulk } from '../deposits/approve-in-bulk.ts';
import type { BulkResult, OnResult, SeenDeposit } from '../deposits/approve-in-bulk.ts';
import { refused } from '../refusal.ts';
import { findClaimOfAnother, findClaimsOfOthers } from './claims.ts';

const OPTIONS = { timeoutMs: 5_000 };

interface DeskContext {
  pool: pg.Pool;
  decisions: Decisions;
}

/**
 * Makes a decision, unless somebody else has the deposit open. That is looked up a moment before: whoever opens it in this moment finds it
 * decided, as they would a moment later.
 */
export async function decideAtDesk(
  { pool, decisions }: DeskContext,
  decision: Decision & { actor: SignedInPerson },
): Promise<Decided> {
  const { transactionId, actor } = decision;
  const claim = await findClaimOfAnother(pool, transactionId, actor);
  if (claim !== undefined) {
    // Somebody may have opened it since the first press, whose answer was lost.
    const repeat = (await findRepeats(pool, [decision], OPTIONS)).get(decision);
    if (repeat === undefined) throw refused('deposit_claimed', { transactionId, name: claim.name });
    return orRefused(repeat);
  }
  return orRefused(await decisions.submit(decision));
}

export interface BulkListeners {
  actor: SignedInPerson;
  note: string | undefined;
  onResult: OnResult;
  onClaimed: (transactionId: string, claim: DepositClaim) => void;
}

/** Approves what nobody else has open. Those that somebody has are named and left out. */
export async function approveInBulkAtDesk(
  { pool, decisions }: DeskContext,
  deposits: readonly SeenDeposit[],
  { actor, note, onResult, onClaimed }: BulkListeners,
): Promise<BulkResult> {
  const ids = deposits.map(({ transactionId }) => transactionId);
  const claims = await findClaimsOfOthers(pool, ids, actor);
  const free = deposits.filter(({ transactionId }) => !claims.has(transactionId));
  const requestId = deposits[0]?.press?.id;
  const result = await approveInBulk(
    { pool, decisions },
    free,
    { actor, note },
    {
      ...(requestId === undefined ? {} : { requestId }),
      onResult: (...told) => {
        tellClaims();
        onResult(...told);
      },
    },
  );
  tellClaims();
  return result;

  /** After whatever may refuse the whole bulk. */
  function tellClaims(): void {
    for (const [transactionId, claim] of claims) onClaimed(transactionId, claim);
    claims.clear();
  }
}
