import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import { consoleErrorBody } from '@vezne/contract/console/errors';
import { consoleErrors } from '../../../../src/http/console/console-error.ts';
import { RefusedError } from '../../../../src/usecases/refusal.ts';
import type { Refusal } from '../../../../src/usecases/refusal.ts';
import type { DecisionRefusals } from '../../../../src/usecases/refusals/decisions.ts';
import { openConsoleDesk } from '../../../harness/console-desk.ts';
import type { ConsoleDesk, Operator } from '../../../harness/console-desk.ts';
import { untilSomebodyWaits } from '../../../harness/expectations.ts';
import { STAFF_SAMPLES } from '../../../harness/refusal-samples.ts';
import { insertPerson } from '../../../harness/staff.ts';

async function stateOf({ owner }: ConsoleDesk, id: string): Promise<unknown> {
  const { rows } = await owner.query(
    `select status, actual_amount_cents as actual, (select count(*)::int4 from transaction_step where transaction_id = id) as steps
     from transaction where id = $1`,
    [id],
  );
  return rows[0];
}

suite('a decision over HTTP', () => {
  test('is refused if the player names another sender while it waits for the lock of the deposit', async (t) => {
    const desk = await openConsoleDesk(t);
    const id = await desk.deposit();
    const { page } = await desk.operator();
    const press = { ...(await desk.press(id)), actualAmount: '1000.00' };
    const holder = await desk.owner.connect();
    try {
      await holder.query('begin');
      await holder.query('select from transaction where id = $1 for no key update', [id]);
      const deciding = page.call('approveDeposit', press, { id });
      await untilSomebodyWaits(desk.owner);
      await desk.owner.query(
        `insert into sender_detail (transaction_id, sender_name) values ($1, 'Bambaşka Birisi')`,
        [id],
      );
      await holder.query('commit');
      const { status, body } = await deciding;
      assert.deepEqual([status, body['refusal']], [409, 'transaction_changed']);
    } finally {
      holder.release();
    }
    assert.deepEqual(await stateOf(desk, id), { status: 'waiting_confirmation', actual: null, steps: 1 });
  });

  test('approves what arrived, and every figure of the row follows from it', async (t) => {
    const desk = await openConsoleDesk(t);
    const id = await desk.deposit();
    const { person, page } = await desk.operator();
    const press = { ...(await desk.press(id)), actualAmount: '950.00', note: 'seen at the bank' };
    const { status, body } = await page.call('approveDeposit', press, { id });
    assert.deepEqual([status, body], [200, { outcome: 'made', status: 'approved', stage: null }]);
    assert.deepEqual(await stateOf(desk, id), { status: 'approved', actual: 95_000n, steps: 2 });
    const { rows } = await desk.owner.query<{
      decision_id: string;
      actor_id: string;
      actor: string;
      note: string;
    }>(
      'select decision_id, actor_id, actor, note from transaction_step where transaction_id = $1 and step_no = 2',
      [id],
    );
    assert.deepEqual(rows[0], {
      decision_id: press.decisionId,
      actor_id: person.id,
      actor: person.handle,
      note: 'seen at the bank',
    });
    const { rows: audited } = await desk.owner.query<{ details: { session?: string } }>(
      `select details from audit_entry where action = 'deposit.approve'`,
    );
    assert.match(audited[0]?.details.session ?? '', /^[0-9a-f-]{36}$/);
  });

  test('is answered the same when it is sent again, as after a lost answer', async (t) => {
    const desk = await openConsoleDesk(t);
    const id = await desk.deposit();
    const { page } = await desk.operator();
    const press = { ...(await desk.press(id)), actualAmount: '1000.00' };
    const first = await page.call('approveDeposit', press, { id });
    const again = await page.call('approveDeposit', press, { id });
    assert.deepEqual([again.status, again.body], [200, first.body]);
    const other = await page.call('approveDeposit', { ...press, decisionId: randomUUID() }, { id });
    assert.deepEqual([other.status, other.body['refusal']], [409, 'state_conflict']);
    assert.deepEqual(await stateOf(desk, id), { status: 'approved', actual: 100_000n, steps: 2 });
  });

  test('rejects with what was seen, holds, takes from the hold, and confirms on behalf', async (t) => {
    const desk = await openConsoleDesk(t);
    const { page } = await desk.operator();
    const [held, refused, forgotten] = [
      await desk.deposit(),
      await desk.deposit(),
      await desk.deposit({ status: 'waiting_payment' }),
    ];
    const until = new Date(Date.now() + 3_600_000).toISOString();
    const hold = { ...(await desk.press(held)), until, reason: 'player_asked' };
    assert.deepEqual((await page.call('holdDeposit', hold, { id: held })).body, {
      outcome: 'made',
      status: 'waiting_confirmation',
      stage: null,
    });
    assert.equal((await page.call('unholdDeposit', await desk.press(held), { id: held })).status, 200);
    assert.equal(
      (await page.call('unholdDeposit', await desk.press(held), { id: held })).body['refusal'],
      'not_held',
    );
    const unsaid = { ...(await desk.press(refused)), reason: 'third_party_sender' };
    assert.equal(
      (await page.call('rejectDeposit', unsaid, { id: refused })).body['refusal'],
      'money_seen_missing',
    );
    const moneySeen = { amount: '990.00', bankAccountId: desk.bankAccount.id, senderSeen: 'Somebody Else' };
    const { body } = await page.call('rejectDeposit', { ...unsaid, moneySeen }, { id: refused });
    assert.deepEqual(body, { outcome: 'made', status: 'rejected', stage: null });
    assert.deepEqual(await stateOf(desk, refused), { status: 'rejected', actual: 99_000n, steps: 2 });
    const confirmed = await page.call('confirmDepositOnBehalf', await desk.press(forgotten), {
      id: forgotten,
    });
    assert.deepEqual(confirmed.body, { outcome: 'made', status: 'waiting_confirmation', stage: null });
  });

  test('that takes two becomes a request, once', async (t) => {
    const desk = await openConsoleDesk(t);
    const id = await desk.deposit({ amountCents: 60_000_00n });
    const { page } = await desk.operator();
    const press = { ...(await desk.press(id)), actualAmount: '60000.00' };
    const asked = { outcome: 'asked', requestId: press.decisionId, reasons: ['above_four_eyes'] };
    assert.deepEqual((await page.call('approveDeposit', press, { id })).body, asked);
    assert.deepEqual((await page.call('approveDeposit', press, { id })).body, asked);
    const other = await page.call('approveDeposit', { ...press, decisionId: randomUUID() }, { id });
    assert.equal(other.body['refusal'], 'request_already_open');
    assert.deepEqual(await stateOf(desk, id), { status: 'waiting_confirmation', actual: null, steps: 1 });
  });

  test('that comes again under its id with another amount, account or reason is a conflict with a sentence', async (t) => {
    const desk = await openConsoleDesk(t);
    const { page } = await desk.operator();
    const [approved, rejected] = [await desk.deposit(), await desk.deposit()];
    const approve = { ...(await desk.press(approved)), actualAmount: '1000.00' };
    const reject = { ...(await desk.press(rejected)), reason: 'no_money_seen' };
    const made = { outcome: 'made', status: 'approved', stage: null };
    assert.deepEqual((await page.call('approveDeposit', approve, { id: approved })).body, made);
    assert.equal((await page.call('rejectDeposit', reject, { id: rejected })).status, 200);
    const refusals = [
      await page.call('approveDeposit', { ...approve, actualAmount: '950.00' }, { id: approved }),
      await page.call('approveDeposit', { ...approve, bankAccountId: desk.bankAccount.id }, { id: approved }),
      await page.call('rejectDeposit', { ...reject, reason: 'duplicate', moneySeen: null }, { id: rejected }),
    ];
    for (const { status, code, body } of refusals)
      assert.deepEqual([status, code, body['refusal']], [409, 'decision_refused', 'pressed_otherwise']);
    assert.deepEqual((await page.call('approveDeposit', approve, { id: approved })).body, made);
    assert.deepEqual(await stateOf(desk, approved), { status: 'approved', actual: 100_000n, steps: 2 });
  });

  test('that moves money asks for a fresh proof, and one that moves none does not', async (t) => {
    const desk = await openConsoleDesk(t);
    const person = await insertPerson(desk.owner);
    const page = desk.browser();
    await page.signIn(person);
    const [approved, rejected] = [await desk.deposit(), await desk.deposit()];
    const approve = { ...(await desk.press(approved)), actualAmount: '1000.00' };
    assert.equal((await page.call('approveDeposit', approve, { id: approved })).code, 'step_up_required');
    const reject = { ...(await desk.press(rejected)), reason: 'no_money_seen' };
    assert.equal((await page.call('rejectDeposit', reject, { id: rejected })).status, 200);
    assert.deepEqual(await stateOf(desk, approved), {
      status: 'waiting_confirmation',
      actual: null,
      steps: 1,
    });
  });

  test('on what has changed, or is not there, is refused', async (t) => {
    const desk = await openConsoleDesk(t);
    const { page } = await desk.operator();
    const id = await desk.deposit();
    const press = { ...(await desk.press(id)), actualAmount: '1000.00' };
    await desk.owner.query(`update transaction set customer_full_name = 'Somebody Else' where id = $1`, [id]);
    const changed = await page.call('approveDeposit', press, { id });
    assert.deepEqual(
      [changed.status, changed.code, changed.body['refusal']],
      [409, 'decision_refused', 'transaction_changed'],
    );
    assert.equal((await page.call('approveDeposit', press, { id: randomUUID() })).code, 'not_found');
    const payout = await desk.withdrawal();
    const onPayout = { ...(await desk.press(payout)), actualAmount: '1000.00' };
    assert.equal((await page.call('approveDeposit', onPayout, { id: payout })).code, 'not_found');
  });

  test('of fifty people on one deposit one wins, and the others are told why', async (t) => {
    const desk = await openConsoleDesk(t);
    const id = await desk.deposit();
    const people: Operator[] = [];
    for (let count = 0; count < 5; count += 1) people.push(await desk.operator());
    const answers = await Promise.all(
      Array.from({ length: 50 }, async (_, at) => {
        const press = { ...(await desk.press(id)), actualAmount: '1000.00' };
        return await people[at % people.length]?.page.call('approveDeposit', press, { id });
      }),
    );
    assert.equal(answers.filter((answer) => answer?.status === 200).length, 1);
    const lost = answers.filter((answer) => answer?.status === 409);
    assert.equal(lost.length, 49);
    for (const answer of lost)
      assert.match(String(answer?.body['refusal']), /state_conflict|transaction_changed/);
    assert.deepEqual(await stateOf(desk, id), { status: 'approved', actual: 100_000n, steps: 2 });
  });
});

