import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { TestContext } from 'node:test';
import { pino } from 'pino';
import { commandLineActor } from '@vezne/domain/actor';
import { createPool } from '../../src/db/pool.ts';
import { newId } from '../../src/ids.ts';
import type { OperationRequest } from '../../src/usecases/ledger/operation.ts';
import { postLedgerOperation } from '../../src/usecases/ledger/post.ts';
import type { PostedOperation } from '../../src/usecases/ledger/post.ts';
import { confirmRequest } from '../../src/usecases/confirmation/confirm.ts';
import { withdrawRequest } from '../../src/usecases/four-eyes/end.ts';
import { startDatabaseProxy } from '../harness/database-proxy.ts';
import { until } from '../harness/expectations.ts';
import { confirmContext } from '../harness/by-two.ts';
import { insertBankAccount } from '../harness/factories.ts';
import { AYSE, MEHMET, cash, nowhere, openDesk, retry, staff } from '../harness/desk.ts';
import type { Desk } from '../harness/desk.ts';
import { assertBooksHold, balances } from '../harness/ledger.ts';
import { assertRefused, resultOrCode } from '../harness/refusals.ts';

/** The books of a test hold nothing, so the bank is said to hold enough. */
const PLENTY = { bankBalanceCents: cash(1_000_000) };

function post(desk: Desk): (request: OperationRequest) => Promise<PostedOperation> {
  const pool = desk.database.pool('vezne_console');
  return async (request) =>
    await postLedgerOperation(
      { pool, retry },
      { id: newId(), request: { ...PLENTY, ...request }, note: 'for the test', actor: AYSE },
    );
}

function requestOf(posted: PostedOperation): string {
  assert.equal(posted.outcome, 'asked');
  return 'requestId' in posted ? posted.requestId : '';
}

