import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import type { SignedInPerson } from '@vezne/domain/actor';
import { getRequest, listRequests } from '@vezne/contract/console/requests';
import type { RequestDetail } from '@vezne/contract/console/requests';
import { ROLES } from '@vezne/domain/permissions';
import { createDatabase } from '../../../../src/db/kysely.ts';
import { expireRequests } from '../../../../src/usecases/four-eyes/expire.ts';
import { postLedgerOperation } from '../../../../src/usecases/ledger/post.ts';
import { disableBankAccount } from '../../../../src/usecases/bank-accounts/change.ts';
import { freezeBankAccount } from '../../../../src/usecases/bank-accounts/freeze.ts';
import { addStaff } from '../../../../src/usecases/staff/add.ts';
import { enableStaff } from '../../../../src/usecases/staff/enable.ts';
import { resetStaff } from '../../../../src/usecases/staff/reset.ts';
import { setStaffRoles } from '../../../../src/usecases/staff/set-roles.ts';
import type { Performed } from '../../../../src/usecases/four-eyes/act.ts';
import { correctWithdrawal } from '../../../../src/usecases/withdrawals/after-approval.ts';
import { approveWithdrawal, takeWithdrawal } from '../../../../src/usecases/withdrawals/decide.ts';
import { openConsoleDesk, read } from '../../../harness/console-desk.ts';
import type { ConsoleDesk, Operator } from '../../../harness/console-desk.ts';
import type { Browser } from '../../../harness/console.ts';
import { authorise, cash, retry } from '../../../harness/desk.ts';
import { insertBankAccount } from '../../../harness/factories.ts';
import { assertBooksHold } from '../../../harness/ledger.ts';
import { outcomeOf } from '../../../harness/refusals.ts';
import { signedIn } from '../../../harness/signed-in.ts';
import { insertPerson } from '../../../harness/staff.ts';

const SENIOR = { roles: ['senior_operator'] } as const;
const ADMINISTRATOR = { roles: ['administrator'] } as const;

async function look(page: Browser, id: string): Promise<RequestDetail> {
  return getRequest.response.parse((await read(page, `/api/requests/${id}`)).body);
}

async function lists(page: Browser) {
  return listRequests.response.parse((await read(page, '/api/requests')).body);
}

const waiting = async (page: Browser): Promise<unknown> =>
  (await read(page, '/api/requests/count')).body['toConfirm'];

const confirm = async (page: Browser, id: string, body: object = {}) =>
  await page.call('confirmRequest', { marksRead: [], ...body }, { id });

/** A deposit that takes two, asked for by its first operator. */
async function asked(
  desk: ConsoleDesk,
  { page }: Operator,
  { amountCents = 6_000_000n, decisionId }: { amountCents?: bigint; decisionId?: string } = {},
) {
  const depositId = await desk.deposit({ amountCents });
  const actualAmount = `${amountCents / 100n}.00`;
  const seen = await desk.press(depositId);
  const press = {
    ...seen,
    decisionId: decisionId ?? seen.decisionId,
    actualAmount,
    note: 'seen at the bank',
  };
  const answer = await page.call('approveDeposit', press, { id: depositId });
  assert.equal(answer.body['outcome'], 'asked', JSON.stringify(answer.body));
  return { depositId, requestId: press.decisionId };
}

/** The person of a test, as use cases know people at the console. */
const as = ({ person }: Operator): SignedInPerson =>
  signedIn({ id: person.id, name: person.handle, roles: ROLES });

async function requestOf<Result>(performing: Promise<Performed<Result>>): Promise<string> {
  const performed = await performing;
  assert.equal(performed.outcome, 'asked');
  return performed.outcome === 'asked' ? performed.requestId : '';
}

const statusOf = async (desk: ConsoleDesk, id: string): Promise<string> => (await desk.see(id)).status;