/** A code that is missing here does not compile. */
const DECISION_CODES: Readonly<Record<keyof DecisionRefusals, true>> = {
  transaction_not_found: true,
  state_conflict: true,
  transaction_changed: true,
  credit_line_exceeded: true,
  second_person_needed: true,
  paying_account_unavailable: true,
  payouts_paused: true,
  nothing_left: true,
  account_unclear: true,
  nothing_to_correct: true,
  account_without_money: true,
  arrived_out_of_range: true,
  misdirected_money_out: true,
  reason_invalid: true,
  bulk_too_large: true,
  needs_own_decision: true,
  request_already_open: true,
  pressed_otherwise: true,
  sighting_needed: true,
  bank_reference_used: true,
  money_seen_missing: true,
  money_seen_unsaid: true,
  money_seen_contradicts: true,
  payee_blocked: true,
  marks_unread: true,
  bank_balance_needed: true,
  bank_balance_too_low: true,
  shortfall_above_tolerance: true,
  not_the_taker: true,
  parts_exceed_amount: true,
  parts_incomplete: true,
  parts_sent: true,
  part_already_recorded: true,
  not_sent_unsaid: true,
  hold_out_of_range: true,
  not_held: true,
  deposit_still_open: true,
  late_money_waiting: true,
  refused_money_not_found: true,
  refused_money_exceeded: true,
  refused_money_unsaid: true,
  refused_money_elsewhere: true,
  money_seen_before: true,
};

test('every refusal of a decision has an answer that the contract knows', () => {
  const { transaction_not_found: _, ...others } = STAFF_SAMPLES;
  const codes = Object.keys(others).filter((code) => code in DECISION_CODES) as (keyof DecisionRefusals)[];
  assert.ok(codes.length > 35);
  for (const code of codes) {
    const error = new RefusedError({ code, details: STAFF_SAMPLES[code] } as Refusal);
    const answer = consoleErrors.expected(error);
    const { figures: _figures, ...extras } = answer?.extras ?? {};
    assert.deepEqual([answer?.status, answer?.code, extras], [409, 'decision_refused', { refusal: code }]);
    const body = { error: answer?.message, code: answer?.code, requestId: 'req_1', ...answer?.extras };
    assert.ok(consoleErrorBody.safeParse(body).success, code);
  }
});
