import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Person } from '@vezne/domain/actor';
import { newId } from '../../../src/ids.ts';
import { confirmRequest } from '../../../src/usecases/confirmation/confirm.ts';
import type { Decision } from '../../../src/usecases/decisions/decision.ts';
import type { Decisions } from '../../../src/usecases/decisions/decisions.ts';
import { correctDeposit } from '../../../src/usecases/deposits/correct.ts';
import { approveDeposit, rejectDeposit } from '../../../src/usecases/deposits/decide.ts';
import { enterLateMoney } from '../../../src/usecases/deposits/late-money.ts';
import { newOperation } from '../../../src/usecases/ledger/operation.ts';
import type { OperationRequest } from '../../../src/usecases/ledger/operation.ts';
import { postOperationWithin } from '../../../src/db/write/ledger/operations.ts';
import { postLedgerOperation, refusingPosting } from '../../../src/usecases/ledger/post.ts';
import { reSumLedger } from '../../../src/usecases/ledger/re-sum.ts';
import { askSql, confirmSql } from '../../db/honest-writes.ts';
import { confirmContext } from '../../harness/by-two.ts';
import { insertBankAccount, turkishIban } from '../../harness/factories.ts';
import {
  AYSE,
  MEHMET,
  cash,
  nowhere,
  openDesk,
  retry,
  sighting,
  staff,
  testDecisions,
} from '../../harness/desk.ts';
import type { Desk } from '../../harness/desk.ts';
import { assertBooksHold, balances } from '../../harness/ledger.ts';
import { assertRefused, resultOrCode } from '../../harness/refusals.ts';

const SENDER_IBAN = turkishIban(7_000_001);
const PLENTY = { bankBalanceCents: cash(1_000_000) };

/** A deposit of 1,000.00 that is rejected although this much came. */
async function refusedDeposit(desk: Desk, units: number, seen: object = {}): Promise<string> {
  const id = await desk.deposit();
  const reject = rejectDeposit({
    transactionId: id,
    actor: AYSE,
    reasonCode: 'duplicate',
    moneySeen: { amountCents: cash(units), bankAccountId: desk.bankAccount.id },
    ...seen,
  });
  assert.equal((await desk.decisions.submit(reject)).outcome, 'made');
  return id;
}

type Late = Omit<Parameters<typeof enterLateMoney>[1], 'actor' | 'amountCents'>;

async function enter(desk: Desk, late: Late, units: number): Promise<string> {
  const pool = desk.database.pool('vezne_console');
  return await resultOrCode(enterLateMoney(pool, { actor: AYSE, amountCents: cash(units), ...late }));
}

/** Made, or the code of the refusal. By another person than the one who refuses. */
async function approve(
  desk: Desk,
  id: string,
  units: number,
  { decisions = desk.decisions, ...more }: { decisions?: Decisions; [key: string]: unknown } = {},
): Promise<string> {
  const approval = (fingerprint: string) =>
    approveDeposit({
      transactionId: id,
      fingerprint,
      actor: MEHMET,
      actualCents: cash(units),
      ...sighting(),
      ...more,
    });
  const result = await decisions.submit(approval((await desk.see(id)).fingerprint));
  return result.outcome === 'refused' ? result.refusal.code : result.outcome;
}

/** Mehmet asks, and somebody else confirms. */
async function approveByTwo(desk: Desk, id: string, units: number): Promise<void> {
  assert.equal(await approve(desk, id, units), 'asked');
  const { rows } = await desk.owner.query<{ id: string }>(
    `select id from second_person_request where subject_id = $1 and status = 'open'`,
    [id],
  );
  const context = confirmContext(desk.database.pool('vezne_console'), staff('zeynep'));
  await confirmRequest(context, rows[0]?.id ?? '');
}

async function ask(
  desk: Desk,
  request: Pick<OperationRequest, 'amountCents'> &
    Partial<Pick<OperationRequest, 'iban' | 'bankBalanceCents'>> & {
      refusedTransactionId: string;
      bankAccountId?: string;
    },
  { id = newId(), actor = AYSE }: { id?: string; actor?: Person } = {},
): Promise<string> {
  const pool = desk.database.pool('vezne_console');
  const posted = await postLedgerOperation(
    { pool, retry },
    {
      id,
      request: {
        kind: 'returned_to_sender',
        bankAccountId: desk.bankAccount.id,
        iban: SENDER_IBAN,
        ...PLENTY,
        ...request,
      },
      note: 'for the test',
      actor,
    },
  );
  return posted.outcome === 'asked' ? posted.requestId : `posted ${posted.operationId}`;
}

