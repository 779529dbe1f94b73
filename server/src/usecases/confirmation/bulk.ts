import type { Decision } from '../decisions/decision.ts';
import { BULK_REQUEST, bulkDecisions } from '../deposits/approve-in-bulk.ts';
import type { SeenDeposit } from '../deposits/approve-in-bulk.ts';
import { readStoredInput } from '../four-eyes/stored-input.ts';
import { prepareDecisions } from './decisions.ts';
import type { Confirmation, Prepared } from './prepared.ts';

/** The decisions of a request for a bulk. */
export function bulkAsked({ asked, actor }: Pick<Confirmation, 'asked' | 'actor'>): Decision[] | undefined {
  if (asked.action !== BULK_REQUEST) return undefined;
  const { deposits } = readStoredInput(asked.details) as { deposits: SeenDeposit[] };
  return bulkDecisions(deposits, {
    actor,
    note: asked.note,
    asked: { askedBy: { id: asked.askedById, name: asked.askedBy } },
  });
}

export async function prepareBulk(confirmation: Confirmation): Promise<Prepared | undefined> {
  const decisions = bulkAsked(confirmation);
  return decisions === undefined
    ? undefined
    : await prepareDecisions(confirmation, decisions, { isBulk: true });
}
