import assert from 'node:assert/strict';
import { cents } from '@vezne/domain/money';
import type { ReasonCode } from '@vezne/domain/transaction-state';
import { fromTransactionId, toTransactionId } from '../../server/src/ids.ts';
import { confirmRequest } from '../../server/src/usecases/confirmation/confirm.ts';
import type { Decision, DecisionResult } from '../../server/src/usecases/decisions/decision.ts';
import type { BankSighting } from '../../server/src/usecases/deposits/bank-sighting.ts';
import { correctDeposit } from '../../server/src/usecases/deposits/correct.ts';
import { approveDeposit, rejectDeposit } from '../../server/src/usecases/deposits/decide.ts';
import { enterLateMoney } from '../../server/src/usecases/deposits/late-money.ts';
import { confirmContext } from '../../server/test/harness/by-two.ts';
import { AYSE, MEHMET } from '../../server/test/harness/desk.ts';
import type { Desk } from '../../server/test/harness/desk.ts';

/** What an operator sees at the bank. No two transfers have the same reference. */
function sighting(transactionId: string, senderSeen: string): BankSighting {
  return { bankReference: transactionId, senderSeen };
}

/** An operator saw the money at the bank. */
export async function approve(desk: Desk, id: string, actualCents: bigint): Promise<void> {
  const { customerFullName } = await desk.see(uuidOf(id));
  await make(desk, id, (base) =>
    approveDeposit({
      ...base,
      ...sighting(id, customerFullName),
      actor: AYSE,
      actualCents: cents(actualCents),
    }),
  );
}

export async function reject(
  desk: Desk,
  id: string,
  reasonCode: ReasonCode = 'no_money_seen',
  seenCents: bigint | null = null,
): Promise<void> {
  const moneySeen =
    seenCents === null ? null : { amountCents: cents(seenCents), bankAccountId: desk.bankAccount.id };
  await make(desk, id, (base) =>
    rejectDeposit({ ...base, actor: AYSE, reasonCode, note: 'seen at the bank', moneySeen }),
  );
}

/** Two people correct an approved deposit to zero: its money never arrived. */
export async function correctToZero(desk: Desk, id: string): Promise<void> {
  const asked = await decide(desk, id, (base) =>
    correctDeposit({ ...base, actor: AYSE, actualCents: cents(0n), note: 'called back' }),
  );
  if (asked.outcome !== 'asked') assert.fail(JSON.stringify(asked));
  await confirmRequest(confirmContext(desk.database.pool('vezne_console'), MEHMET), asked.requestId);
}

/** Money for a closed deposit arrived late, and an operator approves it. */
export async function approveLate(desk: Desk, id: string, amountCents: bigint): Promise<void> {
  const money = { transactionId: uuidOf(id), amountCents: cents(amountCents), actor: AYSE };
  const lateId = await enterLateMoney(desk.database.pool('vezne_console'), money);
  await approve(desk, toTransactionId(lateId), amountCents);
}

type MakeDecision = (base: { transactionId: string; fingerprint: string }) => Decision;

async function make(desk: Desk, id: string, decision: MakeDecision): Promise<void> {
  const result = await decide(desk, id, decision);
  assert.equal(result.outcome, 'made', JSON.stringify(result));
}

async function decide(desk: Desk, id: string, decision: MakeDecision): Promise<DecisionResult> {
  const transactionId = uuidOf(id);
  return await desk.decide((fingerprint) => decision({ transactionId, fingerprint }), transactionId);
}

function uuidOf(id: string): string {
  return fromTransactionId(id) ?? assert.fail(id);
}
