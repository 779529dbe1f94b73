import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import { cents } from '@vezne/domain/money';
import type { Cents } from '@vezne/domain/money';
import { findDecisionRows } from '../../../src/db/read/desk/decision-rows.ts';
import { addBankAccount } from '../../../src/usecases/bank-accounts/add.ts';
import { enableBankAccount } from '../../../src/usecases/bank-accounts/change.ts';
import { freezeBankAccount } from '../../../src/usecases/bank-accounts/freeze.ts';
import { confirmRequest } from '../../../src/usecases/confirmation/confirm.ts';
import { approveDeposit, rejectDeposit } from '../../../src/usecases/deposits/decide.ts';
import { enterLateMoney } from '../../../src/usecases/deposits/late-money.ts';
import { setPartner } from '../../../src/usecases/partners/change.ts';
import { RefusedError } from '../../../src/usecases/refusal.ts';
import { setLimits } from '../../../src/usecases/settings/change.ts';
import { authoriseWithdrawal, takeWithdrawal } from '../../../src/usecases/withdrawals/decide.ts';
import { confirmContext } from '../../harness/by-two.ts';
import { authorise, testDecisions } from '../../harness/desk.ts';
import { insertBankAccount, turkishIban } from '../../harness/factories.ts';
import { resultOrCode } from '../../harness/refusals.ts';
import { AYSE, MEHMET, openHouse } from './house.ts';
import type { House, Outcome } from './house.ts';

const cash = (units: number): Cents => cents(BigInt(units) * 100n);
const outcomeOrCode = async (work: Promise<Outcome>): Promise<string> => {
  const result = await resultOrCode(work);
  return typeof result === 'string' ? result : result.outcome;
};

async function statusOf({ owner }: House, id: string): Promise<string> {
  const { rows } = await owner.query<{ status: string }>('select status from transaction where id = $1', [
    id,
  ]);
  return rows[0]?.status ?? '';
}

