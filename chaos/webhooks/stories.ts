import assert from 'node:assert/strict';
import type { EventType } from '@vezne/domain/transaction-state';
import type pg from 'pg';
import { correctDeposit } from '../../server/src/usecases/deposits/correct.ts';
import { approveDeposit, rejectDeposit } from '../../server/src/usecases/deposits/decide.ts';
import type { Decision } from '../../server/src/usecases/decisions/decision.ts';
import { returnPayout } from '../../server/src/usecases/withdrawals/after-approval.ts';
import { approveWithdrawal, takeWithdrawal } from '../../server/src/usecases/withdrawals/decide.ts';
import { depositRow, insertRow, withdrawalRow } from '../../server/test/db/rows/valid-rows.ts';
import { AYSE, MEHMET, authorise, cash, testDecisions } from '../../server/test/harness/desk.ts';
import type { Desk } from '../../server/test/harness/desk.ts';
import { insertEvent } from '../../server/test/harness/events.ts';

/** A partner's events in one round, however they are made. */
export const EVENTS_A_ROUND = 25;

interface Told {
  transactionId: string;
  type: EventType;
}

/** Decided by the engine: 5 deposits approved and corrected, 5 rejected, 5 payouts that the bank sends back. */
export async function decideRound(desk: Desk): Promise<void> {
  const { bankAccount } = desk;
  const each = async (
    ids: readonly string[],
    make: (transactionId: string, fingerprint: string) => Decision,
    decisions = desk.decisions,
  ): Promise<void> => {
    const results = await Promise.all(
      ids.map(async (id) => await decisions.submit(make(id, (await desk.see(id)).fingerprint))),
    );
    for (const result of results) assert.equal(result.outcome, 'made', JSON.stringify(result));
  };
  const five = async (make: () => Promise<string>): Promise<string[]> =>
    await Promise.all(Array.from({ length: 5 }, make));
  const approved = await five(async () => await desk.deposit());
  const rejected = await five(async () => await desk.deposit());
  const paid = await five(async () => await desk.withdrawal());
  const approval = { actor: AYSE, actualCents: cash(1_000) };
  await each(approved, (transactionId, fingerprint) =>
    approveDeposit({ transactionId, fingerprint, ...approval }),
  );
  await each(paid, (transactionId) =>
    takeWithdrawal({ transactionId, actor: AYSE, bankAccountId: bankAccount.id }),
  );
  await each(paid, (transactionId, fingerprint) => authorise({ transactionId, fingerprint, actor: MEHMET }));
  await each(paid, (transactionId, fingerprint) =>
    approveWithdrawal({ transactionId, fingerprint, actor: AYSE }),
  );
  await each(
    approved,
    (transactionId, fingerprint) =>
      correctDeposit({
        transactionId,
        fingerprint,
        actor: MEHMET,
        note: 'typo',
        actualCents: cash(900),
        // As a second person's confirmation. The owner's word stands for the request.
        asked: { askedBy: AYSE },
      }),
    testDecisions(desk.owner),
  );
  await each(rejected, (transactionId, fingerprint) =>
    rejectDeposit({ transactionId, fingerprint, actor: AYSE, reasonCode: 'no_money_seen' }),
  );
  await each(paid, (transactionId, fingerprint) =>
    returnPayout({ transactionId, fingerprint, actor: MEHMET }),
  );
}

/**
 * Written as a decision would write them: 5 deposits approved and corrected twice, 3 rejected whose money comes late, 2
 * payouts that the bank sends back. The second event of a reference follows directly after the first.
 */
export async function writeRound(owner: pg.Pool, partnerId: string, bankAccountId: string): Promise<void> {
  const partner = { id: partnerId };
  const told: Told[][] = [];
  for (let count = 0; count < 5; count += 1) {
    const transactionId = await insertTransaction(
      owner,
      depositRow({ partner, bankAccount: { id: bankAccountId } }),
    );
    const kinds = ['deposit.approved', 'deposit.corrected', 'deposit.corrected'] as const;
    told.push(kinds.map((type) => ({ transactionId, type })));
  }
  for (let count = 0; count < 3; count += 1) {
    const first = depositRow({ partner, bankAccount: { id: bankAccountId } });
    const late = {
      ...depositRow({ partner, bankAccount: { id: bankAccountId } }),
      external_reference: first['external_reference'],
      original_transaction_id: first['id'],
      status: 'waiting_confirmation',
    };
    told.push([
      { transactionId: await insertTransaction(owner, first), type: 'deposit.rejected' },
      { transactionId: await insertTransaction(owner, late), type: 'deposit.approved' },
    ]);
  }
  for (let count = 0; count < 2; count += 1) {
    const transactionId = await insertTransaction(owner, withdrawalRow({ partner }));
    const kinds = ['withdrawal.approved', 'withdrawal.rejected'] as const;
    told.push(kinds.map((type) => ({ transactionId, type })));
  }
  for (const step of [0, 1, 2]) {
    for (const story of told) {
      const event = story[step];
      if (event) await insertEvent(owner, event.transactionId, event.type);
    }
  }
}

async function insertTransaction(owner: pg.Pool, row: Readonly<Record<string, unknown>>): Promise<string> {
  await insertRow(owner, 'transaction', row);
  return String(row['id']);
}
