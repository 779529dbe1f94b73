import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import { search } from '@vezne/contract/console/search';
import { formatIban, maskIban } from '@vezne/domain/iban';
import { referenceCodeAt, suggestReferenceCodes } from '@vezne/domain/reference-code';
import type { SearchKind } from '@vezne/domain/search-kind';
import type { z } from 'zod';
import { toTransactionId } from '../../../src/ids.ts';
import { createReferenceRound } from '../../../src/usecases/deposits/reference-codes.ts';
import { notePlayerNames } from '../../../src/usecases/search/note-player-names.ts';
import { search as findEverywhere } from '../../../src/usecases/search/search.ts';
import { openConsoleDesk, read } from '../../harness/console-desk.ts';
import type { ConsoleDesk } from '../../harness/console-desk.ts';
import type { Browser } from '../../harness/console.ts';
import { insertPartner, turkishIban } from '../../harness/factories.ts';
import { testKeys } from '../../harness/keys.ts';
import { tamper } from '../../usecases/audit/chain.ts';

const round = createReferenceRound(testKeys.referenceCodeKey);

/** Gives a deposit the code of a number, as the api does; one that is older than the numbers has none. */
async function giveCode(
  { owner }: ConsoleDesk,
  id: string,
  { number, isNumbered = true }: { number: number; isNumbered?: boolean },
): Promise<string> {
  const code = referenceCodeAt(number, round);
  await owner.query('update transaction set reference_code = $2, reference_number = $3 where id = $1', [
    id,
    code,
    isNumbered ? number : null,
  ]);
  return code;
}

/** Names its player, as a partner does with a create. */
async function namePlayer(
  { owner }: ConsoleDesk,
  id: string,
  { customerId, username, fullName }: { customerId?: string; username?: string; fullName?: string },
): Promise<void> {
  await owner.query(
    `update transaction set customer_id = coalesce($2, customer_id), customer_username = coalesce($3, customer_username),
       customer_full_name = coalesce($4, customer_full_name) where id = $1`,
    [id, customerId, username, fullName],
  );
  await owner.query(
    `insert into player (partner_id, customer_id) select partner_id, customer_id from transaction where id = $1 on conflict do nothing`,
    [id],
  );
}

async function note({ database }: ConsoleDesk): Promise<void> {
  await notePlayerNames(database.pool('vezne_worker'), { nowMs: Date.now() });
}

type Found = z.infer<typeof search.response>;

async function ask(page: Browser, text: string): Promise<Found> {
  const { status, body } = await page.call('search', { text });
  assert.equal(status, 200, `${JSON.stringify(text)}: ${JSON.stringify(body)}`);
  return search.response.parse(body);
}

/** The ids that a kind found; undefined if the text can't be of that kind. */
async function idsOf(page: Browser, text: string, kind: SearchKind): Promise<string[] | undefined> {
  const { groups } = await ask(page, text);
  return groups.find((group) => group.kind === kind)?.transactions.map(({ id }) => id);
}

async function everyId(page: Browser, text: string): Promise<string[]> {
  const { groups, meant } = await ask(page, text);
  return [...groups.flatMap(({ transactions }) => transactions), ...meant].map(({ id }) => id);
}