async function confirm(desk: Desk, requestId: string, senderIban?: string): Promise<unknown> {
  const context = confirmContext(desk.database.pool('vezne_console'), MEHMET);
  return await confirmRequest({ ...context, senderIban }, requestId);
}

/** Why an approval by this person takes two. Nothing is asked. */
async function reasonsOf(desk: Desk, id: string, actor: Person): Promise<unknown> {
  const row = await desk.see(id);
  const { fingerprint } = row;
  const approval = { transactionId: id, fingerprint, actor, actualCents: cash(300), ...sighting() };
  const change = approveDeposit(approval).change(row, {});
  return typeof change === 'string' ? change : change.twoPeople;
}

async function openOf(desk: Desk, id: string): Promise<bigint | undefined> {
  const { rows } = await desk.owner.query<{ open: bigint }>(
    'select open_cents as open from refused_money where transaction_id = $1',
    [id],
  );
  return rows[0]?.open;
}

async function assertIntact(desk: Desk): Promise<void> {
  await assertBooksHold(desk.owner);
  const broken = (await reSumLedger(desk.owner)).filter(({ differences }) => differences.length > 0);
  assert.deepEqual(broken, []);
}

suite('a deposit that is rejected although its money came', () => {
  test('the money is in the books at its account, once, and the partner reads a rejection', async (t) => {
    const desk = await openDesk(t);
    const other = await insertBankAccount(desk.owner);
    const id = await refusedDeposit(desk, 800, {
      moneySeen: { amountCents: cash(800), bankAccountId: other.id },
      senderSeen: 'MURAT ISIK',
      bankReference: 'F-800',
    });
    assert.deepEqual(await balances(desk.owner), { bank: 80_000n, unallocated: 80_000n });
    assert.equal(await openOf(desk, id), 80_000n);
    const { rows } = await desk.owner.query(
      `select m.bank_account_id, m.amount_cents, t.kind, e.type, e.actual_amount_cents, e.player_amount_cents, e.balance_impact_cents,
         s.said
       from bank_movement m join ledger_transfer t on t.transaction_id = m.transaction_id and t.step_no = m.step_no
         join event e on e.transaction_id = m.transaction_id join transaction_step s on s.transaction_id = m.transaction_id and s.step_no = m.step_no`,
    );
    assert.deepEqual(rows, [
      {
        bank_account_id: other.id,
        amount_cents: 80_000n,
        kind: 'deposit_refused',
        type: 'deposit.rejected',
        actual_amount_cents: 80_000n,
        player_amount_cents: 0n,
        balance_impact_cents: 0n,
        said: { bankAccountId: other.id, senderSeen: 'MURAT ISIK', bankReference: 'F-800' },
      },
    ]);
    await assertIntact(desk);
  });

  test('without money nothing is posted, and the same transfer is not entered twice', async (t) => {
    const desk = await openDesk(t);
    const none = rejectDeposit({
      transactionId: await desk.deposit(),
      actor: AYSE,
      reasonCode: 'no_money_seen',
    });
    assert.equal((await desk.decisions.submit(none)).outcome, 'made');
    assert.deepEqual(await balances(desk.owner), {});
    await refusedDeposit(desk, 800, { bankReference: 'F-801' });
    const again = (seen: object) => async (): Promise<string> => {
      const result = await desk.decisions.submit(
        rejectDeposit({
          transactionId: await desk.deposit(),
          actor: AYSE,
          reasonCode: 'duplicate',
          ...seen,
        }),
      );
      return result.outcome === 'refused' ? result.refusal.code : result.outcome;
    };
    const moneySeen = { amountCents: cash(800), bankAccountId: desk.bankAccount.id };
    assert.equal(await again({ moneySeen, bankReference: 'F-801' })(), 'bank_reference_used');
    assert.equal(await again({ moneySeen: null, senderSeen: 'X' })(), 'money_seen_unsaid');
    const word = { isReferenceUsedBefore: true };
    assert.equal(await again({ moneySeen, bankReference: 'F-801', ...word })(), 'made');
    assert.deepEqual(await balances(desk.owner), { bank: 160_000n, unallocated: 160_000n });
    await assertIntact(desk);
  });
});