suite("money that moves without a player's transaction", () => {
  test('a partner tops up and is settled, but never gets more than it has', async (t) => {
    const desk = await openDesk(t);
    const ofPartner = { partnerId: desk.partner.id, bankAccountId: desk.bankAccount.id };
    const topUp = await post(desk)({ kind: 'topped_up', ...ofPartner, amountCents: cash(500) });
    assert.equal(topUp.outcome, 'posted');
    const settle = { kind: 'settled_to_partner', ...ofPartner } as const;
    await assertRefused(post(desk)({ ...settle, amountCents: cash(501) }), 'balance_exceeded');
    assert.equal((await post(desk)({ ...settle, amountCents: cash(200) })).outcome, 'posted');
    assert.deepEqual(await balances(desk.owner), { bank: 30_000n, partner_balance: 30_000n });
    const { rows } = await desk.owner.query(`select actor, action from audit_entry order by id`);
    assert.deepEqual(rows, [
      { actor: 'ayse', action: 'ledger.top_up' },
      { actor: 'ayse', action: 'ledger.settle' },
    ]);
    await assertBooksHold(desk.owner);
  });

  test('an internal transfer is in transit until it arrives, once and whole, at another account', async (t) => {
    const desk = await openDesk(t);
    const other = await insertBankAccount(desk.owner);
    const from = { bankAccountId: desk.bankAccount.id, amountCents: cash(70) };
    const sent = await post(desk)({ kind: 'internal_transfer_sent', ...from });
    assert.equal(sent.outcome, 'posted');
    const sentOperationId = sent.outcome === 'posted' ? sent.operationId : '';
    assert.deepEqual(await balances(desk.owner), { bank: -7_000n, in_transit: 7_000n });
    const arrive = { kind: 'internal_transfer_arrived', sentOperationId, bankAccountId: other.id } as const;
    for (const [request, code] of [
      [{ ...arrive, amountCents: cash(69) }, 'arrival_mismatch'],
      [{ ...arrive, bankAccountId: desk.bankAccount.id, amountCents: cash(70) }, 'arrival_mismatch'],
      [{ ...arrive, sentOperationId: nowhere(), amountCents: cash(70) }, 'transfer_not_found'],
    ] as const) {
      await assertRefused(post(desk)(request), code);
    }
    assert.equal((await post(desk)({ ...arrive, amountCents: cash(70) })).outcome, 'posted');
    await assertRefused(post(desk)({ ...arrive, amountCents: cash(70) }), 'transfer_already_arrived');
    assert.deepEqual(await balances(desk.owner), { bank: 0n }, 'the two accounts together are as before');
    await assertBooksHold(desk.owner);
  });

  test('an internal transfer that the bank sends back arrives at the account that it left', async (t) => {
    const desk = await openDesk(t);
    const other = await insertBankAccount(desk.owner);
    const from = { bankAccountId: desk.bankAccount.id, amountCents: cash(70) };
    const sent = await post(desk)({ kind: 'internal_transfer_sent', ...from });
    const sentOperationId = sent.outcome === 'posted' ? sent.operationId : '';
    const back = { kind: 'internal_transfer_returned', sentOperationId, ...from } as const;
    for (const [request, code] of [
      [{ ...back, bankAccountId: other.id }, 'arrival_mismatch'],
      [{ ...back, amountCents: cash(69) }, 'arrival_mismatch'],
      [{ ...back, sentOperationId: nowhere() }, 'transfer_not_found'],
    ] as const) {
      await assertRefused(post(desk)(request), code);
    }
    assert.equal((await post(desk)(back)).outcome, 'posted');
    await assertRefused(post(desk)(back), 'transfer_already_arrived');
    const late = { ...back, kind: 'internal_transfer_arrived', bankAccountId: other.id } as const;
    await assertRefused(post(desk)(late), 'transfer_already_arrived');
    assert.deepEqual(await balances(desk.owner), {});
    await assertBooksHold(desk.owner);
  });

  test('what a bank keeps of a transfer is a fee that arrives with it, and the sum is what was sent', async (t) => {
    const desk = await openDesk(t);
    const other = await insertBankAccount(desk.owner);
    const ways = [
      { kind: 'internal_transfer_arrived', bankAccountId: other.id },
      { kind: 'internal_transfer_returned', bankAccountId: desk.bankAccount.id },
    ] as const;
    for (const way of ways) {
      const amountCents = cash(70);
      const from = {
        kind: 'internal_transfer_sent',
        bankAccountId: desk.bankAccount.id,
        amountCents,
      } as const;
      const sent = await post(desk)(from);
      const sentOperationId = sent.outcome === 'posted' ? sent.operationId : '';
      const short = { ...way, sentOperationId, amountCents: cash(66) };
      await assertRefused(post(desk)({ ...short, feeCents: cash(3) }), 'arrival_mismatch');
      assert.equal((await post(desk)({ ...short, feeCents: cash(4) })).outcome, 'posted');
    }
    assert.deepEqual(await balances(desk.owner), { bank: -800n, bank_fees: 800n });
    await assertBooksHold(desk.owner);
  });

  test('of many simultaneous reports that a transfer arrived, one is accepted', async (t) => {
    const desk = await openDesk(t);
    const other = await insertBankAccount(desk.owner);
    const amount = { amountCents: cash(70) };
    const sent = await post(desk)({
      kind: 'internal_transfer_sent',
      bankAccountId: desk.bankAccount.id,
      ...amount,
    });
    const sentOperationId = sent.outcome === 'posted' ? sent.operationId : '';
    const arrive = {
      kind: 'internal_transfer_arrived',
      sentOperationId,
      bankAccountId: other.id,
      ...amount,
    } as const;
    const posting = post(desk);
    const results = await Promise.all(
      Array.from({ length: 6 }, async () => await resultOrCode(posting(arrive))),
    );
    const reasons = results.map((result) => (typeof result === 'string' ? result : result.outcome));
    assert.deepEqual(reasons.toSorted(), ['posted', ...Array<string>(5).fill('transfer_already_arrived')]);
    await assertBooksHold(desk.owner);
  });

  test('a bank takes its fee', async (t) => {
    const desk = await openDesk(t);
    const fee = {
      kind: 'bank_fee_charged',
      bankAccountId: desk.bankAccount.id,
      amountCents: cash(3),
    } as const;
    assert.equal((await post(desk)(fee)).outcome, 'posted');
    assert.deepEqual(await balances(desk.owner), { bank: -300n, bank_fees: 300n });
    await assertBooksHold(desk.owner);
  });

  test('money leaves only enabled accounts, and only known partners and accounts receive it', async (t) => {
    const desk = await openDesk(t);
    const ofPartner = { partnerId: desk.partner.id, bankAccountId: desk.bankAccount.id };
    const settle = { kind: 'settled_to_partner', ...ofPartner, amountCents: cash(1) } as const;
    for (const [request, code] of [
      [{ ...settle, partnerId: nowhere() }, 'partner_not_found'],
      [{ ...settle, bankAccountId: nowhere() }, 'bank_account_not_found'],
    ] as const) {
      await assertRefused(post(desk)(request), code);
    }
    await desk.owner.query(`update bank_account set status = 'frozen'`);
    await assertRefused(post(desk)(settle), 'bank_account_unavailable');
  });

  test('a partner without an account of its own is paid nothing, not even after two people agreed', async (t) => {
    const desk = await openDesk(t);
    const ofPartner = { partnerId: desk.partner.id, bankAccountId: desk.bankAccount.id };
    const settle = { kind: 'settled_to_partner', ...ofPartner } as const;
    await post(desk)({ kind: 'topped_up', ...ofPartner, amountCents: cash(500) });
    const asked = requestOf(await post(desk)({ ...settle, amountCents: cash(100_000) }));
    await desk.owner.query('update partner set settlement_iban = null, settlement_holder_name = null');
    await assertRefused(post(desk)({ ...settle, amountCents: cash(1) }), 'settlement_account_missing');
    const pool = desk.database.pool('vezne_console');
    await assertRefused(confirmRequest(confirmContext(pool, MEHMET), asked), 'settlement_account_missing');
    assert.deepEqual(await balances(desk.owner), { bank: 50_000n, partner_balance: 50_000n });
    const topUp = await post(desk)({ kind: 'topped_up', ...ofPartner, amountCents: cash(1) });
    assert.equal(topUp.outcome, 'posted', 'A top-up needs no such account.');
  });
});

