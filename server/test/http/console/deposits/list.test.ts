import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import { QUEUE_PAGE, listDeposits } from '@vezne/contract/console/deposits';
import type { WaitingDeposit } from '@vezne/contract/console/deposits';
import { openConsoleDesk, read } from '../../../harness/console-desk.ts';
import type { Browser } from '../../../harness/console.ts';
import { insertPartner } from '../../../harness/factories.ts';

async function list(page: Browser, query = ''): Promise<{ deposits: WaitingDeposit[]; next: string | null }> {
  const { status, body } = await read(page, `/api/deposits${query}`);
  assert.equal(status, 200, JSON.stringify(body));
  return listDeposits.response.parse(body);
}

const idsOf = ({ deposits }: { deposits: WaitingDeposit[] }): string[] => deposits.map(({ id }) => id);

suite('the deposit queue', () => {
  test('who waits longest comes first, held ones last, page by page, each once', async (t) => {
    const desk = await openConsoleDesk(t);
    const ids: string[] = [];
    for (let count = 0; count < QUEUE_PAGE * 2 + 7; count += 1) ids.push(await desk.deposit());
    // Some waited since the same microsecond: the id decides.
    await desk.owner.query(
      `update open_transaction set waiting_since = now() - make_interval(secs => place / 3)
       from (select id, row_number() over (order by id desc) as place from transaction) as placed where transaction_id = id`,
    );
    const held = ids.slice(3, 9);
    await desk.owner.query(
      `update transaction set held_until = now() + interval '1 hour', hold_reason = 'bank_down' where id = any ($1)`,
      [held],
    );
    const { rows } = await desk.owner.query<{ id: string }>(
      `select transaction_id as id from open_transaction
       order by coalesce(held_until > now(), false), waiting_since, transaction_id`,
    );
    const { page } = await desk.operator();
    const walked: string[] = [];
    let place: string | null = null;
    let pages = 0;
    do {
      const part = await list(page, place === null ? '' : `?after=${encodeURIComponent(place)}`);
      walked.push(...idsOf(part));
      place = part.next;
      pages += 1;
    } while (place !== null && pages < 9);
    assert.deepEqual(
      walked,
      rows.map(({ id }) => id),
    );
    assert.equal(pages, 3);
    assert.deepEqual(new Set(walked.slice(-held.length)), new Set(held));
  });

  test('a place or a search that nobody was given is refused', async (t) => {
    const desk = await openConsoleDesk(t);
    const { page } = await desk.operator();
    const times = [
      '0000-01-01T00:00:00.000000Z',
      '2026-02-30T00:00:00.000000Z',
      '2026-01-01T24:00:00.000000Z',
    ];
    const places = times.map((time) => `?after=waiting_${time}_${randomUUID()}`);
    for (const asked of [...places, '?after=x', '/find?text=%00', '/find?text=a%00b'])
      assert.equal((await read(page, `/api/deposits${asked}`)).code, 'invalid_request', asked);
  });

  test('a row shows what an operator decides by', async (t) => {
    const desk = await openConsoleDesk(t);
    const id = await desk.deposit({ amountCents: 60_000_00n });
    const { person, page } = await desk.operator({ name: 'Deniz Kaya' });
    await desk.owner.query(
      `insert into sender_detail (transaction_id, sender_name) values ($1, 'Somebody Else Entirely')`,
      [id],
    );
    await page.call('claimDeposit', {}, { id });
    const [row] = (await list(page)).deposits;
    assert.ok(row);
    const { seen, waitingSince, claim, ...shown } = row;
    const { fingerprint, referenceCode, customerFullName } = await desk.see(id);
    assert.equal(seen, fingerprint);
    assert.ok(Math.abs(Date.parse(waitingSince) - Date.now()) < 60_000);
    assert.deepEqual(
      [claim?.staffId, claim?.handle, claim?.name, claim?.isMine],
      [person.id, person.handle, 'Deniz Kaya', true],
    );
    assert.deepEqual(shown, {
      id,
      referenceCode,
      customerFullName,
      partner: { id: desk.partner.id, name: desk.partner.name },
      bankAccount: {
        id: desk.bankAccount.id,
        bankName: shown.bankAccount?.bankName,
        ibanLastFour: desk.bankAccount.iban.slice(-4),
      },
      amountCents: 6_000_000,
      warnings: ['another_sender'],
      hasReceipt: false,
      heldUntil: null,
      holdReason: null,
      hasOpenRequest: false,
      takesTwo: true,
    });
    const colleague = await desk.operator();
    assert.equal((await list(colleague.page)).deposits[0]?.claim?.isMine, false);
  });

  test('each filter finds what it says', async (t) => {
    const desk = await openConsoleDesk(t);
    const other = await insertPartner(desk.owner);
    const small = await desk.deposit({ amountCents: 100_00n });
    const large = await desk.deposit({ amountCents: 9_000_00n });
    const ofOther = await desk.deposit({ partnerId: other.id });
    await desk.owner.query(
      `update open_transaction set waiting_since = now() - interval '1 hour' where transaction_id = $1`,
      [large],
    );
    const { page } = await desk.operator();
    const colleague = await desk.operator();
    await page.call('claimDeposit', {}, { id: small });
    await colleague.page.call('claimDeposit', {}, { id: large });
    const found = async (query: string): Promise<string[]> => idsOf(await list(page, `?${query}`)).toSorted();
    const all = [small, large, ofOther].toSorted();
    assert.deepEqual(await found(''), all);
    assert.deepEqual(await found(`partner=${other.id}`), [ofOther]);
    assert.deepEqual(await found(`account=${desk.bankAccount.id}`), all);
    assert.deepEqual(await found(`account=${randomUUID()}`), []);
    assert.deepEqual(await found('least=9000.00'), [large]);
    assert.deepEqual(await found('most=100.00'), [small]);
    assert.deepEqual(await found('least=100.01&most=8999.99'), [ofOther]);
    assert.deepEqual(await found('olderThan=1800'), [large]);
    assert.deepEqual(await found('claimed=mine'), [small]);
    assert.deepEqual(await found('claimed=others'), [large]);
    assert.deepEqual(await found('claimed=nobody'), [ofOther]);
    assert.deepEqual(await found(`claimed=nobody&partner=${desk.partner.id}`), []);
    for (const wrong of ['partner=x', 'least=1', 'claimed=me', 'olderThan=a', 'after=x', 'after=held_x_y'])
      assert.equal((await read(page, `/api/deposits?${wrong}`)).code, 'invalid_request', wrong);
  });

  test('rows are read again by their ids, and what waits no longer is missing', async (t) => {
    const desk = await openConsoleDesk(t);
    const [waiting, paying] = [await desk.deposit(), await desk.deposit({ status: 'waiting_payment' })];
    const { page } = await desk.operator();
    const rows = await read(page, `/api/deposits/rows?ids=${[waiting, paying, randomUUID()].join(',')}`);
    assert.deepEqual(
      (rows.body['deposits'] as WaitingDeposit[]).map(({ id }) => id),
      [waiting],
    );
    for (const ids of ['', 'x', `${waiting};${paying}`, Array.from({ length: 101 }, randomUUID).join(',')])
      assert.equal((await read(page, `/api/deposits/rows?ids=${ids}`)).code, 'invalid_request');
  });

  test('the filters name partners and accounts', async (t) => {
    const desk = await openConsoleDesk(t);
    const { page } = await desk.operator();
    const { body } = await read(page, '/api/deposits/filters');
    assert.deepEqual(body['partners'], [{ id: desk.partner.id, name: desk.partner.name }]);
    const [account] = body['bankAccounts'] as { id: string; ibanLastFour: string }[];
    assert.deepEqual(
      [account?.id, account?.ibanLastFour],
      [desk.bankAccount.id, desk.bankAccount.iban.slice(-4)],
    );
  });

  test('the next one is the oldest that nobody has open, that is not held, and that nobody was asked about', async (t) => {
    const desk = await openConsoleDesk(t);
    const ids = [
      await desk.deposit({ amountCents: 60_000_00n }),
      await desk.deposit(),
      await desk.deposit(),
      await desk.deposit(),
    ];
    for (const [at, id] of ids.entries())
      await desk.owner.query(
        `update open_transaction set waiting_since = now() - make_interval(mins => $2) where transaction_id = $1`,
        [id, 60 - at],
      );
    const [asked = '', open = '', held = '', free = ''] = ids;
    const { page } = await desk.operator();
    const colleague = await desk.operator();
    const next = async (query = ''): Promise<unknown> =>
      (await read(page, `/api/deposits/next${query}`)).body['id'];
    assert.equal(await next(), asked);
    const press = { ...(await desk.press(asked)), actualAmount: '60000.00' };
    assert.equal((await page.call('approveDeposit', press, { id: asked })).body['outcome'], 'asked');
    assert.equal(await next(), open);
    await colleague.page.call('claimDeposit', {}, { id: open });
    assert.equal(await next(), held);
    const until = new Date(Date.now() + 3_600_000).toISOString();
    const hold = { ...(await desk.press(held)), until, reason: 'bank_down' };
    assert.equal((await page.call('holdDeposit', hold, { id: held })).body['outcome'], 'made');
    assert.equal(await next(), free);
    assert.equal(await next(`?partner=${randomUUID()}`), null);
  });
});