suite('refused money that is credited after all', () => {
  test('leaves unallocated by the approval of late money, in parts, and the bank does not move again', async (t) => {
    const desk = await openDesk(t);
    const id = await refusedDeposit(desk, 800, { bankReference: 'F-1' });
    const first = await enter(desk, { transactionId: id, refusedTransactionId: id }, 500);
    assert.equal(await openOf(desk, id), 80_000n, 'an entry that waits takes nothing');
    // The reference is that of the refused transfer, and of every part of it.
    assert.equal(await approve(desk, first, 500, { bankReference: 'F-1' }), 'made');
    const second = await enter(desk, { transactionId: id, refusedTransactionId: id }, 200);
    assert.equal(await approve(desk, second, 200, { bankReference: 'F-1' }), 'made');
    assert.deepEqual(await balances(desk.owner), {
      bank: 80_000n,
      unallocated: 10_000n,
      partner_balance: 67_900n,
      partner_commission: 2_100n,
    });
    assert.equal(await openOf(desk, id), 10_000n);
    const { rows } = await desk.owner.query('select count(*)::int as movements from bank_movement');
    assert.deepEqual(rows, [{ movements: 1 }]);
    const stranger = await approve(desk, await desk.deposit(), 1000, { bankReference: 'F-1' });
    assert.equal(stranger, 'bank_reference_used', 'the transfer is not credited as new money');
    await assertIntact(desk);
  });

  test('may belong to another deposit, is where it came, and never more than is open', async (t) => {
    const desk = await openDesk(t);
    const other = await insertBankAccount(desk.owner);
    const id = await refusedDeposit(desk, 800);
    const another = await refusedDeposit(desk, 1);
    const named = { transactionId: another, refusedTransactionId: id };
    assert.equal(await enter(desk, { ...named, bankAccountId: other.id }, 100), 'refused_money_elsewhere');
    assert.equal(await enter(desk, named, 801), 'refused_money_exceeded');
    assert.equal(
      await enter(desk, { transactionId: another, refusedTransactionId: nowhere() }, 1),
      'refused_money_not_found',
    );
    const late = await enter(desk, named, 700);
    assert.equal((await desk.see(late)).bankAccountId, desk.bankAccount.id);
    assert.equal(await approve(desk, late, 700, { bankAccountId: other.id }), 'refused_money_elsewhere');
    assert.equal(await approve(desk, late, 801), 'refused_money_exceeded');
    await approveByTwo(desk, late, 800);
    assert.deepEqual([await openOf(desk, id), await openOf(desk, another)], [0n, 100n]);
    await assertIntact(desk);
  });

  test('is named or said to be other money, whenever money of the reference is open', async (t) => {
    const desk = await openDesk(t);
    const id = await refusedDeposit(desk, 800);
    assert.equal(await enter(desk, { transactionId: id }, 800), 'refused_money_unsaid');
    const late = await enter(desk, { transactionId: id, isNewMoney: true }, 800);
    assert.equal(await approve(desk, late, 800), 'made');
    assert.equal((await balances(desk.owner))['bank'], 160_000n, 'it came besides');
    await assertIntact(desk);
  });

  test('is credited by two people if somebody else had sent it, whatever is said of the sender now', async (t) => {
    const desk = await openDesk(t);
    for (const seen of [
      { reasonCode: 'third_party_sender' },
      { reasonCode: 'duplicate', senderSeen: 'MURAT KAYA' },
    ] as const) {
      const id = await refusedDeposit(desk, 800, seen);
      const late = await enter(desk, { transactionId: id, refusedTransactionId: id }, 800);
      assert.equal(await approve(desk, late, 800), 'asked', JSON.stringify(seen));
    }
  });

  test('is credited by two people to another player, and to anybody by the one who refused it', async (t) => {
    const desk = await openDesk(t);
    const [mine, others] = [await refusedDeposit(desk, 300), await refusedDeposit(desk, 300)];
    const toAnother = await enter(desk, { transactionId: others, refusedTransactionId: mine }, 300);
    assert.deepEqual(await reasonsOf(desk, toAnother, MEHMET), ['refused_for_another']);
    assert.deepEqual(await reasonsOf(desk, toAnother, AYSE), ['refused_for_another', 'refused_by_same']);
    const toSame = await enter(desk, { transactionId: mine, refusedTransactionId: mine }, 300);
    assert.deepEqual(await reasonsOf(desk, toSame, AYSE), ['refused_by_same']);
    assert.deepEqual(await reasonsOf(desk, toSame, staff('AYSE ')), ['refused_by_same'], 'by any spelling');
    assert.equal(await openOf(desk, mine), 30_000n);
    assert.equal(await approve(desk, toSame, 300), 'made', 'one other person is enough');
    await assertIntact(desk);
  });

  test('is not credited by one person past the program, to another player or by who refused it', async (t) => {
    const desk = await openDesk(t);
    const [mine, others] = [await refusedDeposit(desk, 300), await refusedDeposit(desk, 300)];
    const toAnother = await enter(desk, { transactionId: others, refusedTransactionId: mine }, 300);
    const toSame = await enter(desk, { transactionId: mine, refusedTransactionId: mine }, 300);
    for (const [late, actor] of [
      [toAnother, MEHMET],
      [toSame, AYSE],
    ] as const) {
      const honest = approveDeposit({
        transactionId: late,
        fingerprint: (await desk.see(late)).fingerprint,
        actor,
        actualCents: cash(300),
        ...sighting(),
      });
      const alone: Decision = {
        ...honest,
        change(row, facts) {
          const change = honest.change(row, facts);
          return typeof change === 'string' ? change : { ...change, twoPeople: [] };
        },
      };
      await assert.rejects(desk.decisions.submit(alone), {
        constraint: 'ledger_transfer_agrees_with_its_cause',
      });
    }
    assert.equal(await openOf(desk, mine), 30_000n);
  });

  test("has the bank's reference of its refusal, and needs the word for any other that was used", async (t) => {
    const desk = await openDesk(t);
    const references = { bankReference: 'F-OF-REFUSAL', senderSeen: 'AYSE ISIK' };
    const other = await desk.deposit();
    assert.equal(await approve(desk, other, 1000, { ...references, bankReference: 'F-OTHER' }), 'made');
    const id = await refusedDeposit(desk, 800, references);
    const late = await enter(desk, { transactionId: id, refusedTransactionId: id }, 800);
    const as = async (bankReference: string): Promise<string> =>
      await approve(desk, late, 800, { ...references, bankReference });
    assert.equal(await as('F-OTHER'), 'bank_reference_used');
    assert.equal(await as('F-OF-REFUSAL'), 'made');
  });

  test('stays open when its late entry is rejected, which nobody is told', async (t) => {
    const desk = await openDesk(t);
    const id = await refusedDeposit(desk, 800);
    const late = await enter(desk, { transactionId: id, refusedTransactionId: id }, 800);
    const reject = async (seen: object): Promise<string> => {
      const rejection = rejectDeposit({
        transactionId: late,
        actor: AYSE,
        reasonCode: 'third_party_sender',
        ...seen,
      });
      const result = await desk.decisions.submit(rejection);
      return result.outcome === 'refused' ? result.refusal.code : result.outcome;
    };
    const moneySeen = { amountCents: cash(800), bankAccountId: desk.bankAccount.id };
    assert.equal(await reject({ moneySeen }), 'money_seen_before');
    assert.equal(await reject({}), 'made');
    assert.equal(await openOf(desk, id), 80_000n);
    assert.deepEqual(await balances(desk.owner), { bank: 80_000n, unallocated: 80_000n });
    const { rows } = await desk.owner.query(
      `select transaction_id, feed_no, (select last_no from event_feed f where f.partner_id = event.partner_id) as last_no from event`,
    );
    assert.deepEqual(rows, [{ transaction_id: id, feed_no: 1n, last_no: 1n }]);
    await assertIntact(desk);
  });

  test('late money that came anew and is rejected is refused money of its own', async (t) => {
    const desk = await openDesk(t);
    const id = await refusedDeposit(desk, 1);
    const late = await enter(desk, { transactionId: id, isNewMoney: true }, 300);
    const moneySeen = { amountCents: cash(300), bankAccountId: desk.bankAccount.id };
    const reject = rejectDeposit({
      transactionId: late,
      actor: AYSE,
      reasonCode: 'duplicate',
      moneySeen,
    });
    assert.equal((await desk.decisions.submit(reject)).outcome, 'made');
    assert.equal(await openOf(desk, late), 30_000n);
    const again = await enter(desk, { transactionId: id, refusedTransactionId: late }, 300);
    assert.equal(await approve(desk, again, 300), 'made');
    await assertIntact(desk);
  });

  test('goes back to unallocated by a correction, which takes no more than is open', async (t) => {
    const desk = await openDesk(t);
    const id = await refusedDeposit(desk, 800);
    const late = await enter(desk, { transactionId: id, refusedTransactionId: id }, 500);
    assert.equal(await approve(desk, late, 500), 'made');
    const correct = async (units: number): Promise<string> => {
      const correction = (fingerprint: string) =>
        correctDeposit({ transactionId: late, fingerprint, actor: AYSE, actualCents: cash(units) });
      const result = await desk.decide(correction, late);
      if (result.outcome === 'refused') return result.refusal.code;
      if (result.outcome === 'asked') await confirm(desk, result.requestId);
      return 'confirmed';
    };
    assert.equal(await correct(801), 'refused_money_exceeded');
    assert.equal(await correct(800), 'confirmed');
    assert.equal(await openOf(desk, id), 0n);
    assert.equal(await correct(300), 'confirmed');
    assert.equal(await openOf(desk, id), 50_000n);
    assert.equal(await correct(0), 'confirmed');
    assert.deepEqual(
      { ...(await balances(desk.owner)), open: await openOf(desk, id) },
      { bank: 80_000n, unallocated: 80_000n, open: 80_000n },
    );
    await assertIntact(desk);
  });
});