suite('what one person tried alone', () => {
  test('(a) an account of their own, enabled, and the others frozen: no player is shown it', async (t) => {
    const house = await openHouse(t);
    const { owner, context } = house;
    const id = await house.deposit(500, { status: 'waiting_payment' });
    const theirs = { bankName: 'Bank', holderName: 'Ayşe', iban: turkishIban(77), dailyCapCents: null };
    assert.equal((await addBankAccount(context(AYSE), theirs)).outcome, 'asked');
    const disabled = await insertBankAccount(owner, { status: 'disabled' });
    assert.equal((await enableBankAccount(context(AYSE), disabled.id)).outcome, 'asked');
    const { rows } = await owner.query<{ id: string }>(
      `select id from bank_account where status = 'enabled'`,
    );
    for (const account of rows) await freezeBankAccount(context(AYSE), account.id);
    const { rows: shown } = await owner.query(
      `select a.status from transaction t join bank_account a on a.id = t.bank_account_id where t.id = $1`,
      [id],
    );
    assert.deepEqual(shown, [{ status: 'frozen' }], 'nothing was moved to an account of one person');
    const { rows: open } = await owner.query(`select from bank_account where status = 'enabled'`);
    assert.equal(open.length, 0);
  });

  test('(b) a higher four-eyes amount and credit line, then a payout of 250,000.00', async (t) => {
    const house = await openHouse(t);
    const { context, partner } = house;
    await house.owner.query('update partner set credit_line_cents = 0');
    const higher = await setLimits(context(AYSE), { fourEyesCents: cash(1_000_000) });
    const line = await setPartner(context(AYSE), {
      partner: partner.id,
      settings: { creditLineCents: cash(1_000_000) },
    });
    assert.deepEqual([higher.outcome, line.outcome], ['asked', 'asked']);
    const id = await house.taken(250_000);
    assert.equal(
      await outcomeOrCode(house.decide(id, (start) => authorise({ ...start, actor: AYSE }))),
      'asked',
    );
    assert.equal(await statusOf(house, id), 'waiting_confirmation');
  });

  test('(c) a deposit of 50.00 approved with 9,000,000.00', async (t) => {
    const house = await openHouse(t);
    const id = await house.deposit(50);
    const approve = (units: number) =>
      house.decide(id, (start) => approveDeposit({ ...start, actor: AYSE, actualCents: cash(units) }));
    assert.equal(await outcomeOrCode(approve(9_000_000)), 'asked');
    assert.equal(await statusOf(house, id), 'waiting_confirmation');
  });

  test('(d) late money entered and approved again and again', async (t) => {
    const house = await openHouse(t);
    const id = await house.deposit(100);
    await house.decide(id, (start) => rejectDeposit({ ...start, actor: AYSE, reasonCode: 'no_money_seen' }));
    const enter = async (units: number): Promise<string> =>
      await enterLateMoney(house.pool, { transactionId: id, amountCents: cash(units), actor: AYSE });
    const approve = async (late: string, units: number, bankReference?: string) =>
      await outcomeOrCode(
        house.decide(late, (start) =>
          approveDeposit({
            ...start,
            actor: AYSE,
            actualCents: cash(units),
            ...(bankReference === undefined ? {} : { bankReference, senderSeen: 'Ayşe Işık' }),
          }),
        ),
      );
    const outcomes: string[] = [];
    let credited = 0;
    for (let round = 1; round <= 15; round += 1) {
      const late = await enter(5_000);
      assert.equal(await approve(late, 5_000), 'sighting_needed', 'it must say what the bank shows');
      if (round > 1) assert.equal(await approve(late, 5_000, 'F-1'), 'bank_reference_used');
      const outcome = await approve(late, 5_000, `F-${round}`);
      outcomes.push(outcome);
      if (outcome !== 'done') break;
      credited += 5_000;
    }
    assert.deepEqual([outcomes.at(-1), credited], ['asked', 50_000], 'small amounts add up over the day');
  });

  test('(e) a payout whose partner may never have heard of it', async (t) => {
    const house = await openHouse(t);
    const id = await house.withdrawal(100);
    await house.owner.query('insert into unconfirmed_answer (transaction_id) values ($1)', [id]);
    const { id: bankAccountId } = house.account;
    const take = async (marksRead: readonly 'partner_may_not_know'[]) =>
      await outcomeOrCode(
        house.decide(id, (start) => takeWithdrawal({ ...start, actor: AYSE, bankAccountId, marksRead })),
      );
    assert.equal(await take([]), 'marks_unread');
    assert.equal(await take(['partner_may_not_know']), 'done');
    const allow = (marksRead: readonly 'partner_may_not_know'[]) =>
      outcomeOrCode(house.decide(id, (start) => authorise({ ...start, actor: AYSE, marksRead })));
    assert.equal(await allow([]), 'marks_unread');
    assert.equal(await allow(['partner_may_not_know']), 'done');
    const { rows } = await house.owner.query(
      `select trigger, said -> 'marksRead' as read from transaction_step where transaction_id = $1 and step_no > 1 order by step_no`,
      [id],
    );
    const read = ['partner_may_not_know'];
    assert.deepEqual(rows, [
      { trigger: 'take', read },
      { trigger: 'authorise', read },
    ]);
  });
});

test('whoever has asked does not decide the same alone in another way, and a claim of another sender counts', async (t) => {
  const house = await openHouse(t);
  const approve = async (id: string, senderSeen: string) =>
    await outcomeOrCode(
      house.decide(id, (start) =>
        approveDeposit({
          ...start,
          actor: AYSE,
          actualCents: cash(100),
          senderSeen,
          bankReference: `S-${senderSeen}`,
        }),
      ),
    );
  const id = await house.deposit(100);
  assert.equal(await approve(id, 'Somebody Else'), 'asked');
  assert.equal(await approve(id, 'Ayşe Işık'), 'request_already_open', 'the second answer may suit better');
  const claimed = await house.deposit(100);
  await house.owner.query(
    `insert into sender_detail (transaction_id, sender_name) values ($1, 'Somebody Else')`,
    [claimed],
  );
  assert.equal(await approve(claimed, 'AYSE ISIK'), 'asked');
});

