import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import { getDeposit } from '@vezne/contract/console/deposits';
import type { DepositDetail } from '@vezne/contract/console/deposits';
import { openConsoleDesk, read } from '../../../harness/console-desk.ts';
import type { ConsoleDesk } from '../../../harness/console-desk.ts';
import type { Browser } from '../../../harness/console.ts';
import { insertBankAccount } from '../../../harness/factories.ts';

async function look(page: Browser, id: string): Promise<DepositDetail> {
  return getDeposit.response.parse((await read(page, `/api/deposits/${id}`)).body);
}

/** A deposit that was rejected; with money, that money is in the books as refused. */
async function rejected(
  desk: ConsoleDesk,
  page: Browser,
  { money }: { money?: string } = {},
): Promise<string> {
  const id = await desk.deposit();
  const said =
    money === undefined
      ? { reason: 'no_money_seen' }
      : { reason: 'amount_mismatch', moneySeen: { amount: money, bankAccountId: desk.bankAccount.id } };
  const { status, body } = await page.call('rejectDeposit', { ...(await desk.press(id)), ...said }, { id });
  assert.equal(status, 200, JSON.stringify(body));
  return id;
}

const enter = async (page: Browser, id: string, body: object) =>
  await page.call('enterLateMoney', { decisionId: randomUUID(), amount: '400.00', ...body }, { id });