suite('refused money that goes back to its sender', () => {
  test('takes two people who both typed the IBAN, which the second cannot read', async (t) => {
    const desk = await openDesk(t);
    const id = await refusedDeposit(desk, 800);
    const requestId = await ask(desk, { refusedTransactionId: id, amountCents: cash(1) });
    const { rows: kept } = await desk.owner.query(
      `select to_jsonb(r)::text || (select string_agg(details::text, ' ') from audit_entry) as text from second_person_request r`,
    );
    assert.ok(!JSON.stringify(kept).includes(SENDER_IBAN), 'nothing that is kept has it');
    await assertRefused(confirm(desk, requestId), 'sender_iban_needed');
    await assertRefused(confirm(desk, requestId, 'TR00'), 'iban_invalid');
    await assertRefused(confirm(desk, requestId, turkishIban(7_000_002)), 'sender_iban_differs');
    assert.equal(await openOf(desk, id), 80_000n);
    // The same account, as banks print it.
    await confirm(desk, requestId, SENDER_IBAN.toLowerCase().replace(/(.{4})/g, '$1 '));
    assert.equal(await openOf(desk, id), 79_900n);
    assert.deepEqual(await balances(desk.owner), { bank: 79_900n, unallocated: 79_900n });
    const { rows } = await desk.owner.query(
      `select kind, actor, confirmed_by, said, refused_transaction_id from ledger_operation`,
    );
    assert.deepEqual(rows, [
      {
        kind: 'returned_to_sender',
        actor: 'ayse',
        confirmed_by: 'mehmet',
        said: { sentTo: SENDER_IBAN },
        refused_transaction_id: id,
      },
    ]);
    const again = { refusedTransactionId: id, amountCents: cash(1) };
    assert.equal(await ask(desk, again, { id: requestId }), `posted ${requestId}`);
    await assertRefused(
      ask(desk, { ...again, iban: turkishIban(7_000_002) }, { id: requestId }),
      'operation_conflict',
    );
    await assertIntact(desk);
  });

  test('never to an account of ours, never more than is open, and only from an account that can pay', async (t) => {
    const desk = await openDesk(t);
    const id = await refusedDeposit(desk, 800);
    const all = { refusedTransactionId: id, amountCents: cash(800) };
    await assertRefused(ask(desk, { ...all, iban: desk.bankAccount.iban }), 'return_to_own_account');
    await assertRefused(ask(desk, { ...all, iban: 'TR12' }), 'iban_invalid');
    await assertRefused(ask(desk, { ...all, amountCents: cash(801) }), 'refused_money_exceeded');
    await assertRefused(
      ask(desk, { ...all, refusedTransactionId: await desk.deposit() }),
      'refused_money_not_found',
    );
    const other = await insertBankAccount(desk.owner);
    await assertRefused(ask(desk, { ...all, bankAccountId: other.id }), 'refused_money_not_found');
    const requests = [await ask(desk, all), await ask(desk, all)];
    await confirm(desk, requests[0] ?? '', SENDER_IBAN);
    await assertRefused(confirm(desk, requests[1] ?? '', SENDER_IBAN), 'refused_money_exceeded');
    await assertIntact(desk);
  });

  test('obeys the rule that an account pays what it holds', async (t) => {
    const desk = await openDesk(t);
    const id = await refusedDeposit(desk, 800);
    const all = { refusedTransactionId: id, amountCents: cash(800) };
    const fee = {
      kind: 'bank_fee_charged',
      bankAccountId: desk.bankAccount.id,
      amountCents: cash(100),
    } as const;
    const pool = desk.database.pool('vezne_console');
    await postLedgerOperation({ pool, retry }, { id: newId(), request: fee, note: 'fee', actor: AYSE });
    const unsaid = { ...all, bankBalanceCents: undefined };
    await assertRefused(ask(desk, unsaid), 'account_bank_balance_needed');
    await assertRefused(ask(desk, { ...all, bankBalanceCents: cash(799) }), 'account_bank_balance_too_low');
    await desk.owner.query('update bank_account set tolerance_cents = 0');
    await assertRefused(ask(desk, all), 'account_shortfall_above_tolerance');
    await desk.owner.query(`update bank_account set payouts_paused = true`);
    await assertRefused(ask(desk, all), 'bank_account_unavailable');
  });
});