test('the word that a reference was used before does not free it when it was not', async (t) => {
  const house = await openHouse(t);
  const approve = async (isReferenceUsedBefore: boolean) => {
    const id = await house.deposit(100);
    const sighting = { bankReference: 'R-1', senderSeen: 'AYSE ISIK', isReferenceUsedBefore };
    return await outcomeOrCode(
      house.decide(id, (start) =>
        approveDeposit({ ...start, ...sighting, actor: AYSE, actualCents: cash(100) }),
      ),
    );
  };
  assert.equal(await approve(true), 'done');
  assert.equal(await approve(false), 'bank_reference_used');
  assert.equal(await approve(true), 'done');
});

test('whoever confirms a payout says of its marks that they read them', async (t) => {
  const house = await openHouse(t);
  const id = await house.withdrawal(100, { payout_holder_name: 'Somebody Else' });
  const marksRead = ['another_holder'] as const;
  const { id: bankAccountId } = house.account;
  await house.decide(id, (start) => takeWithdrawal({ ...start, actor: AYSE, bankAccountId, marksRead }));
  const asked = await house.decide(id, (start) => authorise({ ...start, actor: AYSE, marksRead }));
  const requestId = 'requestId' in asked ? asked.requestId : assert.fail();
  const context = confirmContext(house.pool, MEHMET);
  await assert.rejects(confirmRequest({ ...context, marksRead: [] }, requestId), (error) => {
    assert.ok(error instanceof RefusedError && error.refusal.code === 'marks_unread', String(error));
    assert.deepEqual(error.refusal.details.marks, marksRead, 'the person is told which');
    return true;
  });
  await confirmRequest(context, requestId);
});

test('what an account holds is counted for payouts that are authorised together', async (t) => {
  const house = await openHouse(t);
  const ids = await Promise.all(Array.from({ length: 3 }, async () => await house.taken(80)));
  await house.post(
    {
      kind: 'topped_up',
      partnerId: house.partner.id,
      bankAccountId: house.account.id,
      amountCents: cash(100),
    },
    MEHMET,
  );
  const outcomes = await Promise.all(
    ids.map(async (id) =>
      outcomeOrCode(house.decide(id, (start) => authoriseWithdrawal({ ...start, actor: AYSE }))),
    ),
  );
  assert.deepEqual(outcomes.toSorted(), ['bank_balance_needed', 'bank_balance_needed', 'done']);
});

test('of 20 payouts of 49,999.00 to one IBAN on one day by one person, the first is authorised and the rest wait', async (t) => {
  for (const together of [false, true]) {
    const house = await openHouse(t);
    const payout_iban = turkishIban(4_711);
    const ids: string[] = [];
    for (let count = 0; count < 20; count += 1) {
      const id = await house.withdrawal(49_999, { payout_iban });
      const marksRead = ['iban_of_other_players'] as const;
      const { id: bankAccountId } = house.account;
      await house.decide(id, (start) => takeWithdrawal({ ...start, actor: AYSE, bankAccountId, marksRead }));
      ids.push(id);
    }
    await house.owner.query('update bank_account set tolerance_cents = 100000000000');
    const allow = async (id: string) =>
      await outcomeOrCode(
        house.decide(id, (start) =>
          authorise({ ...start, actor: AYSE, marksRead: ['iban_of_other_players'] }),
        ),
      );
    const outcomes: string[] = [];
    if (together) outcomes.push(...(await Promise.all(ids.map(allow))));
    else for (const id of ids) outcomes.push(await allow(id));
    assert.deepEqual(outcomes.toSorted(), [...Array<string>(19).fill('asked'), 'done']);
    if (!together) assert.equal(outcomes[0], 'done', 'from the second on they wait');
  }
});

test('two processes that count at the same moment pass no sum together', async (t) => {
  const house = await openHouse(t);
  const processes = [testDecisions(house.pool), testDecisions(house.pool), testDecisions(house.pool)];
  const ids = await Promise.all(Array.from({ length: 9 }, async () => await house.deposit(20_000)));
  await house.owner.query(`update transaction set customer_id = 'one player'`);
  const rows = await findDecisionRows(house.pool, ids, { timeoutMs: 5_000 });
  const sighting = (index: number) => ({ bankReference: `T-${index}`, senderSeen: 'Ayşe Işık' });
  const results = await Promise.all(
    ids.map(async (id, index) => {
      const fingerprint = rows.get(id)?.fingerprint ?? '';
      const approval = { transactionId: id, fingerprint, actor: AYSE, actualCents: cash(20_000) };
      const decision = approveDeposit({ ...approval, ...sighting(index) });
      return (await processes[index % 3]?.submit(decision))?.outcome;
    }),
  );
  assert.deepEqual(results.toSorted(), [...Array<string>(7).fill('asked'), 'made', 'made']);
});

