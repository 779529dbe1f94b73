import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { SETTLEMENT_MODES } from '@vezne/domain/commission';
import type { SettlementMode } from '@vezne/domain/commission';
import { queryOn } from '../../../src/db/query.ts';
import { findPartnerAccounts } from '../../../src/db/read/ledger/balance-entries.ts';
import { newId } from '../../../src/ids.ts';
import { confirmRequest } from '../../../src/usecases/confirmation/confirm.ts';
import type { DecisionResult } from '../../../src/usecases/decisions/decision.ts';
import { correctDeposit } from '../../../src/usecases/deposits/correct.ts';
import { approveDeposit, rejectDeposit } from '../../../src/usecases/deposits/decide.ts';
import { enterLateMoney } from '../../../src/usecases/deposits/late-money.ts';
import type { OperationRequest } from '../../../src/usecases/ledger/operation.ts';
import { postLedgerOperation } from '../../../src/usecases/ledger/post.ts';
import { readMovements } from '../../../src/usecases/partner-statements/movements.ts';
import { returnPayout } from '../../../src/usecases/withdrawals/after-approval.ts';
import {
  approveWithdrawal,
  rejectWithdrawal,
  releaseWithdrawal,
} from '../../../src/usecases/withdrawals/decide.ts';
import type { StatementLine } from '../../../src/documents/partner-statement/statement.ts';
import { confirmContext } from '../../harness/by-two.ts';
import { AYSE, MEHMET, cash, openDesk, retry, sighting, staff } from '../../harness/desk.ts';
import type { Desk } from '../../harness/desk.ts';
import { authorisedPayout } from '../../harness/payouts.ts';

const PLENTY = { bankBalanceCents: cash(1_000_000) };

async function linesOf(desk: Desk): Promise<StatementLine[]> {
  const client = await desk.database.pool('vezne_worker').connect();
  try {
    const query = queryOn(client, { timeoutMs: 5_000 });
    const accounts = await findPartnerAccounts(query, desk.partner.id);
    const lines: StatementLine[] = [];
    for await (const some of readMovements(query, accounts, { above: 0n, upTo: accounts.entryCount }))
      lines.push(...some);
    return lines;
  } finally {
    client.release();
  }
}

/** Everything that can happen to a partner's balance, done by those who do it. */
async function live(t: TestContext, mode: SettlementMode): Promise<Desk> {
  const desk = await openDesk(t, { mode });
  const pool = desk.database.pool('vezne_console');
  const byTwo = async (asked: DecisionResult | { outcome: string }): Promise<void> => {
    assert.equal(asked.outcome, 'asked');
    const { requestId } = asked as { requestId?: string };
    await confirmRequest(confirmContext(pool, staff('zeynep')), requestId ?? '');
  };
  const made = (result: DecisionResult): void => assert.equal(result.outcome, 'made');
  const operate = async (request: OperationRequest) =>
    await postLedgerOperation(
      { pool, retry },
      { id: newId(), request: { ...PLENTY, ...request }, note: 'for the test', actor: AYSE },
    );
  const of = { partnerId: desk.partner.id, bankAccountId: desk.bankAccount.id };

  assert.equal((await operate({ kind: 'topped_up', ...of, amountCents: cash(20_000) })).outcome, 'posted');

  const id = await desk.deposit();
  const at = { transactionId: id, actor: AYSE } as const;
  made(
    await desk.decide((fingerprint) => approveDeposit({ ...at, fingerprint, actualCents: cash(950) }), id),
  );
  await byTwo(
    await desk.decide((fingerprint) => correctDeposit({ ...at, fingerprint, actualCents: cash(850) }), id),
  );

  const refused = await desk.deposit();
  const moneySeen = { amountCents: cash(400), bankAccountId: desk.bankAccount.id };
  made(
    await desk.decisions.submit(
      rejectDeposit({ transactionId: refused, actor: AYSE, reasonCode: 'duplicate', moneySeen }),
    ),
  );
  const late = await enterLateMoney(pool, {
    actor: AYSE,
    amountCents: cash(400),
    transactionId: refused,
    refusedTransactionId: refused,
  });
  made(
    await desk.decide(
      (fingerprint) =>
        approveDeposit({
          transactionId: late,
          fingerprint,
          actor: MEHMET,
          actualCents: cash(400),
          ...sighting(),
        }),
      late,
    ),
  );

  const approve = async (transactionId: string): Promise<void> =>
    made(
      await desk.decide(
        (fingerprint) =>
          approveWithdrawal({
            transactionId,
            fingerprint,
            actor: AYSE,
            bankReference: `F-${transactionId.slice(-8)}`,
          }),
        transactionId,
      ),
    );
  await approve(await authorisedPayout(desk));
  const released = await authorisedPayout(desk);
  made(
    await desk.decide(
      (fingerprint) => releaseWithdrawal({ transactionId: released, fingerprint, actor: MEHMET }),
      released,
    ),
  );
  const rejected = await authorisedPayout(desk);
  made(
    await desk.decide(
      (fingerprint) =>
        rejectWithdrawal({
          transactionId: rejected,
          fingerprint,
          actor: MEHMET,
          reasonCode: 'payout_failed',
        }),
      rejected,
    ),
  );
  const returned = await authorisedPayout(desk);
  await approve(returned);
  made(
    await desk.decide(
      (fingerprint) =>
        returnPayout({
          transactionId: returned,
          fingerprint,
          actor: MEHMET,
          arrivedCents: cash(960),
          bankAccountId: desk.bankAccount.id,
        }),
      returned,
    ),
  );
  assert.equal(
    (await operate({ kind: 'settled_to_partner', ...of, amountCents: cash(5_000) })).outcome,
    'posted',
  );
  await byTwo(
    await operate({
      kind: 'adjusted',
      debit: { kind: 'partner_commission', partnerId: desk.partner.id },
      credit: { kind: 'partner_balance', partnerId: desk.partner.id },
      amountCents: cash(10),
    }),
  );
  return desk;
}