test('of 20 ways out of the same refused money at the same moment, no more leaves than came', async (t) => {
  const desk = await openDesk(t);
  const id = await refusedDeposit(desk, 800);
  const pool = desk.database.pool('vezne_console');
  const lates = await Promise.all(
    Array.from({ length: 10 }, async () => {
      const original = await refusedDeposit(desk, 1);
      // All of one player: to another one it is not one person's to credit.
      await desk.owner.query(
        'update transaction set customer_id = (select customer_id from transaction where id = $1) where id = $2',
        [id, original],
      );
      return await enter(desk, { transactionId: original, refusedTransactionId: id }, 150);
    }),
  );
  const returns: string[] = [];
  for (let no = 0; no < 10; no += 1) {
    returns.push(await ask(desk, { refusedTransactionId: id, amountCents: cash(150) }));
  }
  // Two processes, and everybody who confirms.
  const decisions = testDecisions(desk.database.pool('vezne_console'));
  const results = await Promise.all([
    ...lates.map(async (late, no) => await approve(desk, late, 150, no % 2 === 0 ? {} : { decisions })),
    ...returns.map(
      async (requestId) =>
        await confirmRequest({ ...confirmContext(pool, MEHMET), senderIban: SENDER_IBAN }, requestId).then(
          () => 'made',
          (error: unknown) => (error as { refusal?: { code: string } }).refusal?.code ?? String(error),
        ),
    ),
  ]);
  const counts = Object.fromEntries(
    [...Map.groupBy(results, (result) => result)].map(([result, all]) => [result, all.length]),
  );
  t.diagnostic(JSON.stringify(counts));
  // Five times 150.00 leave of 800.00.
  assert.deepEqual(counts, { made: 5, refused_money_exceeded: 15 });
  assert.equal(await openOf(desk, id), 5_000n);
  await assertIntact(desk);
});

