import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import { WAITING_PLAYERS_PAGE, listWaitingPlayers } from '@vezne/contract/console/waiting-players';
import type { WaitingPlayer } from '@vezne/contract/console/waiting-players';
import { openConsoleDesk, read } from '../../../harness/console-desk.ts';
import type { Browser } from '../../../harness/console.ts';
import { insertPartner } from '../../../harness/factories.ts';

const PAYING = { status: 'waiting_payment' } as const;

async function list(page: Browser, query = ''): Promise<{ players: WaitingPlayer[]; next: string | null }> {
  const { status, body } = await read(page, `/api/waiting-players${query}`);
  assert.equal(status, 200, JSON.stringify(body));
  return listWaitingPlayers.response.parse(body);
}

const idsOf = ({ players }: { players: WaitingPlayer[] }): string[] => players.map(({ id }) => id);

suite('players who have not said that they paid', () => {
  test('the oldest comes first, page by page, each once, and nobody else', async (t) => {
    const desk = await openConsoleDesk(t);
    const ids: string[] = [];
    for (let count = 0; count < WAITING_PLAYERS_PAGE + 7; count += 1) ids.push(await desk.deposit(PAYING));
    await desk.deposit();
    await desk.withdrawal();
    const { page } = await desk.operator();
    const first = await list(page);
    assert.equal(first.players.length, WAITING_PLAYERS_PAGE);
    const second = await list(page, `?after=${first.next}`);
    assert.equal(second.next, null);
    // Ids are in the order of time.
    assert.deepEqual([...idsOf(first), ...idsOf(second)], ids.toSorted());
  });

  test('a row shows what a transfer is recognised by', async (t) => {
    const desk = await openConsoleDesk(t);
    const id = await desk.deposit({ ...PAYING, amountCents: 1_250_00n });
    const bare = await desk.deposit(PAYING);
    await desk.owner.query(
      `insert into sender_detail (transaction_id, sender_name) values ($1, 'Somebody Else')`,
      [id],
    );
    const { page } = await desk.operator();
    const { players } = await list(page);
    const row = players.find((each) => each.id === id);
    assert.ok(row);
    const { createdAt, expiresAt, bankAccount, ...shown } = row;
    const { referenceCode, customerFullName, customerUsername } = await desk.see(id);
    assert.ok(Math.abs(Date.parse(createdAt) - Date.now()) < 60_000);
    assert.ok(expiresAt !== null && Date.parse(expiresAt) > Date.now());
    assert.deepEqual(
      [bankAccount?.id, bankAccount?.ibanLastFour],
      [desk.bankAccount.id, desk.bankAccount.iban.slice(-4)],
    );
    assert.deepEqual(shown, {
      id,
      referenceCode,
      customerFullName,
      customerUsername,
      partner: { id: desk.partner.id, name: desk.partner.name },
      amountCents: 125_000,
      hasSenderDetails: true,
      hasReceipt: false,
    });
    assert.equal(players.find((each) => each.id === bare)?.hasSenderDetails, false);
  });

  test('each filter finds what it says, and what is none is refused', async (t) => {
    const desk = await openConsoleDesk(t);
    const other = await insertPartner(desk.owner);
    const small = await desk.deposit({ ...PAYING, amountCents: 100_00n });
    const large = await desk.deposit({ ...PAYING, amountCents: 9_000_00n });
    const ofOther = await desk.deposit({ ...PAYING, partnerId: other.id });
    const { page } = await desk.operator();
    const found = async (query: string): Promise<string[]> => idsOf(await list(page, `?${query}`)).toSorted();
    const all = [small, large, ofOther].toSorted();
    assert.deepEqual(await found(''), all);
    assert.deepEqual(await found(`partner=${other.id}`), [ofOther]);
    assert.deepEqual(await found(`account=${desk.bankAccount.id}`), all);
    assert.deepEqual(await found(`account=${randomUUID()}`), []);
    assert.deepEqual(await found('least=9000.00'), [large]);
    assert.deepEqual(await found('least=100.00&most=100.00'), [small]);
    assert.deepEqual(await found(`partner=${desk.partner.id}&most=100.00&account=${desk.bankAccount.id}`), [
      small,
    ]);
    for (const wrong of ['partner=x', 'least=1', 'after=x', 'after=%00'])
      assert.equal((await read(page, `/api/waiting-players?${wrong}`)).code, 'invalid_request', wrong);
  });

  test('whoever is confirmed for leaves the list and is in the deposit queue, also when it is pressed twice', async (t) => {
    const desk = await openConsoleDesk(t);
    const id = await desk.deposit(PAYING);
    const { page } = await desk.operator();
    const press = await desk.press(id);
    for (const time of ['once', 'again']) {
      const made = await page.call('confirmDepositOnBehalf', press, { id });
      assert.deepEqual([made.body['outcome'], made.body['status']], ['made', 'waiting_confirmation'], time);
    }
    assert.deepEqual(idsOf(await list(page)), []);
    const rows = await read(page, `/api/waiting-players/rows?ids=${id}`);
    assert.deepEqual(rows.body, { players: [] });
    const queue = await read(page, '/api/deposits');
    assert.deepEqual(
      (queue.body['deposits'] as { id: string }[]).map((deposit) => deposit.id),
      [id],
    );
    const { rows: steps } = await desk.owner.query(
      `select from transaction_step where transaction_id = $1 and trigger = 'confirm_on_behalf'`,
      [id],
    );
    assert.equal(steps.length, 1);
  });

  test('an auditor reads the list and no whole IBAN, and finance may not confirm', async (t) => {
    const desk = await openConsoleDesk(t);
    const id = await desk.deposit(PAYING);
    const auditor = await desk.operator({ roles: ['auditor'] });
    assert.deepEqual(idsOf(await list(auditor.page)), [id]);
    const { body } = await read(auditor.page, '/api/waiting-players');
    assert.ok(!JSON.stringify(body).includes(desk.bankAccount.iban));
    const finance = await desk.operator({ roles: ['finance'] });
    const refusal = await finance.page.call('confirmDepositOnBehalf', await desk.press(id), { id });
    assert.equal(refusal.code, 'not_permitted');
  });
});
