import type pg from 'pg';
import type { Person } from '@vezne/domain/actor';
import { findDecisionRows } from '../../db/read/desk/decision-rows.ts';
import type { DecisionRow } from '../../db/read/desk/decision-rows.ts';
import { findClaims } from '../../db/read/desk/deposit-claims.ts';
import type { DepositClaim } from '../../db/read/desk/deposit-claims.ts';
import { findQueueFacts } from '../../db/read/desk/queue-facts.ts';
import type { QueueFacts } from '../../db/read/desk/queue-facts.ts';
import { findQueuePage } from '../../db/read/desk/queue.ts';
import type { QueueFilters, QueuePlace } from '../../db/read/desk/queue.ts';
import { depositWarnings } from '../deposits/bank-sighting.ts';
import type { DepositWarning } from '../deposits/bank-sighting.ts';
import { approvalReasons } from '../deposits/decide.ts';

const OPTIONS = { timeoutMs: 5_000 };

/** A deposit that waits, as the queue shows it. */
export interface WaitingDeposit {
  row: DecisionRow;
  facts: QueueFacts;
  claim: DepositClaim | undefined;
  warnings: DepositWarning[];
  /** If the person who looks approved what was asked for, it would become a request. */
  takesTwo: boolean;
}

/** Those of them that wait, in the order given. */
export async function readWaitingDeposits(
  pool: pg.Pool,
  ids: readonly string[],
  viewer: Person,
): Promise<WaitingDeposit[]> {
  if (ids.length === 0) return [];
  const facts = await findQueueFacts(pool, ids, OPTIONS);
  const rows = await findDecisionRows(pool, ids, OPTIONS);
  const claims = await findClaims(pool, ids, OPTIONS);
  return ids.flatMap((id) => {
    const row = rows.get(id);
    const known = facts.get(id);
    // Decided between the two reads.
    if (row === undefined || known === undefined) return [];
    const reasons = approvalReasons(row, { actualCents: row.amountCents, actor: viewer });
    return [
      {
        row,
        facts: known,
        claim: claims.get(id),
        warnings: depositWarnings(row),
        takesTwo: reasons.length > 0,
      },
    ];
  });
}

/** A page of the queue. */
export async function listWaitingDeposits(
  pool: pg.Pool,
  { filters, after, limit }: { filters: QueueFilters; after: QueuePlace | undefined; limit: number },
  viewer: Person,
): Promise<{ deposits: WaitingDeposit[]; next: QueuePlace | undefined }> {
  const { ids, next } = await findQueuePage(pool, filters, { after, limit, ...OPTIONS });
  return { deposits: await readWaitingDeposits(pool, ids, viewer), next };
}