suite('what was said wrongly of refused money', () => {
  const adjust = async (desk: Desk, request: Partial<OperationRequest>): Promise<string> => {
    const pool = desk.database.pool('vezne_console');
    const base = { kind: 'adjusted', amountCents: cash(100) } as const;
    const posted = await postLedgerOperation(
      { pool, retry },
      { id: newId(), request: { ...base, ...request } as OperationRequest, note: 'put right', actor: AYSE },
    );
    assert.equal(posted.outcome, 'asked');
    return 'requestId' in posted ? posted.requestId : '';
  };

  test('is put right by two people, and what is open changes with it', async (t) => {
    const desk = await openDesk(t);
    const other = await insertBankAccount(desk.owner);
    const id = await refusedDeposit(desk, 800);
    const at = (bankAccountId: string) => ({
      bank: { kind: 'bank', bankAccountId } as const,
      unallocated: { kind: 'unallocated', bankAccountId } as const,
    });
    const [here, there] = [at(desk.bankAccount.id), at(other.id)];
    const less = { debit: here.unallocated, credit: here.bank, refusedTransactionId: id };
    await confirm(desk, await adjust(desk, less));
    assert.equal(await openOf(desk, id), 70_000n);
    await assertRefused(adjust(desk, { ...less, amountCents: cash(701) }), 'refused_money_exceeded');
    const elsewhere = { debit: there.bank, credit: there.unallocated, refusedTransactionId: id };
    await assertRefused(adjust(desk, elsewhere), 'refused_money_mismatch');
    await assertRefused(
      adjust(desk, { debit: here.bank, credit: { kind: 'owner_funds' }, refusedTransactionId: id }),
      'refused_money_mismatch',
    );
    const before = await enter(desk, { transactionId: id, refusedTransactionId: id }, 700);
    // It was at the other account.
    await confirm(desk, await adjust(desk, { ...less, amountCents: cash(700) }));
    await confirm(desk, await adjust(desk, { ...elsewhere, amountCents: cash(700) }));
    assert.equal(await openOf(desk, id), 70_000n);
    assert.equal(await approve(desk, before, 700), 'refused_money_exceeded', 'nothing is there any more');
    const reject = rejectDeposit({ transactionId: before, actor: AYSE, reasonCode: 'no_money_seen' });
    assert.equal((await desk.decisions.submit(reject)).outcome, 'made');
    const late = await enter(desk, { transactionId: id, refusedTransactionId: id }, 700);
    assert.equal((await desk.see(late)).bankAccountId, other.id);
    assert.equal(await approve(desk, late, 700), 'made');
    await assertIntact(desk);
  });

  test('money that was refused before it was kept is entered the same way, and other unallocated money names nothing', async (t) => {
    const desk = await openDesk(t);
    const id = await desk.deposit();
    const reject = rejectDeposit({ transactionId: id, actor: AYSE, reasonCode: 'no_money_seen' });
    assert.equal((await desk.decisions.submit(reject)).outcome, 'made');
    const into = {
      debit: { kind: 'bank', bankAccountId: desk.bankAccount.id },
      credit: { kind: 'unallocated', bankAccountId: desk.bankAccount.id },
    } as const;
    await assertRefused(
      adjust(desk, { ...into, refusedTransactionId: await desk.deposit() }),
      'refused_money_not_found',
    );
    await confirm(desk, await adjust(desk, { ...into, refusedTransactionId: id }));
    assert.equal(await openOf(desk, id), 10_000n);
    await confirm(desk, await adjust(desk, into));
    assert.deepEqual(await balances(desk.owner), { bank: 20_000n, unallocated: 20_000n });
    await confirm(desk, await ask(desk, { refusedTransactionId: id, amountCents: cash(100) }), SENDER_IBAN);
    assert.equal(await openOf(desk, id), 0n);
    await assertIntact(desk);
  });

  test('an adjustment that names no deposit leaves what is open of deposits: it would leave twice', async (t) => {
    const desk = await openDesk(t);
    const id = await refusedDeposit(desk, 300);
    const unallocated = { kind: 'unallocated', bankAccountId: desk.bankAccount.id } as const;
    const bank = { kind: 'bank', bankAccountId: desk.bankAccount.id } as const;
    const balance = { kind: 'partner_balance', partnerId: desk.partner.id } as const;
    const taken = { debit: unallocated, credit: balance, amountCents: cash(300) };
    await assertRefused(adjust(desk, taken), 'refused_money_unnamed');
    // 100.00 came for nobody that we know: so much may leave without a name, and once.
    await confirm(desk, await adjust(desk, { debit: bank, credit: unallocated }));
    await assertRefused(adjust(desk, { ...taken, amountCents: cash(101) }), 'refused_money_unnamed');
    const [first, second] = [
      await adjust(desk, { debit: unallocated, credit: bank }),
      await adjust(desk, { debit: unallocated, credit: balance }),
    ];
    await confirm(desk, first);
    await assertRefused(confirm(desk, second), 'refused_money_unnamed');
    await confirm(desk, await ask(desk, { refusedTransactionId: id, amountCents: cash(300) }), SENDER_IBAN);
    assert.deepEqual(await balances(desk.owner), {});
    await assertIntact(desk);
  });

  test('the database refuses it too, to two who take the same money at once', async (t) => {
    const desk = await openDesk(t);
    await refusedDeposit(desk, 300);
    const pool = desk.database.pool('vezne_console');
    const unallocated = { kind: 'unallocated', bankAccountId: desk.bankAccount.id } as const;
    const requestId = await adjust(desk, {
      debit: { kind: 'bank', bankAccountId: desk.bankAccount.id },
      credit: unallocated,
    });
    await confirm(desk, requestId);
    const stolen = { kind: 'adjusted', debit: unallocated, credit: { kind: 'owner_funds' } } as const;
    const request = { ...stolen, amountCents: cash(101) };
    const id = newId();
    const operation = await newOperation(pool, {
      id,
      request,
      note: 'taken',
      actor: MEHMET,
      said: {},
      alone: [],
      asked: { askedBy: AYSE },
    });
    const asked = { action: `'ledger.post'`, subject_type: `'ledger_operation'`, asked_by_kind: `'staff'` };
    await desk.owner.query(askSql(asked), [id]);
    const client = await pool.connect();
    t.after(() => client.release());
    await client.query('begin');
    await client.query(confirmSql({ decided_by_kind: `'staff'` }), [id]);
    const post = async (): Promise<boolean> => await postOperationWithin(client, operation);
    await assertRefused(refusingPosting({ id, request }, post), 'refused_money_unnamed');
    await client.query('rollback');
  });
});

