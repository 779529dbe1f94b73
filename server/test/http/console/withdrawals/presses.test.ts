import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { PayoutDetail } from '@vezne/contract/console/withdrawals';
import { read } from '../../../harness/console-desk.ts';
import type { Operator } from '../../../harness/console-desk.ts';
import { BANK_BALANCE, holdsIban, nextReference, openPayoutDesk } from '../../../harness/console-payouts.ts';
import { fromAnotherNetwork } from '../../../harness/console.ts';
import { insertBankAccount } from '../../../harness/factories.ts';

type Route = Parameters<Operator['page']['call']>[0];

suite('a press on a payout', () => {
  test('that is repeated does it once, by every route, and other words under its id are refused', async (t) => {
    const desk = await openPayoutDesk(t);
    const ayse = await desk.operator();
    const senior = await desk.operator({ roles: ['senior_operator'] });
    const { id: bankAccountId } = desk.bankAccount;
    const steps = async (id: string): Promise<number> => {
      const { rows } = await desk.owner.query<{ n: number }>(
        `select (select count(*) from transaction_step where transaction_id = $1)::int4
           + (select count(*) from second_person_request where subject_id = $1::text)::int4 as n`,
        [id],
      );
      return rows[0]?.n ?? 0;
    };
    const twice = async (who: Operator, route: Route, id: string, said: object, otherwise: object) => {
      const press = { ...(await desk.press(id)), ...said };
      const before = await steps(id);
      const first = await who.page.call(route, press, { id });
      assert.equal(first.status, 200, `${route} ${JSON.stringify(first.body)}`);
      const again = await who.page.call(route, press, { id });
      assert.deepEqual([again.status, again.body], [200, first.body], route);
      const other = await who.page.call(route, { ...press, ...otherwise }, { id });
      assert.equal(other.body['refusal'], 'pressed_otherwise', `${route} ${JSON.stringify(other.body)}`);
      assert.equal(await steps(id), before + 1, route);
    };
    const note = { note: 'in other words' };
    const bankBalance = BANK_BALANCE;
    const [one, two, three, large] = [
      await desk.withdrawal(),
      await desk.withdrawal(),
      await desk.withdrawal(),
      await desk.withdrawal({ amountCents: 6_000_000n }),
    ];
    await twice(ayse, 'takePayout', one, { bankAccountId }, note);
    await twice(ayse, 'releasePayout', one, {}, note);
    await twice(ayse, 'takePayout', one, { bankAccountId }, note);
    await twice(ayse, 'authorisePayout', one, { bankBalance }, { bankBalance: '8000000.00' });
    await twice(senior, 'releasePayout', one, {}, note);
    await twice(senior, 'rejectPayout', one, { reason: 'payout_failed' }, { reason: 'account_closed' });
    for (const id of [two, three]) {
      await desk.take(ayse, id);
      await desk.authorise(ayse, id);
    }
    const reference = { bankReference: nextReference() };
    await twice(ayse, 'recordPayoutPart', two, { amount: '10.00', ...reference }, { amount: '11.00' });
    await twice(senior, 'handOverPayout', two, { isNotSent: true }, note);
    await twice(ayse, 'approvePayout', three, { bankReference: nextReference() }, note);
    await twice(
      senior,
      'correctPayout',
      three,
      { bankAccountId: (await insertBankAccount(desk.owner)).id, note: 'a' },
      note,
    );
    const returned = await desk.authorised({ by: ayse });
    await desk.approve(ayse, returned);
    await twice(senior, 'returnPayout', returned, {}, note);
    await desk.take(ayse, large);
    await twice(ayse, 'authorisePayout', large, { bankBalance }, { bankBalance: '8000000.00' });
  });

  test('on what has changed since is refused, and so is one on a mark that came since or on somebody blocked', async (t) => {
    const desk = await openPayoutDesk(t);
    const ayse = await desk.operator();
    const bankAccountId = desk.bankAccount.id;
    const id = await desk.withdrawal();
    const take = { ...(await desk.press(id)), bankAccountId };
    await desk.owner.query(`insert into unconfirmed_answer (transaction_id) values ($1)`, [id]);
    const unread = await ayse.page.call('takePayout', take, { id });
    assert.equal(unread.body['refusal'], 'marks_unread');
    const marked = { ...take, marksRead: ['partner_may_not_know'] };
    assert.equal((await ayse.page.call('takePayout', marked, { id })).status, 200);
    const detail = (await ayse.page.call('getPayout', undefined, { id })).body as unknown as PayoutDetail;
    assert.deepEqual(
      detail.marksRead.map(({ mark, by }) => [mark, by]),
      [['partner_may_not_know', ayse.person.handle]],
    );
    // Another player is paid there meanwhile.
    const press = {
      ...(await desk.press(id)),
      bankBalance: BANK_BALANCE,
      marksRead: ['partner_may_not_know'],
    };
    const other = await desk.withdrawal();
    await desk.owner.query(
      `update transaction set payout_iban = (select payout_iban from transaction where id = $1) where id = $2`,
      [id, other],
    );
    assert.equal((await ayse.page.call('authorisePayout', press, { id })).body['refusal'], 'marks_unread');
    const shared = (await ayse.page.call('getPayout', undefined, { id })).body as unknown as PayoutDetail;
    assert.deepEqual(
      [shared.marks, shared.sameIban.map((one) => one.id)],
      [['partner_may_not_know', 'iban_of_other_players'], [other]],
    );
    await desk.owner.query(`update transaction set customer_full_name = 'Somebody Else' where id = $1`, [id]);
    const changed = {
      ...press,
      marksRead: ['partner_may_not_know', 'iban_of_other_players', 'another_holder'],
    };
    assert.equal(
      (await ayse.page.call('authorisePayout', changed, { id })).body['refusal'],
      'transaction_changed',
    );
  });

  test('to copy is audited once for each person, authorisation and field, also of twenty at once', async (t) => {
    const desk = await openPayoutDesk(t);
    const ayse = await desk.operator();
    const senior = await desk.operator({ roles: ['senior_operator'] });
    const id = await desk.withdrawal();
    const copy = async (who: Operator, field: string) =>
      await who.page.call('recordCopy', { field }, { id, headers: fromAnotherNetwork() });
    const copies = async (): Promise<number> => {
      const { rows } = await desk.owner.query<{ n: number }>(
        `select count(*)::int4 as n from audit_entry where action = 'withdrawal.copy_details'`,
      );
      return rows[0]?.n ?? 0;
    };
    await desk.take(ayse, id);
    const early = await copy(ayse, 'iban');
    assert.equal(early.body['refusal'], 'state_conflict', JSON.stringify(early.body));
    await desk.authorise(ayse, id);
    assert.equal((await copy(senior, 'iban')).body['refusal'], 'not_the_taker');
    assert.equal(await copies(), 0);
    const all = await Promise.all(Array.from({ length: 20 }, async () => await copy(ayse, 'iban')));
    assert.deepEqual(new Set(all.map(({ status }) => status)), new Set([200]));
    assert.equal(await copies(), 1);
    await copy(ayse, 'holder');
    await copy(ayse, 'amount');
    assert.equal(await copies(), 3);
    // Once it is released and authorised again, it may be sent again, and is copied anew.
    await senior.page.call('releasePayout', await desk.press(id), { id });
    await desk.take(ayse, id);
    await desk.authorise(ayse, id);
    await copy(ayse, 'iban');
    assert.equal(await copies(), 4);
  });
});