suite('the database holds the worst', () => {
  const insert = `insert into bank_account (id, bank_name, holder_name, iban) values ($1, 'Bank', 'Ayşe', $2)`;

  test('no role of a process adds or enables a bank account without a confirmed request for exactly that', async (t) => {
    const { owner, pool } = await openHouse(t);
    const refused = /only by a request that a second person confirms/;
    const iban = turkishIban(55);
    await assert.rejects(pool.query(insert, [randomUUID(), iban]), refused);
    const disabled = await insertBankAccount(owner, { status: 'disabled' });
    const enable = `update bank_account set status = 'enabled' where id = $1`;
    await assert.rejects(pool.query(enable, [disabled.id]), refused);
    // A request for another account, or one that is only open, is not enough.
    const ask = `insert into second_person_request (id, action, subject_type, subject_id, details, after, before, fingerprint, asked_by_kind, asked_by_id, asked_by)
      values ($1, $2, 'bank_account', $3, $4, $4, '{}', 'f', 'command_line', '${AYSE.id}', '${AYSE.name}')`;
    const confirm = `update second_person_request
      set status = 'confirmed', decided_by_kind = 'command_line', decided_by_id = $2, decided_by = $3, decided_at = now() where id = $1`;
    const details = JSON.stringify({ iban: turkishIban(56), holderName: 'Ayşe', bankName: 'Bank' });
    const [requestId, id] = [randomUUID(), randomUUID()];
    const client = await pool.connect();
    try {
      await client.query(ask, [requestId, 'bank_account.add', id, details]);
      await assert.rejects(client.query(insert, [id, iban]), refused);
      await client.query('begin');
      await client.query(confirm, [requestId, MEHMET.id, MEHMET.name]);
      await assert.rejects(
        client.query(insert, [id, iban]),
        refused,
        'another IBAN than the one that was asked',
      );
      await client.query('rollback');
      await assert.rejects(
        client.query(confirm, [requestId, AYSE.id, AYSE.name]),
        /second_person_request_names/,
      );
      await client.query('begin');
      await client.query(confirm, [requestId, MEHMET.id, MEHMET.name]);
      await client.query(insert, [id, turkishIban(56)]);
      await client.query('commit');
      // Confirmed once, and not for ever.
      await owner.query('delete from ledger_account where bank_account_id = $1', [id]);
      await owner.query('delete from bank_account where id = $1', [id]);
      await assert.rejects(client.query(insert, [id, turkishIban(56)]), refused);
    } finally {
      client.release();
    }
  });

  test('a request begins open, ends once, and is not written again', async (t) => {
    const { pool, context } = await openHouse(t);
    const asked = await setLimits(context(AYSE), { fourEyesCents: cash(99_999) });
    const id = 'requestId' in asked ? asked.requestId : '';
    await assert.rejects(
      pool.query(
        `insert into second_person_request (id, action, details, asked_by_kind, asked_by, asked_by_id, status, decided_by, decided_by_id, decided_at)
         values ($1, 'limits.set', '{}', 'command_line', $2, $3, 'confirmed', $4, $5, now())`,
        [randomUUID(), AYSE.name, AYSE.id, MEHMET.name, MEHMET.id],
      ),
      /row-level security/,
    );
    await assert.rejects(pool.query(`update second_person_request set details = '{}'`), /permission denied/);
    const decline = `update second_person_request set status = 'declined', decision_note = 'no',
      decided_by_kind = 'command_line', decided_by_id = $2, decided_by = $3, decided_at = now() where id = $1`;
    await pool.query(decline, [id, MEHMET.id, MEHMET.name]);
    await assert.rejects(pool.query(decline, [id, MEHMET.id, MEHMET.name]), /stays as it is/);
  });
});