/** What a broken database or a manipulation could do to refused money, and the rule that finds it. */
const TAMPERED: readonly [what: string, text: string, rule: RegExp][] = [
  [
    'more is open than is in the books',
    'update refused_money set amount_cents = amount_cents + 1, open_cents = open_cents + 1',
    /unallocated money is what is open/,
  ],
  [
    'what is open was taken by an adjustment without its name',
    `with o as (insert into ledger_operation (id, kind, amount_cents, actor, actor_id, confirmed_by, confirmed_by_id, note)
         values (gen_random_uuid(), 'adjusted', 100, 'a', 'a', 'b', 'b', 'taken') returning id),
       u as (select * from ledger_account where kind = 'unallocated' and balance_cents > 0),
       f as (select * from ledger_account where kind = 'owner_funds'),
       t as (insert into ledger_transfer (id, kind, operation_id, position, debit_account_id, credit_account_id, amount_cents)
         select nextval('ledger_transfer_id'), 'adjusted', o.id, 1, u.id, f.id, 100 from o, u, f returning id),
       e as (insert into ledger_entry select u.id, u.entry_count + 1, t.id, -100, u.balance_cents - 100 from u, t
         union all select f.id, f.entry_count + 1, t.id, 100, f.balance_cents + 100 from f, t)
     update ledger_account a set entry_count = entry_count + 1,
       balance_cents = balance_cents + case a.kind when 'unallocated' then -100 else 100 end
     where id in (select id from u union all select id from f)`,
    /took no more from unallocated than they put there/,
  ],
  [
    'what is open was moved from one deposit to another',
    `update refused_money set open_cents = case amount_cents when 80000 then 19999 else 1 end`,
    /what its transfers left/,
  ],
  [
    'the approval of refused money went to the bank',
    `update ledger_transfer set kind = 'deposit_approved' where kind = 'refused_money_credited'`,
    /late money that was refused before is credited out of it/,
  ],
];

