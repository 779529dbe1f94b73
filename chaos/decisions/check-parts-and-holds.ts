import assert from 'node:assert/strict';
import { withdrawalAmounts } from '@vezne/domain/commission';
import type { StepTrigger } from '@vezne/domain/transaction-state';
import type { History } from './history.ts';

/** What no payout does any more once a part of it has left. */
const NEVER_AFTER_A_PART: ReadonlySet<StepTrigger> = new Set(['release_authorised', 'reject']);

/** Parts are steps, add up to the sum in the row, and are never more than the payout. A hold lasts until the next step. */
export function assertPartsAndHolds(history: History): void {
  const { id, parts, partsSentCents, steps, status, isHeld } = history;
  const sent = parts.reduce((sum, { amountCents }) => sum + amountCents, 0n);
  assert.equal(partsSentCents, sent, `${id}: the row has the sum of its parts`);
  const partSteps = steps.filter(({ trigger }) => trigger === 'part_sent');
  assert.deepEqual(
    parts.map(({ number, sentById }) => [number, sentById]),
    partSteps.map(({ actorId }, index) => [index + 1, actorId]),
    `${id}: each part is a step of whoever sent it, in order`,
  );
  if (sent > 0n) {
    const toPay = toPayOf(history);
    assert.ok(sent <= toPay, `${id}: parts are at most what the player is paid`);
    if (status === 'approved') assert.equal(sent, toPay, `${id}: an approved payout was sent whole`);
    const first = steps.findIndex(({ trigger }) => trigger === 'part_sent');
    const undone = steps.slice(first).find(({ trigger }) => NEVER_AFTER_A_PART.has(trigger));
    assert.equal(undone, undefined, `${id}: what has left is neither released nor rejected`);
  }
  assert.equal(isHeld, steps.at(-1)?.trigger === 'hold', `${id}: a hold lasts until the next decision`);
}

function toPayOf({
  amountCents: requestedCents,
  basisPoints,
  fixedCents,
  settlementMode: mode,
}: History): bigint {
  return withdrawalAmounts({ requestedCents, terms: { basisPoints, fixedCents, mode } }).playerAmountCents;
}
