import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import { getDeposit } from '@vezne/contract/console/deposits';
import type { DepositDetail } from '@vezne/contract/console/deposits';
import { maskIban } from '@vezne/domain/iban';
import { newId } from '../../../../src/ids.ts';
import { openConsoleDesk, read } from '../../../harness/console-desk.ts';
import type { ConsoleDesk } from '../../../harness/console-desk.ts';
import type { Browser } from '../../../harness/console.ts';
import { insertBankAccount } from '../../../harness/factories.ts';

async function look(page: Browser, id: string): Promise<DepositDetail> {
  const { status, body } = await read(page, `/api/deposits/${id}`);
  assert.equal(status, 200, JSON.stringify(body));
  return getDeposit.response.parse(body);
}

const PDF = Buffer.from('%PDF-1.7 receipt');

async function addReceipt({ owner }: ConsoleDesk, id: string): Promise<void> {
  await owner.query(
    `insert into receipt (id, transaction_id, receipt_no, content, media_type, sha256)
     values ($1, $2, 1, $3, 'application/pdf', $4)`,
    [newId(), id, PDF, createHash('sha256').update(PDF).digest()],
  );
}

suite('one deposit', () => {
  test('shows its figures, its accounts and what is known of its player', async (t) => {
    const desk = await openConsoleDesk(t);
    const id = await desk.deposit();
    await addReceipt(desk, id);
    const { page } = await desk.operator();
    const detail = await look(page, id);
    const row = await desk.see(id);
    assert.equal(detail.seen, row.fingerprint);
    assert.deepEqual(
      [detail.amountCents, detail.commissionCents, detail.netAmountCents, detail.playerAmountCents],
      [row.amountCents, row.commissionCents, row.netAmountCents, row.playerAmountCents].map(Number),
    );
    assert.deepEqual(detail.terms, {
      basisPoints: row.basisPoints,
      fixedCents: Number(row.fixedCents),
      settlementMode: 'deduct_from_amount',
    });
    assert.equal(detail.bankAccount?.iban, desk.bankAccount.iban);
    assert.equal(detail.previousBankAccount, null);
    assert.deepEqual([detail.warnings, detail.needsSighting, detail.twoPeopleReasons], [[], false, []]);
    assert.deepEqual(
      detail.receipts.map(({ receiptNo, mediaType, bytes }) => [receiptNo, mediaType, bytes]),
      [[1, 'application/pdf', PDF.length]],
    );
    assert.deepEqual(detail.player, { deposits: 0, approved: 0, rejected: 0, latest: [] });
    assert.deepEqual(
      detail.timeline.map((entry) => entry.kind === 'step' && [entry.trigger, entry.actorKind]),
      [['create', 'partner']],
    );
  });

  test('that a freeze moved names both accounts', async (t) => {
    const desk = await openConsoleDesk(t);
    const id = await desk.deposit();
    const second = await insertBankAccount(desk.owner);
    await desk.owner.query(
      'update transaction set bank_account_id = $2, previous_bank_account_id = $3 where id = $1',
      [id, second.id, desk.bankAccount.id],
    );
    const { page } = await desk.operator();
    const detail = await look(page, id);
    assert.deepEqual(
      [detail.bankAccount?.id, detail.previousBankAccount?.id],
      [second.id, desk.bankAccount.id],
    );
    assert.deepEqual([detail.warnings, detail.needsSighting], [['moved'], true]);
  });

  test('names its twins and its player’s other deposits', async (t) => {
    const desk = await openConsoleDesk(t);
    const ids = [await desk.deposit(), await desk.deposit(), await desk.deposit({ amountCents: 50_00n })];
    await desk.owner.query(`update transaction set customer_id = 'one player'`);
    const [id = '', twin = '', other = ''] = ids;
    const { page } = await desk.operator();
    const press = { ...(await desk.press(other)), actualAmount: '50.00' };
    assert.equal((await page.call('approveDeposit', press, { id: other })).body['outcome'], 'made');
    const detail = await look(page, id);
    assert.deepEqual(
      detail.twins.map((one) => one.id),
      [twin],
    );
    assert.deepEqual(detail.warnings, ['same_amount_again']);
    const { deposits, approved, rejected, latest } = detail.player;
    assert.deepEqual([deposits, approved, rejected], [2, 1, 0]);
    assert.deepEqual(
      latest.map((one) => one.id),
      [other, twin],
    );
  });

  test('says why it takes two, and who has asked', async (t) => {
    const desk = await openConsoleDesk(t);
    const id = await desk.deposit({ amountCents: 60_000_00n });
    const { person, page } = await desk.operator();
    const colleague = await desk.operator();
    assert.deepEqual((await look(page, id)).twoPeopleReasons, ['above_four_eyes']);
    const press = { ...(await desk.press(id)), actualAmount: '60000.00' };
    const { body } = await page.call('approveDeposit', press, { id });
    const { openRequest } = await look(page, id);
    assert.deepEqual(
      [openRequest?.id, openRequest?.askedBy, openRequest?.isMine],
      [body['requestId'], person.handle, true],
    );
    assert.equal((await look(colleague.page, id)).openRequest?.isMine, false);
  });

  test('hides IBANs from auditors, who read everything else', async (t) => {
    const desk = await openConsoleDesk(t);
    const id = await desk.deposit();
    const auditor = await desk.operator({ roles: ['auditor'] });
    const operator = await desk.operator();
    const [masked, whole] = [await look(auditor.page, id), await look(operator.page, id)];
    assert.equal(masked.bankAccount?.iban, maskIban(desk.bankAccount.iban));
    const { bankAccount: _, ...rest } = masked;
    const { bankAccount: __, ...expected } = whole;
    assert.deepEqual(rest, expected);
    const text = JSON.stringify((await read(auditor.page, `/api/deposits/${id}`)).body);
    assert.ok(!text.includes(desk.bankAccount.iban));
  });

  test('is not there for what is no deposit', async (t) => {
    const desk = await openConsoleDesk(t);
    const { page } = await desk.operator();
    for (const id of [randomUUID(), await desk.withdrawal(), 'x'])
      assert.equal((await read(page, `/api/deposits/${id}`)).code, 'not_found', id);
  });

  test('changes what is seen of it when its player names the sender, and not with a receipt', async (t) => {
    const desk = await openConsoleDesk(t);
    const id = await desk.deposit();
    const { page } = await desk.operator();
    const { seen } = await look(page, id);
    await addReceipt(desk, id);
    assert.equal((await look(page, id)).seen, seen);
    await desk.owner.query(
      `insert into sender_detail (transaction_id, sender_name) values ($1, 'Ayşe Işık')`,
      [id],
    );
    assert.notEqual((await look(page, id)).seen, seen);
    const press = { seen, decisionId: randomUUID(), actualAmount: '1000.00' };
    const { body } = await page.call('approveDeposit', press, { id });
    assert.deepEqual([body['code'], body['refusal']], ['decision_refused', 'transaction_changed']);
  });
});