suite('the nightly sum finds what was done to refused money', () => {
  for (const [what, text, rule] of TAMPERED) {
    test(what, async (t) => {
      const desk = await openDesk(t);
      const id = await refusedDeposit(desk, 800);
      await refusedDeposit(desk, 1);
      const late = await enter(desk, { transactionId: id, refusedTransactionId: id }, 600);
      assert.equal(await approve(desk, late, 600), 'made');
      const worker = desk.database.pool('vezne_worker');
      const broken = async () =>
        (await reSumLedger(worker)).filter(({ differences }) => differences.length > 0);
      assert.deepEqual(await broken(), []);
      await desk.owner.query(text);
      const found = await broken();
      assert.ok(
        found.some((checked) => rule.test(checked.rule)),
        JSON.stringify(found),
      );
    });
  }
});

test('the database itself lets no role take more than is open, nor name money that is not there', async (t) => {
  const desk = await openDesk(t);
  const [id, waiting] = [await refusedDeposit(desk, 800), await desk.deposit()];
  const other = await insertBankAccount(desk.owner);
  const { rows } = await desk.owner.query<{ id: bigint; kind: string; bankAccountId: string | null }>(
    `select id, kind, bank_account_id as "bankAccountId" from ledger_account`,
  );
  const account = (kind: string, bankAccountId: string | null): bigint =>
    rows.find((row) => row.kind === kind && row.bankAccountId === bankAccountId)?.id ?? 0n;
  const here = desk.bankAccount.id;
  const operation = nowhere();
  await desk.owner.query(
    `insert into ledger_operation (id, kind, amount_cents, actor, actor_id, confirmed_by, confirmed_by_id, note)
     values ($1, 'adjusted', 1, 'a', 'a', 'b', 'b', 'forged')`,
    [operation],
  );
  const forge = async (
    role: 'vezne_console' | 'vezne_admin',
    transfer: { kind: string; debit: bigint; credit: bigint; cents: number; named: string },
  ): Promise<string> => {
    const { kind, debit, credit, cents, named } = transfer;
    const text = `insert into ledger_transfer
      (id, kind, operation_id, position, debit_account_id, credit_account_id, amount_cents, refused_transaction_id)
      values (nextval('ledger_transfer_id'), $1, $2, (random() * 1000000)::int + 1, $3, $4, $5, $6)`;
    return await desk.database
      .pool(role)
      .query(text, [kind, operation, debit, credit, cents, named])
      .then(
        () => 'accepted',
        (error: unknown) => (error as { constraint?: string; message: string }).constraint ?? 'refused',
      );
  };
  const [bank, unallocated] = [account('bank', here), account('unallocated', here)];
  const out = { kind: 'returned_to_sender', debit: unallocated, credit: bank, named: id };
  for (const role of ['vezne_console', 'vezne_admin'] as const) {
    assert.equal(await forge(role, { ...out, cents: 80_001 }), 'refused_money_open');
    const elsewhere = { debit: account('unallocated', other.id), credit: account('bank', other.id) };
    assert.equal(await forge(role, { ...out, ...elsewhere, cents: 1 }), 'refused_money_account');
    assert.equal(await forge(role, { ...out, cents: 1, named: waiting }), 'refused_money_account');
    const into = { kind: 'deposit_refused', debit: bank, credit: unallocated, cents: 1, named: waiting };
    assert.equal(await forge(role, into), 'refused_money_account', 'a deposit that waits has none');
    assert.equal(await forge(role, { ...out, debit: account('owner_funds', null), cents: 1 }), 'refused');
  }
  assert.equal(await openOf(desk, id), 80_000n);
});