suite('any transaction is found', () => {
  test('by its code as people write it, with its late money, in whatever state', async (t) => {
    const desk = await openConsoleDesk(t);
    const { page } = await desk.operator();
    const [id, older] = [await desk.deposit(), await desk.deposit()];
    const code = await giveCode(desk, id, { number: 4_711 });
    const olderCode = await giveCode(desk, older, { number: 815, isNumbered: false });
    const press = { ...(await desk.press(id)), reason: 'no_money_seen' };
    assert.equal((await page.call('rejectDeposit', press, { id })).status, 200);
    const typed = `${code.slice(0, 4).toLowerCase()} ${code.slice(4)}`;
    assert.deepEqual(await idsOf(page, typed, 'code'), [id]);
    assert.deepEqual((await ask(page, typed)).meant, []);
    assert.deepEqual(await idsOf(page, olderCode, 'code'), [older]);
    const late = { decisionId: randomUUID(), amount: '400.00' };
    assert.equal((await page.call('enterLateMoney', late, { id })).status, 200);
    const both = (await ask(page, code)).groups.find(({ kind }) => kind === 'code')?.transactions ?? [];
    assert.deepEqual(
      both.map(({ isLateMoney }) => isLateMoney),
      [false, true],
    );
  });

  test('by a code with a typo, which is said', async (t) => {
    const desk = await openConsoleDesk(t);
    const { page } = await desk.operator();
    const id = await desk.deposit();
    const code = await giveCode(desk, id, { number: 99 });
    const wrong = code.replace(/^./, (first) => (first === 'X' ? 'W' : 'X'));
    assert.ok(suggestReferenceCodes(wrong).includes(code));
    const { groups, meant } = await ask(page, wrong);
    assert.deepEqual(
      meant.map((one) => one.id),
      [id],
    );
    // Where nothing was found is said too.
    assert.ok(groups.length >= 3 && groups.every(({ transactions }) => transactions.length === 0));
  });

  test('by its id and by its partner’s reference, deposits and withdrawals, of every partner', async (t) => {
    const desk = await openConsoleDesk(t);
    const { page } = await desk.operator();
    const { id: partnerId } = await insertPartner(desk.owner);
    for (const id of [
      await desk.deposit(),
      await desk.withdrawal(),
      await desk.deposit({ partnerId }),
      await desk.withdrawal({ partnerId }),
    ]) {
      const { externalReference } = await desk.see(id);
      for (const text of [id, id.toUpperCase(), toTransactionId(id)])
        assert.deepEqual(await idsOf(page, text, 'id'), [id], text);
      assert.deepEqual(await idsOf(page, ` ${externalReference} `, 'reference'), [id]);
    }
    // The same name for a deposit and a withdrawal, at two partners.
    await desk.owner.query(`update transaction set external_reference = 'ORDER 1'`);
    assert.equal((await idsOf(page, 'ORDER 1', 'reference'))?.length, 4);
    for (const text of ['ORDER', 'order 1', 'ORDER%201'])
      assert.deepEqual(await idsOf(page, text, 'reference'), []);
  });

  test('payouts by the whole IBAN, which is never answered whole', async (t) => {
    const desk = await openConsoleDesk(t);
    const { page } = await desk.operator();
    const auditor = await desk.operator({ roles: ['auditor'] });
    const [first, other, second] = [
      await desk.withdrawal(),
      await desk.withdrawal(),
      await desk.withdrawal(),
    ];
    const iban = turkishIban(77);
    await desk.owner.query('update transaction set payout_iban = $1 where id = any ($2)', [
      iban,
      [first, second],
    ]);
    const written = iban.replace(/(.{4})(?=.)/g, '$1 ').toLowerCase();
    for (const somebody of [page, auditor.page]) {
      assert.deepEqual(await idsOf(somebody, written, 'iban'), [second, first]);
      const answer = JSON.stringify(await ask(somebody, written));
      assert.ok(!answer.replaceAll(' ', '').includes(iban), answer);
      assert.ok(answer.includes('****'), answer);
    }
    assert.ok(!(await everyId(page, iban.slice(0, 20))).includes(other));
    const { bankAccount } = desk;
    const { rows } = await desk.owner.query<{ iban: string }>('select iban from bank_account where id = $1', [
      bankAccount.id,
    ]);
    await desk.deposit();
    assert.deepEqual(await everyId(page, rows[0]?.iban ?? ''), [], 'an account of ours names no deposits');
  });

  test('a search by a whole IBAN is kept once a minute, shortened, also of an auditor; half of one is not', async (t) => {
    const desk = await openConsoleDesk(t);
    const { page, person } = await desk.operator();
    const auditor = await desk.operator({ roles: ['auditor'] });
    const iban = turkishIban(78);
    const kept = async (): Promise<unknown[]> => {
      const { rows } = await desk.owner.query<Record<string, unknown>>(
        `select actor_id as who, subject_type as type, subject_id as about, details ->> 'iban' as iban,
           details ? 'session' as "hasSession" from audit_entry where action = 'transaction.find_by_iban' order by id`,
      );
      return rows;
    };
    const shortened = maskIban(iban);
    assert.ok(shortened.includes('****'));
    const entry = (who: string): object => ({
      who,
      type: 'payout_iban',
      about: shortened,
      iban: shortened,
      hasSession: true,
    });
    for (let letters = 3; letters < iban.length; letters += 1) await ask(page, iban.slice(0, letters));
    assert.deepEqual(await kept(), []);
    await Promise.all([ask(page, iban), ask(page, iban.toLowerCase()), ask(page, formatIban(iban))]);
    assert.deepEqual(await kept(), [entry(person.id)]);
    await ask(auditor.page, iban);
    assert.deepEqual(await kept(), [entry(person.id), entry(auditor.person.id)]);
  });

  test('nobody searches for more than 30 IBANs a minute, also at once; others and other texts go on', async (t) => {
    const desk = await openConsoleDesk(t);
    const { page } = await desk.operator();
    const other = await desk.operator();
    const ibans = Array.from({ length: 40 }, (_, index) => turkishIban(200 + index));
    const paid = await desk.withdrawal();
    await desk.owner.query('update transaction set payout_iban = $1 where id = $2', [ibans[39], paid]);
    const answers = await Promise.all(ibans.map(async (iban) => await page.call('search', { text: iban })));
    const refused = answers.filter(({ code }) => code === 'too_many_ibans');
    assert.deepEqual([refused.length, refused[0]?.status], [10, 429]);
    assert.ok(refused.every(({ body }) => !JSON.stringify(body).includes(paid)));
    const count = async (): Promise<number> => {
      const { rows } = await desk.owner.query(
        `select from audit_entry where action = 'transaction.find_by_iban'`,
      );
      return rows.length;
    };
    assert.equal(await count(), 30);
    // What was found is found again: it is the same search.
    assert.deepEqual(await idsOf(page, ibans[0] ?? '', 'iban'), []);
    assert.equal(await count(), 30);
    assert.ok((await everyId(page, paid)).includes(paid));
    assert.deepEqual(await idsOf(other.page, ibans[39] ?? '', 'iban'), [paid]);
    // A minute later.
    await tamper(desk.owner, `update audit_entry set at = at - interval '61 seconds'`);
    assert.deepEqual(await idsOf(page, ibans[39] ?? '', 'iban'), [paid]);
  });

  test('by its amount: what waits, and what was decided in the last days', async (t) => {
    const desk = await openConsoleDesk(t);
    const { page } = await desk.operator();
    const amountCents = 95_000n;
    const [waiting, decided, asked, old] = [
      await desk.deposit({ amountCents }),
      await desk.deposit({ amountCents: 120_000n }),
      await desk.withdrawal({ amountCents }),
      await desk.deposit({ amountCents: 333_300n }),
    ];
    await desk.deposit({ amountCents: 95_100n });
    // 1,200.00 was asked for, and 950.00 came.
    const press = {
      ...(await desk.press(decided)),
      actualAmount: '950.00',
      bankReference: 'B-1',
      senderSeen: 'AYSE ISIK',
    };
    const approved = await page.call('approveDeposit', press, { id: decided });
    assert.equal(approved.status, 200, JSON.stringify(approved.body));
    for (const text of ['950', '950,00', '950.00', '₺950.00', '950,00 ₺'])
      assert.deepEqual(await idsOf(page, text, 'amount'), [asked, waiting, decided], text);
    assert.deepEqual(await idsOf(page, '1.200,00', 'amount'), [decided]);

    // Ids carry the time. One of two weeks ago is found only if somebody looks so far back.
    const rejected = { ...(await desk.press(old)), reason: 'no_money_seen' };
    assert.equal((await page.call('rejectDeposit', rejected, { id: old })).status, 200);
    assert.deepEqual(await idsOf(page, '3.333,00', 'amount'), [old]);
    const inTwoWeeks = async (days?: number): Promise<string[]> => {
      const noteIban = async (): Promise<void> => await Promise.resolve();
      const context = { pool: desk.database.pool('vezne_console'), referenceRound: round, noteIban };
      const nowMs = Date.now() + 14 * 86_400_000;
      const { groups } = await findEverywhere(
        { ...context, nowMs },
        { text: '3.333,00', ...(days === undefined ? {} : { days }) },
      );
      return groups.flatMap(({ transactions }) => transactions.map(({ id }) => id));
    };
    assert.deepEqual(await inTwoWeeks(), []);
    assert.deepEqual(await inTwoWeeks(31), [old]);
    for (const days of [32, 0])
      assert.equal((await page.call('search', { text: '950', days })).code, 'invalid_request');
  });

  test('by its player: the id at once, the user name and the name when a worker has seen them', async (t) => {
    const desk = await openConsoleDesk(t);
    const { page } = await desk.operator();
    const [first, second] = [await desk.deposit(), await desk.withdrawal()];
    const player = { customerId: 'M-17', username: 'Çağla_Öz', fullName: 'Çağla Nur ÖZGÜR' };
    await namePlayer(desk, first, player);
    assert.deepEqual(await idsOf(page, 'M-17', 'player_id'), [first]);
    assert.deepEqual(await idsOf(page, 'cagla ozgur', 'name'), []);
    await note(desk);
    await namePlayer(desk, second, player);
    for (const text of ['Çağla Nur Özgür', 'ozgur cagla', 'ÖZGÜR', 'nur özg', 'Ozgür N'])
      assert.deepEqual(await idsOf(page, text, 'name'), [second, first], text);
    for (const text of ['çağla_öz', 'CAGLA.OZ', 'cagla öz'])
      assert.deepEqual(await idsOf(page, text, 'user_name'), [second, first], text);
    assert.deepEqual(await idsOf(page, 'cagla x', 'name'), []);
    assert.deepEqual(await idsOf(page, 'M-1', 'player_id'), []);
    // One player, found by three kinds at once, is listed once.
    const same = await desk.deposit();
    await namePlayer(desk, same, { customerId: 'tuncay', username: 'tuncay', fullName: 'Tuncay Kaya' });
    await note(desk);
    assert.deepEqual(await everyId(page, 'tuncay'), [same]);
  });

  test('İ, I, ı and i are one letter in names', async (t) => {
    const desk = await openConsoleDesk(t);
    const { page } = await desk.operator();
    const id = await desk.deposit();
    await namePlayer(desk, id, { customerId: 'i-1', username: 'isik', fullName: 'İLKER IŞIK' });
    await note(desk);
    for (const text of ['ilker isik', 'ILKER ISIK', 'ılker ışık', 'İlker Işık', 'işik ilk'])
      assert.deepEqual(await idsOf(page, text, 'name'), [id], text);
  });

  test('at most 20 players, with their newest three', async (t) => {
    const desk = await openConsoleDesk(t);
    const { page } = await desk.operator();
    const ids: string[] = [];
    for (let count = 0; count < 22; count += 1) {
      const id = await desk.deposit();
      await namePlayer(desk, id, { customerId: `p-${count}`, fullName: 'Hüseyin Yıldız' });
      ids.push(id);
    }
    for (let count = 0; count < 4; count += 1) {
      const id = await desk.withdrawal();
      await namePlayer(desk, id, { customerId: 'p-0', fullName: 'Hüseyin Yıldız' });
      ids.push(id);
    }
    await note(desk);
    const group = (await ask(page, 'huseyin yildiz')).groups.find(({ kind }) => kind === 'name');
    assert.equal(group?.isMore, true);
    const byPlayer = Map.groupBy(group?.transactions ?? [], ({ customer }) => customer.id);
    assert.equal(byPlayer.size, 20);
    assert.deepEqual(
      byPlayer.get('p-0')?.map(({ id }) => id),
      ids.slice(-3).toReversed(),
    );
  });
});