suite('a receipt', () => {
  test('is handed over as a file that no browser runs, and every look is audited', async (t) => {
    const desk = await openConsoleDesk(t);
    const id = await desk.deposit();
    await addReceipt(desk, id);
    const { person, page } = await desk.operator();
    const { status, headers, body } = await read(page, `/api/deposits/${id}/receipts/1`);
    assert.equal(status, 200);
    assert.equal(body['text'], PDF.toString());
    assert.equal(headers.get('content-type'), 'application/pdf');
    assert.equal(headers.get('content-disposition'), 'attachment; filename="receipt-1.pdf"');
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
    assert.equal(headers.get('cache-control'), 'no-store');
    assert.match(headers.get('content-security-policy') ?? '', /^default-src 'none'.*; sandbox$/);
    const { rows } = await desk.owner.query<{ actor_id: string; subject_id: string }>(
      `select actor_id, subject_id from audit_entry where action = 'transaction.read_receipt'`,
    );
    assert.deepEqual(rows, [{ actor_id: person.id, subject_id: id }]);
  });

  test('that is not there is not found, and nothing is audited', async (t) => {
    const desk = await openConsoleDesk(t);
    const id = await desk.deposit();
    const { page } = await desk.operator();
    for (const path of [
      `${id}/receipts/1`,
      `${randomUUID()}/receipts/1`,
      `${id}/receipts/0`,
      `${id}/receipts/x`,
    ])
      assert.equal((await read(page, `/api/deposits/${path}`)).code, 'not_found', path);
    const auditor = await desk.operator({ roles: ['auditor'] });
    assert.equal((await read(auditor.page, `/api/deposits/${id}/receipts/1`)).code, 'not_permitted');
    const { rows } = await desk.owner.query(
      `select from audit_entry where action = 'transaction.read_receipt'`,
    );
    assert.equal(rows.length, 0);
  });
});