/** What a withdrawal of 1,000.00 at 3 % is, in each mode. */
const WITHDRAWAL = {
  deduct_from_amount: [-97_000n, -3_000n, -100_000n],
  fee_on_top: [-100_000n, -3_000n, -103_000n],
};

for (const mode of SETTLEMENT_MODES) {
  test(`${mode}: whatever is done to a balance is one line with gross, commission and net`, async (t) => {
    const desk = await live(t, mode);
    const lines = await linesOf(desk);
    const out = WITHDRAWAL[mode];
    const back = out.map((amount) => -amount);
    const expected: [string, readonly bigint[]][] = [
      ['top_up', [2_000_000n, 0n, 2_000_000n]],
      ['deposit', [95_000n, -2_850n, 92_150n]],
      ['correction', [-10_000n, 300n, -9_700n]],
      ['deposit', [40_000n, -1_200n, 38_800n]],
      ['withdrawal', out],
      ['withdrawal', out],
      ['withdrawal_released', back],
      ['withdrawal', out],
      ['withdrawal_released', back],
      ['withdrawal', out],
      ['withdrawal_returned', back],
      ['settlement', [-500_000n, 0n, -500_000n]],
      ['adjustment', [0n, 1_000n, 1_000n]],
    ];
    assert.deepEqual(
      lines.map(({ movement: { kind, grossCents, commissionCents, netCents } }) => [
        kind,
        [grossCents, commissionCents, netCents],
      ]),
      expected,
    );
    let balance = 0n;
    for (const { movement, balanceAfterCents } of lines) {
      balance += movement.netCents;
      assert.equal(balanceAfterCents, balance);
    }
    const { rows } = await desk.owner.query<{ kind: string; cents: bigint }>(
      `select kind, balance_cents as cents from ledger_account where partner_id = $1`,
      [desk.partner.id],
    );
    const books = Object.fromEntries(rows.map(({ kind, cents }) => [kind, cents]));
    assert.equal(books['partner_balance'], balance);
    // Everything is paid or given back, so the commission of the statement is what we earned.
    assert.equal(books['partner_reserved'], 0n);
    assert.equal(
      books['partner_commission'],
      -lines.reduce((sum, { movement }) => sum + movement.commissionCents, 0n),
    );
    const references = lines.map(
      ({ transaction, operationId }) => (transaction === null) === (operationId !== null),
    );
    assert.ok(references.every(Boolean), 'each names its transaction or its operation');
    const [, first, corrected, lateOne] = lines;
    assert.equal(first?.transaction?.id, corrected?.transaction?.id);
    assert.match(lateOne?.transaction?.referenceCode ?? '', /^\w{8}$/);
  });
}