suite('nothing else is', () => {
  test('whatever is typed or pasted', async (t) => {
    const desk = await openConsoleDesk(t);
    const { page } = await desk.operator();
    await desk.deposit();
    await note(desk);
    const texts = [
      '%',
      '_',
      '%%%',
      'a%b',
      '\\',
      `'; drop table transaction; --`,
      '"',
      '{}',
      '{a,b}',
      'null',
      '\u0000',
      'a\u0000b',
      'a\nb',
      '\u202e',
      '\ufffd',
      '😀😀😀',
      '١٢٣',
      'ﷺ'.repeat(40),
      '\u0301'.repeat(100),
      '9'.repeat(128),
      '1.'.repeat(64),
      'a '.repeat(60),
      'abc '.repeat(32),
      'K7M3 9RXP',
      '00000000-0000-0000-0000-000000000000',
      'txn_',
      '-1',
      '1e9',
      'NaN',
      '../../etc/passwd',
      '<script>',
    ];
    for (const text of texts) assert.deepEqual(await everyId(page, text), [], JSON.stringify(text));
    assert.deepEqual((await ask(page, '\u0000')).groups, [], 'nothing of ours is written so');
    for (const body of [{}, { text: '' }, { text: ' ' }, { text: 'x'.repeat(129) }])
      assert.equal((await page.call('search', body)).code, 'invalid_request', JSON.stringify(body));
    assert.equal((await read(page, '/api/search?text=950')).status, 404, 'no text is in an address');
  });

  test('not by whoever may not read the queues', async (t) => {
    const desk = await openConsoleDesk(t);
    const id = await desk.withdrawal();
    const auditor = await desk.operator({ roles: ['auditor'] });
    assert.deepEqual(await everyId(auditor.page, id), [id]);
    assert.equal((await desk.browser().call('search', { text: id })).status, 401);
  });
});