suite('the payout queue', () => {
  test('has four groups, the oldest first, with filters and places', async (t) => {
    const desk = await openPayoutDesk(t);
    const [ayse, mehmet, auditor] = [
      await desk.operator(),
      await desk.operator(),
      await desk.operator({ roles: ['auditor'] }),
    ];
    const queued: string[] = [];
    for (let made = 0; made < 53; made += 1)
      queued.push(await desk.withdrawal({ amountCents: BigInt(10_000 + made) }));
    const [mine, theirs] = [await desk.withdrawal(), await desk.withdrawal()];
    await desk.take(ayse, mine);
    await desk.take(mehmet, theirs);
    const authorised = await desk.authorised({ by: mehmet });
    const list = async (who: Operator, query: string) => {
      const { status, body } = await read(who.page, `/api/withdrawals?${query}`);
      assert.equal(status, 200, JSON.stringify(body));
      return {
        ...(body as { totals: { count: number } | null; next: string | null }),
        ids: (body['payouts'] as { id: string }[]).map(({ id }) => id),
      };
    };
    const first = await list(ayse, 'group=queued');
    assert.deepEqual([first.ids, first.totals?.count], [queued.slice(0, 50), 53]);
    const second = await list(ayse, `group=queued&after=${encodeURIComponent(first.next ?? '')}`);
    assert.deepEqual([second.ids, second.next, second.totals], [queued.slice(50), null, null]);
    assert.deepEqual((await list(ayse, 'group=mine')).ids, [mine]);
    assert.deepEqual((await list(ayse, 'group=others')).ids, [theirs]);
    assert.deepEqual((await list(mehmet, 'group=mine')).ids, [theirs]);
    assert.deepEqual((await list(ayse, 'group=authorised')).ids, [authorised]);
    assert.deepEqual((await list(ayse, 'group=queued&least=100.50')).totals?.count, 3);
    assert.deepEqual((await list(ayse, `group=mine&account=${desk.bankAccount.id}`)).ids, [mine]);
    assert.equal(
      (await read(ayse.page, '/api/withdrawals?group=queued&after=nowhere')).code,
      'invalid_request',
    );
    const iban = (await desk.see(authorised)).payoutIban ?? assert.fail();
    const seen = await auditor.page.call('getPayout', undefined, { id: authorised });
    assert.deepEqual([seen.status, holdsIban(seen, iban)], [200, false]);
    assert.ok(holdsIban(await mehmet.page.call('getPayout', undefined, { id: authorised }), iban));
  });
});