suite('what waits for a second person', () => {
  test('is seen by the second with before and after, and done when they confirm it', async (t) => {
    const desk = await openConsoleDesk(t);
    const first = await desk.operator({ name: 'Elif Demir' });
    const second = await desk.operator();
    const { depositId, requestId } = await asked(desk, first);
    assert.deepEqual([await waiting(first.page), await waiting(second.page)], [0, 1]);
    const [row] = (await lists(second.page)).open;
    assert.deepEqual(
      [row?.id, row?.isMine, row?.obstacle, row?.amountCents, row?.askedBy.name],
      [requestId, false, null, 6_000_000, 'Elif Demir'],
    );
    const detail = await look(second.page, requestId);
    assert.equal(detail.note, 'seen at the bank');
    assert.deepEqual(detail.reasons, ['above_four_eyes']);
    const status = detail.lines.find(({ field }) => field === 'status');
    assert.deepEqual([status?.before, status?.after], ['waiting_confirmation', 'approved']);
    assert.equal(detail.transaction?.hasChanged, false);
    assert.equal(detail.transaction?.amountCents, 6_000_000);
    assert.equal(detail.outcome?.playerAmountCents, 5_820_000);
    assert.ok(detail.transfers.length > 0);
    const answer = await confirm(second.page, requestId);
    assert.deepEqual(
      [answer.status, answer.body],
      [200, { status: 'confirmed', enrolment: null, credentials: null, webhookSecret: null }],
    );
    assert.equal(await statusOf(desk, depositId), 'approved');
    assert.deepEqual((await confirm(second.page, requestId)).body, answer.body, 'the same press again');
    const after = await look(first.page, requestId);
    assert.deepEqual([after.status, after.decidedBy?.handle], ['confirmed', second.person.handle]);
    assert.equal(await waiting(second.page), 0);
    await assertBooksHold(desk.owner);
  });

  test('is listed by its time, whatever id the browser gave it', async (t) => {
    const desk = await openConsoleDesk(t);
    const [first, second] = [await desk.operator(), await desk.operator()];
    const ids = ['f', '8', '0'].map((digit) => `${digit}0000000-0000-4000-8000-000000000001`);
    for (const decisionId of ids) {
      await asked(desk, first, { decisionId });
      await second.page.call('declineRequest', { reason: 'not this one' }, { id: decisionId });
    }
    assert.deepEqual(
      (await lists(second.page)).ended.map(({ id }) => id),
      ids.toReversed(),
    );
  });

  test('is nobody’s own to confirm, and theirs to take back', async (t) => {
    const desk = await openConsoleDesk(t);
    const [first, second] = [await desk.operator(), await desk.operator()];
    const { depositId, requestId } = await asked(desk, first);
    const mine = await look(first.page, requestId);
    assert.deepEqual([mine.obstacle, mine.mayWithdraw, mine.mayDecline], ['own_request', true, false]);
    assert.equal((await confirm(first.page, requestId)).body['refusal'], 'own_request');
    assert.equal(await statusOf(desk, depositId), 'waiting_confirmation');
    const withdraw = async (page: Browser) =>
      await page.call('withdrawRequest', { isMine: true }, { id: requestId });
    assert.equal((await withdraw(second.page)).body['refusal'], 'not_own_request');
    assert.equal((await withdraw(first.page)).body['status'], 'withdrawn');
    assert.equal((await withdraw(first.page)).body['status'], 'withdrawn', 'the same press again');
    assert.equal((await confirm(second.page, requestId)).body['refusal'], 'request_already_ended');
  });

  test('is confirmed once, whoever presses how often at the same moment', async (t) => {
    const desk = await openConsoleDesk(t);
    const first = await desk.operator();
    const others = [await desk.operator(), await desk.operator()];
    const { requestId } = await asked(desk, first);
    const answers = await Promise.all(
      Array.from({ length: 20 }, async (_, index) => ({
        who: index % 2,
        answer: await confirm(others[index % 2]?.page ?? first.page, requestId),
      })),
    );
    const winners = new Set(answers.filter(({ answer }) => answer.status === 200).map(({ who }) => who));
    assert.equal(winners.size, 1, 'one person has confirmed it, however often they pressed');
    for (const { who, answer } of answers)
      if (!winners.has(who)) assert.equal(answer.body['refusal'], 'request_already_ended');
    const { rows } = await desk.owner.query(
      `select from audit_entry where action in ('request.confirm', 'deposit.approve')`,
    );
    assert.equal(rows.length, 2);
    await assertBooksHold(desk.owner);
  });

  test('is refused when the deposit has changed, and says so before', async (t) => {
    const desk = await openConsoleDesk(t);
    const [first, second] = [await desk.operator(), await desk.operator()];
    const { depositId, requestId } = await asked(desk, first);
    await desk.owner.query(`update transaction set customer_full_name = 'Somebody Else' where id = $1`, [
      depositId,
    ]);
    const detail = await look(second.page, requestId);
    assert.deepEqual(
      [detail.obstacle, detail.refusal, detail.transaction?.hasChanged],
      ['refused', 'transaction_changed', true],
    );
    assert.equal(await waiting(second.page), 0);
    assert.equal((await confirm(second.page, requestId)).body['refusal'], 'transaction_changed');
    assert.equal(await statusOf(desk, depositId), 'waiting_confirmation');
  });

  test('is refused when its time is over', async (t) => {
    const desk = await openConsoleDesk(t);
    const [first, second] = [await desk.operator(), await desk.operator()];
    const { requestId } = await asked(desk, first);
    await desk.owner.query(
      `update second_person_request set asked_at = now() - interval '3 hours', expires_at = now() - interval '1 hour'`,
    );
    assert.equal((await look(second.page, requestId)).obstacle, 'expired');
    assert.equal((await confirm(second.page, requestId)).body['refusal'], 'request_expired');
    assert.equal(await waiting(second.page), 0);
    await expireRequests(desk.database.pool('vezne_worker'));
    assert.equal((await look(second.page, requestId)).status, 'expired');
    assert.equal((await confirm(second.page, requestId)).body['refusal'], 'request_already_ended');
  });

  test('above 250,000.00 takes a senior operator', async (t) => {
    const desk = await openConsoleDesk(t);
    const [first, second] = [await desk.operator(), await desk.operator()];
    const senior = await desk.operator(SENIOR);
    const { requestId } = await asked(desk, first, { amountCents: 25_000_100n });
    const detail = await look(second.page, requestId);
    assert.deepEqual([detail.obstacle, detail.permission], ['not_permitted', 'confirm_large_decision']);
    assert.equal(detail.mayDecline, true);
    assert.deepEqual([await waiting(second.page), await waiting(senior.page)], [0, 1]);
    assert.equal((await confirm(second.page, requestId)).code, 'not_permitted');
    assert.equal((await confirm(senior.page, requestId)).status, 200);
  });

  test('takes a fresh proof to confirm, and none to decline', async (t) => {
    const desk = await openConsoleDesk(t);
    const { requestId } = await asked(desk, await desk.operator());
    const page = desk.browser();
    await page.signIn(await insertPerson(desk.owner));
    assert.equal((await confirm(page, requestId)).code, 'step_up_required');
    const decline = { reason: 'the sender is another' };
    assert.equal((await page.call('declineRequest', decline, { id: requestId })).status, 200);
  });

  test('is declined with a reason, which the asker reads', async (t) => {
    const desk = await openConsoleDesk(t);
    const [first, second] = [await desk.operator(), await desk.operator({ name: 'Murat Şen' })];
    const { depositId, requestId } = await asked(desk, first);
    await desk.owner.query(
      `insert into sender_detail (transaction_id, sender_name) values ($1, 'Başka Biri')`,
      [depositId],
    );
    const { transaction } = await look(second.page, requestId);
    assert.deepEqual([transaction?.senderName, transaction?.receipts], ['Başka Biri', 0]);
    const decline = async (reason: string) =>
      await second.page.call('declineRequest', { reason }, { id: requestId });
    assert.equal((await decline('')).code, 'invalid_request');
    assert.equal((await decline('   ')).code, 'invalid_request');
    assert.equal((await decline('not in the bank')).status, 200);
    assert.equal((await decline('not in the bank')).status, 200, 'the same press again');
    assert.equal((await decline('other words')).body['refusal'], 'request_already_ended');
    const [ended] = (await lists(first.page)).ended;
    assert.deepEqual(
      [ended?.status, ended?.decisionNote, ended?.decidedBy?.name],
      ['declined', 'not in the bank', 'Murat Şen'],
    );
    assert.equal(await statusOf(desk, depositId), 'waiting_confirmation');
    const { body } = await first.page.call('getDeposit', undefined, { id: depositId });
    const { kind, at: _, ...trace } = (body['timeline'] as Record<string, unknown>[]).at(-1) ?? {};
    assert.equal(kind, 'request', 'whoever opens the deposit again reads it too');
    assert.deepEqual(trace, {
      status: 'declined',
      askedBy: first.person.name,
      endedBy: 'Murat Şen',
      note: 'not in the bank',
    });
  });

  test('of a bulk shows its deposits, and takes a senior operator', async (t) => {
    const desk = await openConsoleDesk(t);
    const [first, second] = [await desk.operator(), await desk.operator()];
    const senior = await desk.operator(SENIOR);
    const ids = await Promise.all(
      Array.from({ length: 6 }, async () => await desk.deposit({ amountCents: 4_900_000n })),
    );
    const deposits = await Promise.all(ids.map(async (id) => ({ id, ...(await desk.press(id)) })));
    assert.equal((await first.page.call('approveDepositsInBulk', { deposits })).status, 200);
    // The request of a bulk has the id of its first press.
    const requestId = deposits[0]?.decisionId ?? '';
    const detail = await look(senior.page, requestId);
    assert.deepEqual([detail.deposits, detail.amountCents, detail.obstacle], [6, 29_400_000, null]);
    assert.deepEqual(detail.bulk.map(({ id }) => id).toSorted(), ids.toSorted());
    assert.equal((await look(second.page, requestId)).obstacle, 'not_permitted');
    assert.equal((await confirm(senior.page, requestId)).status, 200);
    for (const id of ids) assert.equal(await statusOf(desk, id), 'approved');
    await assertBooksHold(desk.owner);
  });
});

