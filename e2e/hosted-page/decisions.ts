import assert from 'node:assert/strict';
import { cents } from '@vezne/domain/money';
import { fromTransactionId, toTransactionId } from '../../server/src/ids.ts';
import { rejectTransaction } from '../../server/src/usecases/decisions/reject.ts';
import type { Decision } from '../../server/src/usecases/decisions/decision.ts';
import { approveDeposit } from '../../server/src/usecases/deposits/decide.ts';
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
  const { fingerprint } = await desk.see(transactionId);
  const correction = { transactionId, fingerprint, actualCents: cents(0n), note: 'called back', actor: AYSE };
  const requestId = await askCorrection(pool, correction);
  await confirmRequest(pool, { id: requestId, actor: MEHMET });
}

/** Money for a closed deposit arrived late, and an operator approves it. */
export async function approveLate(desk: Desk, id: string, amountCents: bigint): Promise<void> {
  const transactionId = fromTransactionId(id) ?? assert.fail(id);
  const money = { transactionId, amountCents: cents(amountCents), actor: AYSE };
  const lateId = await enterLateMoney(desk.database.pool('vezne_console'), money);
  await approve(desk, toTransactionId(lateId), amountCents);
}

async function decide(
  desk: Desk,
  id: string,
  make: (base: { transactionId: string; fingerprint: string }) => Decision,
): Promise<void> {
  const transactionId = fromTransactionId(id) ?? assert.fail(id);
  const result = await desk.decide((fingerprint) => make({ transactionId, fingerprint }), transactionId);
  assert.equal(result.outcome, 'made', JSON.stringify(result));
}