suite('late money at the console', () => {
  test('becomes a deposit of its own that waits, and is decided like any other', async (t) => {
    const desk = await openConsoleDesk(t);
    const { person, page } = await desk.operator();
    const id = await rejected(desk, page);
    const { status, body } = await enter(page, id, { note: 'came at night' });
    assert.equal(status, 200);
    const lateId = String(body['id']);
    const late = await look(page, lateId);
    assert.deepEqual(
      [late.status, late.amountCents, late.originalTransactionId, late.bankAccount?.id, late.warnings],
      ['waiting_confirmation', 40_000, id, desk.bankAccount.id, ['late_money']],
    );
    const { afterwards } = await look(page, id);
    assert.deepEqual(
      [afterwards?.lateDeposits.map((one) => one.id), afterwards?.refusedMoney],
      [[lateId], null],
    );
    const { rows } = await desk.owner.query<{ actor_id: string; details: { session?: string } }>(
      `select actor_id, details from audit_entry where action = 'deposit.enter_late_money'`,
    );
    assert.deepEqual(
      rows.map(({ actor_id }) => actor_id),
      [person.id],
    );
    assert.match(rows[0]?.details.session ?? '', /^[0-9a-f-]{36}$/);
    const press = { ...(await desk.press(lateId)), actualAmount: '400.00' };
    assert.equal(
      (await page.call('approveDeposit', press, { id: lateId })).body['refusal'],
      'sighting_needed',
    );
    const sighting = { bankReference: 'F-77', senderSeen: late.customer.fullName };
    const approved = await page.call('approveDeposit', { ...press, ...sighting }, { id: lateId });
    assert.deepEqual(approved.body, { outcome: 'made', status: 'approved', stage: null });
  });

  test('is entered once, however often its press comes', async (t) => {
    const desk = await openConsoleDesk(t);
    const { page } = await desk.operator();
    const colleague = await desk.operator();
    const id = await rejected(desk, page);
    const decisionId = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 10 }, async () => await enter(page, id, { decisionId })),
    );
    assert.equal(new Set(answers.map(({ body }) => body['id'])).size, 1, JSON.stringify(answers));
    const lateId = String(answers[0]?.body['id']);
    const another = await enter(page, id, {});
    assert.deepEqual([another.status, another.body['refusal']], [409, 'late_money_waiting']);
    // A press stands for its person and its words.
    const { id: otherAccount } = await insertBankAccount(desk.owner);
    const assertConflicts = async (): Promise<void> => {
      for (const other of [
        await enter(page, id, { decisionId, amount: '500.00' }),
        await enter(page, id, { decisionId, bankAccountId: otherAccount }),
        await enter(page, id, { decisionId, note: 'something else' }),
        await enter(colleague.page, id, { decisionId }),
      ])
        assert.deepEqual([other.status, other.body['refusal']], [409, 'pressed_otherwise']);
    };
    await assertConflicts();
    const reject = { ...(await desk.press(lateId)), reason: 'no_money_seen' };
    assert.equal((await page.call('rejectDeposit', reject, { id: lateId })).status, 200);
    // Its answer came late: it was entered, whatever became of it since.
    assert.equal((await enter(page, id, { decisionId })).body['id'], lateId);
    await assertConflicts();
    const { rows } = await desk.owner.query('select from transaction where original_transaction_id = $1', [
      id,
    ]);
    assert.equal(rows.length, 1);
  });

  test('that was refused is named, or said to be new', async (t) => {
    const desk = await openConsoleDesk(t);
    const { page } = await desk.operator();
    const id = await rejected(desk, page, { money: '990.00' });
    const { afterwards } = await look(page, id);
    assert.deepEqual(
      [afterwards?.refusedMoney?.transactionId, afterwards?.refusedMoney?.openCents],
      [id, 99_000],
    );
    assert.equal(afterwards?.refusedMoney?.bankAccount?.id, desk.bankAccount.id);
    const refusalOf = async (body: object): Promise<unknown> => (await enter(page, id, body)).body['refusal'];
    assert.equal(await refusalOf({}), 'refused_money_unsaid');
    const refused = { refusedTransactionId: id };
    assert.equal(await refusalOf({ ...refused, amount: '990.01' }), 'refused_money_exceeded');
    const second = await insertBankAccount(desk.owner);
    assert.equal(await refusalOf({ ...refused, bankAccountId: second.id }), 'refused_money_elsewhere');
    assert.equal((await enter(page, id, { ...refused, isNewMoney: true })).code, 'invalid_request');
    const { status, body } = await enter(page, id, { ...refused, amount: '990.00' });
    assert.equal(status, 200);
    const late = await look(page, String(body['id']));
    assert.deepEqual(late.twoPeopleReasons, ['refused_by_same'], 'nobody refuses and credits alone');
  });

  test('is refused where nothing can be late, or the account is none of ours', async (t) => {
    const desk = await openConsoleDesk(t);
    const { page } = await desk.operator();
    const open = await desk.deposit();
    assert.equal((await enter(page, open, {})).body['refusal'], 'deposit_still_open');
    assert.equal((await enter(page, randomUUID(), {})).code, 'not_found');
    assert.equal((await enter(page, await desk.withdrawal(), {})).code, 'not_found');
    const id = await rejected(desk, page);
    const elsewhere = await enter(page, id, { bankAccountId: randomUUID() });
    assert.deepEqual(
      [elsewhere.code, elsewhere.body['refusal']],
      ['decision_refused', 'paying_account_unavailable'],
    );
    for (const amount of ['0.00', '-1.00', '1', 5])
      assert.equal((await enter(page, id, { amount })).code, 'invalid_request');
  });

  test('above 5,000.00 is entered by one, and approved by two', async (t) => {
    const desk = await openConsoleDesk(t);
    const { page } = await desk.operator();
    const id = await rejected(desk, page);
    const { body } = await enter(page, id, { amount: '5000.01' });
    const lateId = String(body['id']);
    const late = await look(page, lateId);
    assert.deepEqual(late.twoPeopleReasons, ['late_money']);
    const press = { ...(await desk.press(lateId)), actualAmount: '5000.01' };
    const sighting = { bankReference: 'F-78', senderSeen: late.customer.fullName };
    const asked = await page.call('approveDeposit', { ...press, ...sighting }, { id: lateId });
    assert.deepEqual(asked.body, {
      outcome: 'asked',
      requestId: press.decisionId,
      reasons: ['late_money'],
    });
  });
});
