import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import { getDeposit } from '@vezne/contract/console/deposits';
import type { DepositDetail } from '@vezne/contract/console/deposits';
import { confirmRequest } from '../../../../src/usecases/confirmation/confirm.ts';
import { confirmContext } from '../../../harness/by-two.ts';
import { openConsoleDesk, read } from '../../../harness/console-desk.ts';
import type { ConsoleDesk } from '../../../harness/console-desk.ts';
import type { Browser } from '../../../harness/console.ts';
import { insertBankAccount } from '../../../harness/factories.ts';
import { assertBooksHold, balances } from '../../../harness/ledger.ts';
import { signedIn } from '../../../harness/signed-in.ts';
import { insertPerson } from '../../../harness/staff.ts';
import { insertEndpoint } from '../../../harness/webhook-endpoints.ts';

async function look(page: Browser, id: string): Promise<DepositDetail> {
  return getDeposit.response.parse((await read(page, `/api/deposits/${id}`)).body);
}

async function approved(desk: ConsoleDesk, page: Browser): Promise<string> {
  const id = await desk.deposit();
  const press = { ...(await desk.press(id)), actualAmount: '1000.00' };
  assert.equal((await page.call('approveDeposit', press, { id })).body['outcome'], 'made');
  return id;
}

suite('a correction at the console', () => {
  test('waits for a second person, shows on the deposit, and moves the books by the difference', async (t) => {
    const desk = await openConsoleDesk(t);
    const { person, page } = await desk.operator();
    const senior = await desk.operator({ roles: ['senior_operator'] });
    const id = await approved(desk, page);
    const press = { ...(await desk.press(id)), actualAmount: '950.00', note: 'one digit was wrong' };
    const asked = { outcome: 'asked', requestId: press.decisionId, reasons: ['always'] };
    assert.deepEqual((await page.call('correctDeposit', press, { id })).body, asked);
    assert.deepEqual((await page.call('correctDeposit', press, { id })).body, asked, 'the same press again');
    const { status, actualAmountCents, openRequest } = await look(senior.page, id);
    assert.deepEqual([status, actualAmountCents], ['approved', 100_000], 'nothing has changed yet');
    assert.deepEqual(openRequest, {
      id: press.decisionId,
      action: 'deposit.correct',
      askedBy: person.handle,
      askedAt: openRequest?.askedAt,
      isMine: false,
      actualAmountCents: 95_000,
      bankAccount: null,
      note: 'one digit was wrong',
    });
    const second = { ...press, decisionId: randomUUID() };
    assert.equal(
      (await senior.page.call('correctDeposit', second, { id })).body['refusal'],
      'request_already_open',
    );
    const confirmer = signedIn({ id: senior.person.id, name: senior.person.handle });
    await confirmRequest(confirmContext(desk.database.pool('vezne_console'), confirmer), press.decisionId);
    const corrected = await look(page, id);
    assert.deepEqual(
      [corrected.status, corrected.actualAmountCents, corrected.commissionCents, corrected.playerAmountCents],
      ['approved', 95_000, 2_850, 92_150],
    );
    assert.equal(corrected.openRequest, null);
    assert.deepEqual(await balances(desk.owner), {
      bank: 95_000n,
      partner_balance: 92_150n,
      partner_commission: 2_850n,
    });
    await assertBooksHold(desk.owner);
  });

  test('can name another account, and say that nothing came', async (t) => {
    const desk = await openConsoleDesk(t);
    const { page } = await desk.operator();
    const [moved, empty] = [await approved(desk, page), await approved(desk, page)];
    const { id: bankAccountId } = await insertBankAccount(desk.owner);
    const note = 'seen at the other bank';
    const toOther = { ...(await desk.press(moved)), bankAccountId, note };
    assert.equal((await page.call('correctDeposit', toOther, { id: moved })).body['outcome'], 'asked');
    const { openRequest } = await look(page, moved);
    assert.deepEqual([openRequest?.actualAmountCents, openRequest?.bankAccount?.id], [null, bankAccountId]);
    const both = { ...(await desk.press(empty)), actualAmount: '0.00', note };
    const withAccount = await page.call('correctDeposit', { ...both, bankAccountId }, { id: empty });
    assert.equal(withAccount.body['refusal'], 'account_without_money');
    assert.equal((await page.call('correctDeposit', both, { id: empty })).body['outcome'], 'asked');
    assert.equal((await look(page, empty)).openRequest?.actualAmountCents, 0);
  });

  test('is refused where nothing is wrong, nothing is said, or nothing was approved', async (t) => {
    const desk = await openConsoleDesk(t);
    const { page } = await desk.operator();
    const id = await approved(desk, page);
    const press = { ...(await desk.press(id)), note: 'wrong' };
    const correct = async (body: object) => await page.call('correctDeposit', { ...press, ...body }, { id });
    assert.equal((await correct({ actualAmount: '1000.00' })).body['refusal'], 'nothing_to_correct');
    assert.equal(
      (await correct({ bankAccountId: randomUUID() })).body['refusal'],
      'paying_account_unavailable',
    );
    for (const body of [
      {},
      { actualAmount: '950.00', note: undefined },
      { actualAmount: '950.00', note: '' },
      { actualAmount: '950' },
    ])
      assert.equal((await correct(body)).code, 'invalid_request', JSON.stringify(body));
    const seen = 'a'.repeat(64);
    assert.equal((await correct({ actualAmount: '950.00', seen })).body['refusal'], 'transaction_changed');
    const waiting = await desk.deposit();
    const early = { ...(await desk.press(waiting)), actualAmount: '950.00', note: 'wrong' };
    assert.equal(
      (await page.call('correctDeposit', early, { id: waiting })).body['refusal'],
      'state_conflict',
    );
    const { rows } = await desk.owner.query('select from second_person_request');
    assert.equal(rows.length, 0);
  });

  test('asks for a fresh proof', async (t) => {
    const desk = await openConsoleDesk(t);
    const operator = await desk.operator();
    const id = await approved(desk, operator.page);
    const person = await insertPerson(desk.owner);
    const page = desk.browser();
    await page.signIn(person);
    const press = { ...(await desk.press(id)), actualAmount: '950.00', note: 'wrong' };
    assert.equal((await page.call('correctDeposit', press, { id })).code, 'step_up_required');
  });

  test('says whether the partner hears of it', async (t) => {
    const desk = await openConsoleDesk(t);
    const { page } = await desk.operator();
    const id = await approved(desk, page);
    assert.equal((await look(page, id)).afterwards?.hearsOfCorrections, false);
    await insertEndpoint(desk.owner, {
      partnerId: desk.partner.id,
      url: 'https://partner.example/hook',
      eventTypes: ['deposit.corrected'],
    });
    assert.equal((await look(page, id)).afterwards?.hearsOfCorrections, true);
    await desk.owner.query(`update webhook_endpoint set status = 'disabled'`);
    assert.equal((await look(page, id)).afterwards?.hearsOfCorrections, false);
  });
});