test('an operation that is repeated after an unknown outcome is posted once', async (t) => {
  const desk = await openDesk(t);
  const pool = desk.database.pool('vezne_console');
  const ofPartner = { partnerId: desk.partner.id, bankAccountId: desk.bankAccount.id };
  const again = async (id: string, request: OperationRequest) =>
    await postLedgerOperation({ pool, retry }, { id, request, note: 'once', actor: AYSE });
  const topUp = { kind: 'topped_up', ...ofPartner, amountCents: cash(500) } as const;
  const [id, requestId] = [newId(), newId()];
  for (let round = 0; round < 3; round += 1) assert.equal((await again(id, topUp)).outcome, 'posted');
  await desk.owner.query('update platform_settings set four_eyes_cents = 0');
  for (let round = 0; round < 3; round += 1) {
    assert.deepEqual(await again(requestId, topUp), { outcome: 'asked', requestId });
  }
  const { rows } = await desk.owner.query('select count(*)::int4 as requests from second_person_request');
  assert.deepEqual(rows, [{ requests: 1 }]);
  assert.deepEqual(await balances(desk.owner), { bank: 50_000n, partner_balance: 50_000n });
});

test('the id of an operation or of a request stands for its content, whoever uses it again', async (t) => {
  const desk = await openDesk(t);
  const pool = desk.database.pool('vezne_console');
  const ofPartner = { partnerId: desk.partner.id, bankAccountId: desk.bankAccount.id };
  const topUp = (units: number): OperationRequest => ({
    kind: 'topped_up',
    ...ofPartner,
    amountCents: cash(units),
  });
  const under = async (id: string, request: OperationRequest, actor = AYSE) =>
    await resultOrCode(postLedgerOperation({ pool, retry }, { id, request, note: 'once', actor }));
  const [id, requestId] = [newId(), newId()];
  assert.deepEqual(await under(id, topUp(100)), { outcome: 'posted', operationId: id });
  const recordedBefore = { by: 'ayse', note: 'once' };
  assert.deepEqual(
    await under(id, topUp(100), MEHMET),
    { outcome: 'posted', operationId: id, recordedBefore },
    'somebody else is told whose it is',
  );
  const otherNote = { id, request: topUp(100), note: 'again', actor: AYSE };
  assert.deepEqual(await postLedgerOperation({ pool, retry }, otherNote), {
    outcome: 'posted',
    operationId: id,
    recordedBefore,
  });
  assert.equal(await under(id, topUp(60_000)), 'operation_conflict');
  assert.deepEqual(await under(requestId, topUp(60_000)), { outcome: 'asked', requestId });
  assert.equal(await under(requestId, topUp(70_000)), 'operation_conflict');
  assert.equal(await under(requestId, topUp(1), MEHMET), 'operation_conflict', "somebody else's request");
  await confirmRequest(confirmContext(pool, MEHMET), requestId);
  assert.deepEqual(await balances(desk.owner), { bank: 6_010_000n, partner_balance: 6_010_000n });
});

