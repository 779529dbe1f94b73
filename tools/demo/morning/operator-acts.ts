/** What operators decide, by the use cases of the command line. */
import { PAYOUT_MARKS } from '@vezne/domain/payout-marks';
import { findDecisionRows } from '../../../server/src/db/read/desk/decision-rows.ts';
import type { DecisionRow } from '../../../server/src/db/read/desk/decision-rows.ts';
import { confirmRequest } from '../../../server/src/usecases/confirmation/confirm.ts';
import type { Decision, DecisionResult } from '../../../server/src/usecases/decisions/decision.ts';
import type { MorningDesk } from './desk.ts';

const OPTIONS = { timeoutMs: 10_000 };

/** What operators see of the transactions at this moment. */
export async function see(
  { admin }: MorningDesk,
  ids: readonly string[],
): Promise<(id: string) => DecisionRow> {
  const rows = await findDecisionRows(admin, ids, OPTIONS);
  return (id) => {
    const row = rows.get(id);
    if (row === undefined) throw new Error(`The transaction ${id} of the demo is gone.`);
    return row;
  };
}

/** Decides on all of them as they are now, together. */
export async function decideAll<Item extends { id: string }>(
  desk: MorningDesk,
  items: readonly Item[],
  make: (row: DecisionRow, item: Item) => Decision,
): Promise<DecisionResult[]> {
  const rowOf = await see(
    desk,
    items.map(({ id }) => id),
  );
  const results = await Promise.all(
    items.map(async (item) => await desk.decisions.submit(make(rowOf(item.id), item))),
  );
  for (const result of results) {
    if (result.outcome === 'refused')
      throw new Error(`A decision of the demo is refused: ${result.refusal.code}.`);
  }
  return results;
}

/** The second person agrees with whatever was asked. */
export async function confirmAsked(desk: MorningDesk, results: readonly DecisionResult[]): Promise<void> {
  for (const result of results) {
    if (result.outcome !== 'asked') continue;
    const context = { ...desk.confirming, actor: desk.people.senior, marksRead: PAYOUT_MARKS };
    await confirmRequest(context, result.requestId);
  }
}
