import type pg from 'pg';
import type { SignedInPerson } from '@vezne/domain/actor';
import type { PayoutMark } from '@vezne/domain/payout-marks';
import { findDecisionRows } from '../../db/read/desk/decision-rows.ts';
import type { DecisionRow } from '../../db/read/desk/decision-rows.ts';
import {
  findPayoutPage,
  findPayoutQueueFacts,
  findPayoutTotals,
  findStaffNames,
} from '../../db/read/payouts/payout-queue.ts';
import type {
  PayoutFilters,
  PayoutGroup,
  PayoutPlace,
  PayoutQueueFacts,
  PayoutTotals,
} from '../../db/read/payouts/payout-queue.ts';
import { isTaker } from '../decisions/decision.ts';
import { marksOf } from '../decisions/marks.ts';
import { authorisationReasons } from '../withdrawals/decide.ts';

const OPTIONS = { timeoutMs: 5_000 };

/** A payout that waits, as the queue shows it. */
export interface WaitingPayout {
  row: DecisionRow;
  group: PayoutGroup;
  facts: PayoutQueueFacts;
  marks: PayoutMark[];
  takesTwo: boolean;
  /** By the ids that the row keeps. */
  names: ReadonlyMap<string, string>;
}

function groupOf(row: DecisionRow, viewer: SignedInPerson): PayoutGroup {
  if (row.stage !== 'taken') return row.stage === 'authorised' ? 'authorised' : 'queued';
  return isTaker(row, viewer) ? 'mine' : 'others';
}

/** Why one hand alone can't let it leave. Once it is authorised, nobody asks any more. */
export function reasonsBeforeLeaving(row: DecisionRow): ReturnType<typeof authorisationReasons> {
  const isBefore = row.status === 'waiting_confirmation' && row.stage !== 'authorised';
  return isBefore ? authorisationReasons(row) : [];
}

/** Those of them that wait, in the order given. */
export async function readWaitingPayouts(
  pool: pg.Pool,
  ids: readonly string[],
  viewer: SignedInPerson,
): Promise<WaitingPayout[]> {
  if (ids.length === 0) return [];
  const known = await findPayoutQueueFacts(pool, ids, OPTIONS);
  const rows = await findDecisionRows(pool, [...known.keys()], OPTIONS);
  const takers = [...rows.values()].flatMap(({ takenById }) => takenById ?? []);
  const names = await findStaffNames(pool, [...new Set(takers)], OPTIONS);
  return ids.flatMap((id) => {
    const row = rows.get(id);
    const facts = known.get(id);
    // Decided between the two reads.
    if (row?.status !== 'waiting_confirmation' || facts === undefined) return [];
    const takesTwo = reasonsBeforeLeaving(row).length > 0;
    return [{ row, group: groupOf(row, viewer), facts, marks: marksOf(row), takesTwo, names }];
  });
}

export interface PayoutList {
  payouts: WaitingPayout[];
  /** Of the whole group; with its first page. */
  totals: PayoutTotals | undefined;
  next: PayoutPlace | undefined;
}

/** A page of a group. */
export async function listWaitingPayouts(
  pool: pg.Pool,
  {
    filters,
    after,
    limit,
  }: { filters: Omit<PayoutFilters, 'viewer'>; after: PayoutPlace | undefined; limit: number },
  viewer: SignedInPerson,
): Promise<PayoutList> {
  const of = { ...filters, viewer };
  const { ids, next } = await findPayoutPage(pool, of, { after, limit, ...OPTIONS });
  // They read the whole group, so nobody reads them again for every page.
  const totals = after === undefined ? await findPayoutTotals(pool, of, OPTIONS) : undefined;
  return { totals, payouts: await readWaitingPayouts(pool, ids, viewer), next };
}