test('the reserve for payouts cannot be adjusted', async (t) => {
  const desk = await openDesk(t);
  const reserved = { kind: 'partner_reserved', partnerId: desk.partner.id } as const;
  const request = {
    kind: 'adjusted',
    debit: reserved,
    credit: { kind: 'owner_funds' },
    amountCents: cash(1),
  } as const;
  await assertRefused(post(desk)(request), 'reserved_account');
});

suite('operations that need two people', () => {
  test('an adjustment waits for a second person, who is never the person who asked', async (t) => {
    const desk = await openDesk(t);
    const pool = desk.database.pool('vezne_console');
    const bank = { kind: 'bank', bankAccountId: desk.bankAccount.id } as const;
    const request = {
      kind: 'adjusted',
      debit: bank,
      credit: { kind: 'owner_funds' },
      amountCents: cash(10),
    } as const;
    const id = requestOf(await post(desk)(request));
    assert.deepEqual(await balances(desk.owner), {}, 'nothing moves before the second person');
    for (const own of [AYSE, commandLineActor('AYŞE '), commandLineActor('a yse')]) {
      await assertRefused(confirmRequest(confirmContext(pool, own), id), 'own_request');
    }
    await confirmRequest(confirmContext(pool, MEHMET), id);
    assert.deepEqual(await balances(desk.owner), { bank: 1_000n, owner_funds: 1_000n });
    await assertRefused(confirmRequest(confirmContext(pool, MEHMET), id), 'request_already_ended');
    const { rows } = await desk.owner.query('select actor, confirmed_by, kind from ledger_operation');
    assert.deepEqual(rows, [{ actor: 'ayse', confirmed_by: 'mehmet', kind: 'adjusted' }]);
    await assertBooksHold(desk.owner);
  });

  test('above the four-eyes amount every operation waits, and only one of many confirmations counts', async (t) => {
    const desk = await openDesk(t);
    const pool = desk.database.pool('vezne_console');
    const ofPartner = { partnerId: desk.partner.id, bankAccountId: desk.bankAccount.id };
    await desk.owner.query('update platform_settings set four_eyes_cents = 50000');
    const topUp = await post(desk)({ kind: 'topped_up', ...ofPartner, amountCents: cash(501) });
    const id = requestOf(topUp);
    const results = await Promise.all(
      ['mehmet', 'zeynep', 'can', 'elif', 'deniz', 'ece'].map(async (name) => {
        const result = await resultOrCode(confirmRequest(confirmContext(pool, staff(name)), id));
        return typeof result === 'string' ? result : 'confirmed';
      }),
    );
    assert.deepEqual(results.toSorted(), ['confirmed', ...Array<string>(5).fill('request_already_ended')]);
    assert.deepEqual(await balances(desk.owner), { bank: 50_100n, partner_balance: 50_100n });
    await assertBooksHold(desk.owner);
  });

  test('a confirmation that the balance does not allow leaves the request open, and only the one who asked may withdraw it', async (t) => {
    const desk = await openDesk(t);
    const pool = desk.database.pool('vezne_console');
    await desk.owner.query('update platform_settings set four_eyes_cents = 0');
    const ofPartner = { partnerId: desk.partner.id, bankAccountId: desk.bankAccount.id };
    const id = requestOf(
      await post(desk)({ kind: 'settled_to_partner', ...ofPartner, amountCents: cash(1) }),
    );
    await assertRefused(confirmRequest(confirmContext(pool, MEHMET), id), 'balance_exceeded');
    const { rows } = await desk.owner.query('select status from second_person_request');
    assert.deepEqual(rows, [{ status: 'open' }]);
    await assertRefused(withdrawRequest(pool, { id, actor: MEHMET }), 'not_own_request');
    await withdrawRequest(pool, { id, actor: AYSE });
    await assertRefused(confirmRequest(confirmContext(pool, MEHMET), id), 'request_already_ended');
    assert.deepEqual(await balances(desk.owner), {});
  });
});