suite('each action that the console confirms', () => {
  test('a correction of a deposit', async (t) => {
    const desk = await openConsoleDesk(t);
    const [first, second] = [await desk.operator(), await desk.operator()];
    const id = await desk.deposit();
    await first.page.call('approveDeposit', { ...(await desk.press(id)), actualAmount: '1000.00' }, { id });
    const press = { ...(await desk.press(id)), actualAmount: '950.00', note: 'a digit' };
    await first.page.call('correctDeposit', press, { id });
    const detail = await look(second.page, press.decisionId);
    assert.equal(detail.outcome?.actualAmountCents, 95_000);
    assert.equal(detail.transaction?.actualAmountCents, 100_000);
    assert.equal((await confirm(second.page, press.decisionId)).status, 200);
    assert.equal((await desk.see(id)).actualAmountCents, 95_000n);
    await assertBooksHold(desk.owner);
  });

  test('a payout’s authorisation, once its marks are read, and never with a whole IBAN', async (t) => {
    const desk = await openConsoleDesk(t);
    const [first, second] = [await desk.operator(), await desk.operator()];
    await desk.owner.query('update partner set credit_line_cents = 100000000000');
    const id = await desk.withdrawal({ amountCents: 6_000_000n });
    await desk.owner.query(`update transaction set payout_holder_name = 'Ceren Aksoy' where id = $1`, [id]);
    const marksRead = ['another_holder'] as const;
    const take = { transactionId: id, actor: as(first), bankAccountId: desk.bankAccount.id, marksRead };
    assert.equal(outcomeOf(await desk.decisions.submit(takeWithdrawal(take))), 'made');
    const result = await desk.decide(
      (fingerprint) => authorise({ transactionId: id, fingerprint, actor: as(first), marksRead }),
      id,
    );
    assert.equal(outcomeOf(result), 'asked');
    const requestId = result.outcome === 'asked' ? result.requestId : '';
    const { payoutIban } = await desk.see(id);
    const answer = await read(second.page, `/api/requests/${requestId}`);
    assert.ok(!JSON.stringify(answer.body).includes(String(payoutIban)));
    const detail = getRequest.response.parse(answer.body);
    assert.deepEqual(detail.transaction?.marks, ['another_holder']);
    assert.deepEqual([detail.transaction?.stage, detail.outcome?.stage], ['taken', 'authorised']);
    assert.equal((await confirm(second.page, requestId)).body['refusal'], 'marks_unread');
    assert.equal((await confirm(second.page, requestId, { marksRead })).status, 200);
    assert.deepEqual(
      [(await desk.see(id)).stage, (await desk.see(id)).authorisedById],
      ['authorised', second.person.id],
    );
    await assertBooksHold(desk.owner);
  });

  test('a payout’s correction', async (t) => {
    const desk = await openConsoleDesk(t);
    const [first, second] = [await desk.operator(), await desk.operator()];
    await desk.owner.query('update partner set credit_line_cents = 100000000000');
    const id = await desk.withdrawal();
    const actor = as(first);
    const take = takeWithdrawal({ transactionId: id, actor, bankAccountId: desk.bankAccount.id });
    await desk.decisions.submit(take);
    await desk.decide((fingerprint) => authorise({ transactionId: id, fingerprint, actor }), id);
    await desk.decide((fingerprint) => approveWithdrawal({ transactionId: id, fingerprint, actor }), id);
    const { id: bankAccountId } = await insertBankAccount(desk.owner);
    const result = await desk.decide(
      (fingerprint) =>
        correctWithdrawal({ transactionId: id, fingerprint, actor, bankAccountId, note: 'the other bank' }),
      id,
    );
    assert.equal(result.outcome, 'asked');
    const requestId = result.outcome === 'asked' ? result.requestId : '';
    assert.equal((await look(second.page, requestId)).obstacle, null);
    assert.equal((await confirm(second.page, requestId)).status, 200);
    assert.equal((await desk.see(id)).bankAccountId, bankAccountId);
    await assertBooksHold(desk.owner);
  });

  test('an operation of the books', async (t) => {
    const desk = await openConsoleDesk(t);
    const finance = await desk.operator({ roles: ['finance'] });
    const other = await desk.operator({ roles: ['finance'] });
    const operator = await desk.operator();
    const requestId = randomUUID();
    const posted = await postLedgerOperation(
      { pool: desk.database.pool('vezne_console'), retry },
      {
        id: requestId,
        request: {
          kind: 'topped_up',
          partnerId: desk.partner.id,
          bankAccountId: desk.bankAccount.id,
          amountCents: cash(60_000),
        },
        note: 'from the partner',
        actor: as(finance),
      },
    );
    assert.equal(posted.outcome, 'asked');
    const detail = await look(other.page, requestId);
    assert.deepEqual([detail.operation, detail.amountCents, detail.obstacle], ['topped_up', 6_000_000, null]);
    assert.equal(detail.transfers.length, 1);
    assert.equal((await read(operator.page, `/api/requests/${requestId}`)).status, 404);
    assert.equal((await confirm(operator.page, requestId)).status, 404);
    assert.equal((await confirm(other.page, requestId)).status, 200);
    const { rows } = await desk.owner.query('select from ledger_operation where id = $1', [requestId]);
    assert.equal(rows.length, 1);
    await assertBooksHold(desk.owner);
  });

  test('people: added, given a role, reset and let in again', async (t) => {
    const desk = await openConsoleDesk(t);
    const [first, second] = [await desk.operator(ADMINISTRATOR), await desk.operator(ADMINISTRATOR)];
    const context = {
      db: createDatabase(desk.database.pool('vezne_console')),
      actor: as(first),
      consoleUrl: 'https://console.example',
    };
    const added = await requestOf(
      addStaff(context, { handle: 'zeynep', name: 'Zeynep Ak', roles: ['operator'] }),
    );
    const detail = await look(second.page, added);
    assert.deepEqual(detail.lines.map(({ field, isNew, after }) => [field, isNew, after]).toSorted(), [
      ['handle', true, 'zeynep'],
      ['name', true, 'Zeynep Ak'],
      ['roles', true, ['operator']],
    ]);
    const made = await confirm(second.page, added);
    assert.match((made.body['enrolment'] as { url: string }).url, /\/enrol#[\w-]{43}$/);
    assert.equal((await confirm(second.page, added)).body['enrolment'], null, 'a link is shown once');
    const roles = await requestOf(
      setStaffRoles(context, { handle: 'zeynep', roles: ['operator', 'finance'] }),
    );
    assert.equal((await confirm(second.page, roles)).status, 200);
    const reset = await requestOf(resetStaff(context, 'zeynep'));
    const stale = await requestOf(setStaffRoles(context, { handle: 'zeynep', roles: ['auditor'] }));
    assert.notEqual((await confirm(second.page, reset)).body['enrolment'], null);
    await desk.owner.query(`update staff set status = 'disabled' where handle = 'zeynep'`);
    assert.deepEqual(
      [(await look(second.page, stale)).obstacle, (await look(second.page, stale)).refusal],
      ['refused', 'subject_changed'],
    );
    assert.equal((await confirm(second.page, stale)).body['refusal'], 'subject_changed');
    const enabled = await requestOf(enableStaff(context, 'zeynep'));
    assert.equal((await confirm(second.page, enabled)).status, 200);
    const { rows } = await desk.owner.query(`select status, roles from staff where handle = 'zeynep'`);
    assert.deepEqual(rows, [{ status: 'active', roles: ['finance', 'operator'] }]);
  });

  test('the end of a freeze is confirmed at the console too, and by nobody who only reads', async (t) => {
    const desk = await openConsoleDesk(t);
    const [first, second] = [await desk.operator(ADMINISTRATOR), await desk.operator(ADMINISTRATOR)];
    const auditor = await desk.operator({ roles: ['auditor'] });
    const context = { db: createDatabase(desk.database.pool('vezne_admin')), actor: atTerminal(first) };
    await freezeBankAccount(context, desk.bankAccount.id);
    const requestId = await requestOf(disableBankAccount(context, desk.bankAccount.id));
    const detail = await look(second.page, requestId);
    assert.deepEqual([detail.obstacle, detail.command], [null, null]);
    assert.deepEqual(
      detail.lines.map(({ field, kind, before, after }) => [field, kind, before, after]),
      [['status', 'text', 'frozen', 'disabled']],
    );
    assert.equal(await waiting(second.page), 1);
    assert.equal((await look(auditor.page, requestId)).obstacle, 'not_permitted');
    assert.equal((await confirm(auditor.page, requestId)).code, 'not_permitted');
    assert.equal((await confirm(second.page, requestId)).status, 200);
    const { rows } = await desk.owner.query(`select status from bank_account where id = $1`, [
      desk.bankAccount.id,
    ]);
    assert.deepEqual(rows, [{ status: 'disabled' }]);
  });
});

const atTerminal = ({ person }: Operator) => ({
  kind: 'command_line' as const,
  id: person.id,
  name: person.handle,
});
