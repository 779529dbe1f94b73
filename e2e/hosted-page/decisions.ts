import assert from 'node:assert/strict';
import { cents } from '@vezne/domain/money';
import { fromTransactionId, toTransactionId } from '../../server/src/ids.ts';
import { rejectTransaction } from '../../server/src/usecases/decisions/reject.ts';
import type { DecisionRequest } from '../../server/src/usecases/decisions/request.ts';
import { approveDeposit } from '../../server/src/usecases/deposits/approve.ts';
import { askCorrection } from '../../server/src/usecases/deposits/ask-correction.ts';
import { enterLateMoney } from '../../server/src/usecases/deposits/late-money.ts';
import { confirmRequest } from '../../server/src/usecases/four-eyes/confirm.ts';
import { AYSE, MEHMET } from '../../server/test/harness/desk.ts';
import type { Desk } from '../../server/test/harness/desk.ts';

/** An operator saw the money at the bank. */
export async function approve(desk: Desk, id: string, actualCents: bigint): Promise<void> {
  await decide(desk, id, (base) => approveDeposit({ ...base, actor: AYSE, actualCents: cents(actualCents) }));
}

export async function reject(desk: Desk, id: string): Promise<void> {
  await decide(desk, id, (base) =>
    rejectTransaction('deposit', { ...base, actor: AYSE, reasonCode: 'no_money_seen' }),
  );
}

/** Two people correct an approved deposit to zero: its money never arrived. */
export async function correctToZero(desk: Desk, id: string): Promise<void> {
  const pool = desk.database.pool('vezne_console');
  const transactionId = fromTransactionId(id) ?? assert.fail(id);
  const { seen } = await desk.see(transactionId);
  const request = { transactionId, seen, actualCents: cents(0n), note: 'called back', actor: AYSE };
  const asked = await askCorrection(pool, request);
  if (asked.outcome !== 'asked') return assert.fail(asked.reason);
  const ended = await confirmRequest(pool, { id: asked.requestId, actor: MEHMET });
  assert.equal(ended.outcome, 'confirmed');
}

/** Money for a closed deposit arrived late, and an operator approves it. */
export async function approveLate(desk: Desk, id: string, amountCents: bigint): Promise<void> {
  const transactionId = fromTransactionId(id) ?? assert.fail(id);
  const request = { transactionId, amountCents: cents(amountCents), actor: AYSE };
  const late = await enterLateMoney(desk.database.pool('vezne_console'), request);
  if (late.outcome !== 'entered') return assert.fail(late.reason);
  await approve(desk, toTransactionId(late.transactionId), amountCents);
}

async function decide(
  desk: Desk,
  id: string,
  make: (base: { transactionId: string; seen: string }) => DecisionRequest,
): Promise<void> {
  const transactionId = fromTransactionId(id) ?? assert.fail(id);
  const result = await desk.decide((seen) => make({ transactionId, seen }), transactionId);
  assert.equal(result.outcome, 'made', JSON.stringify(result));
}