/** Posts while the answer to the posting is lost with its connection. `isDone` says when it is in the books. */
async function postWithLostAnswer(
  t: TestContext,
  desk: Desk,
  request: OperationRequest,
  isDone: (now: Record<string, bigint>) => boolean,
) {
  const proxy = await startDatabaseProxy(t, desk.database.urlOf('vezne_console'));
  const pool = createPool({
    url: proxy.url,
    maxConnections: 2,
    applicationName: 'test',
    log: pino({ level: 'silent' }),
  });
  t.after(async () => await pool.end());
  proxy.holdAnswersTo('post-operation');
  const posting = postLedgerOperation(
    { pool, retry },
    { id: newId(), request, note: 'all of it', actor: AYSE },
  );
  await until(async () => await balances(desk.owner), isDone);
  proxy.cut();
  proxy.release();
  return await posting;
}

test('a settlement whose confirmation is lost with the connection is posted once, and reported so', async (t) => {
  const desk = await openDesk(t);
  const ofPartner = {
    partnerId: desk.partner.id,
    bankAccountId: desk.bankAccount.id,
    amountCents: cash(500),
  };
  await post(desk)({ kind: 'topped_up', ...ofPartner });
  const request = { kind: 'settled_to_partner', ...ofPartner } as const;
  const settled = await postWithLostAnswer(t, desk, request, (now) => now['bank'] === undefined);
  assert.equal(settled.outcome, 'posted', 'the balance is empty by now, and the settlement is why');
  assert.deepEqual(await balances(desk.owner), {});
  await assertBooksHold(desk.owner);
});

test('nor does it count twice towards what one person may post in a day: nobody is asked for a second one', async (t) => {
  const desk = await openDesk(t);
  await desk.owner.query('update platform_settings set four_eyes_cents = 5000000');
  const ofPartner = { partnerId: desk.partner.id, bankAccountId: desk.bankAccount.id };
  const request = { kind: 'topped_up', ...ofPartner, amountCents: cash(30_000) } as const;
  const toppedUp = await postWithLostAnswer(t, desk, request, (now) => now['bank'] !== undefined);
  assert.equal(toppedUp.outcome, 'posted');
  const { rows } = await desk.owner.query('select status from second_person_request');
  assert.deepEqual(rows, []);
  await assertBooksHold(desk.owner);
});
