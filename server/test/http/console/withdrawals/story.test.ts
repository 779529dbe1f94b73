import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import type { PayoutDetail } from '@vezne/contract/console/withdrawals';
import { staffAtCommandLine } from '@vezne/domain/actor';
import { silentLog } from '../../../harness/silent-log.ts';
import { createDatabase } from '../../../../src/db/kysely.ts';
import { confirmRequest } from '../../../../src/usecases/confirmation/confirm.ts';
import { releaseWithdrawal } from '../../../../src/usecases/withdrawals/decide.ts';
import { read } from '../../../harness/console-desk.ts';
import type { Operator } from '../../../harness/console-desk.ts';
import { BANK_BALANCE, holdsIban, nextReference, openPayoutDesk } from '../../../harness/console-payouts.ts';
import type { PayoutDesk } from '../../../harness/console-payouts.ts';
import { retry } from '../../../harness/desk.ts';
import { assertBooksHold } from '../../../harness/ledger.ts';
import { insertPerson } from '../../../harness/staff.ts';

/** Above what one hand alone lets leave. */
const LARGE = 6_000_000n;

async function detail({ page }: Operator, id: string): Promise<PayoutDetail> {
  const { status, body } = await page.call('getPayout', undefined, { id });
  assert.equal(status, 200, JSON.stringify(body));
  return body as unknown as PayoutDetail;
}

async function ibanOf(desk: PayoutDesk, id: string): Promise<string> {
  return (await desk.see(id)).payoutIban ?? assert.fail();
}

suite('a payout over HTTP', () => {
  test('goes from one person to a second and out, and each step shows what is next', async (t) => {
    const desk = await openPayoutDesk(t);
    const id = await desk.withdrawal({ amountCents: LARGE });
    const iban = await ibanOf(desk, id);
    const [ayse, mehmet, can] = [
      await desk.operator({ handle: 'ayse', name: 'Ayşe Kaya' }),
      await desk.operator({ handle: 'mehmet', name: 'Mehmet Er' }),
      await desk.operator({ handle: 'can' }),
    ];
    const queued = await read(ayse.page, '/api/withdrawals?group=queued');
    assert.deepEqual(
      [queued.body['totals'], queued.body['next']],
      [{ count: 1, sumCents: Number(LARGE) }, null],
    );
    const before = await detail(ayse, id);
    assert.deepEqual(
      [before.obstacles.take, before.obstacles.authorise, before.twoPeopleReasons, before.payee.isWhole],
      [null, 'state_conflict', ['above_four_eyes'], false],
    );
    assert.equal((await desk.take(ayse, id)).body['stage'], 'taken');
    // Alone it becomes a request, and nothing may leave.
    const asked = await desk.authorise(ayse, id);
    assert.deepEqual(
      [asked.status, asked.body['outcome'], asked.body['reasons']],
      [200, 'asked', ['above_four_eyes']],
    );
    const waits = await detail(ayse, id);
    assert.deepEqual(
      [
        waits.stage,
        waits.obstacles.authorise,
        waits.openRequest?.isMine,
        waits.taker?.name,
        waits.payee.isWhole,
      ],
      ['taken', 'request_already_open', true, 'Ayşe Kaya', false],
    );
    for (const who of [ayse, mehmet, can])
      assert.ok(!holdsIban(await who.page.call('getPayout', undefined, { id }), iban));
    // The second person sees that it is taken, authorises it, and that is enough.
    assert.equal((await detail(mehmet, id)).obstacles.authorise, null);
    assert.equal((await desk.authorise(mehmet, id)).body['stage'], 'authorised');
    for (const [who, isWhole] of [
      [ayse, true],
      [mehmet, true],
      [can, false],
    ] as const) {
      const seen = await detail(who, id);
      assert.deepEqual([seen.payee.isWhole, seen.payee.iban === iban], [isWhole, isWhole]);
      assert.equal(seen.pastedAmount, isWhole ? '58200,00' : null);
    }
    assert.equal((await desk.approve(ayse, id)).body['status'], 'approved');
    const after = await detail(ayse, id);
    assert.deepEqual([after.payee.isWhole, after.pastedAmount, after.status], [false, null, 'approved']);
    assert.match(after.bankReference ?? '', /^P-/);
    assert.equal(after.obstacles.returnPayout, 'second_person_needed');
    assert.equal((await detail(can, id)).obstacles.returnPayout, null);
    await assertBooksHold(desk.owner);
  });

  test('is nobody’s alone, at any of the four places', async (t) => {
    const desk = await openPayoutDesk(t);
    const ayse = await desk.operator({ roles: ['senior_operator'] });
    const large = await desk.withdrawal({ amountCents: LARGE });
    await desk.take(ayse, large);
    const asked = await desk.authorise(ayse, large);
    assert.equal(asked.body['outcome'], 'asked');
    const again = await desk.authorise(ayse, large);
    assert.equal(again.body['refusal'], 'request_already_open');
    // Their own request, at the command line, where their handle is the same person.
    const actor = staffAtCommandLine({ id: ayse.person.id, handle: ayse.person.handle });
    const pool = desk.database.pool('vezne_admin');
    const context = { pool, db: createDatabase(pool), log: silentLog, retry, actor };
    await assert.rejects(confirmRequest(context as never, String(asked.body['requestId'])), {
      refusal: { code: 'own_request', details: { requestId: asked.body['requestId'] } },
    });
    const small = await desk.authorised({ by: ayse });
    const released = await ayse.page.call('releasePayout', await desk.press(small), { id: small });
    assert.equal(released.body['refusal'], 'second_person_needed');
    const rejected = { ...(await desk.press(small)), reason: 'payout_failed' };
    const refusal = (await ayse.page.call('rejectPayout', rejected, { id: small })).body['refusal'];
    assert.equal(refusal, 'second_person_needed');
    const { obstacles } = await detail(ayse, small);
    assert.deepEqual(
      [obstacles.release, obstacles.reject, obstacles.handOver, obstacles.approve],
      ['second_person_needed', 'second_person_needed', 'second_person_needed', null],
    );
    const byCommand = await desk.decide(
      (fingerprint) => releaseWithdrawal({ transactionId: small, fingerprint, actor }),
      small,
    );
    assert.equal(byCommand.outcome === 'refused' && byCommand.refusal.code, 'second_person_needed');
    const { stage } = await desk.see(small);
    assert.equal(stage, 'authorised');
    await assertBooksHold(desk.owner);
  });

  test('that is authorised is released, rejected, handed over and returned with a fresh proof only', async (t) => {
    const desk = await openPayoutDesk(t);
    const ayse = await desk.operator();
    const person = await insertPerson(desk.owner, { roles: ['senior_operator'] });
    const page = desk.browser();
    await page.signIn(person);
    const paid = await desk.authorised({ by: ayse });
    assert.equal((await desk.approve(ayse, paid)).status, 200);
    for (const [route, id, more] of [
      ['releasePayout', await desk.authorised({ by: ayse }), {}],
      ['rejectPayout', await desk.authorised({ by: ayse }), { reason: 'payout_failed' }],
      ['handOverPayout', await desk.authorised({ by: ayse }), { isNotSent: true }],
      ['returnPayout', paid, {}],
    ] as const) {
      const press = { ...(await desk.press(id)), ...more };
      const { fingerprint, status, stage } = await desk.see(id);
      assert.equal((await page.call(route, press, { id })).code, 'step_up_required', route);
      const after = await desk.see(id);
      assert.deepEqual([after.fingerprint, after.status, after.stage], [fingerprint, status, stage]);
    }
  });

  test('is released and rejected by somebody else, handed over, sent in parts, corrected and returned', async (t) => {
    const desk = await openPayoutDesk(t);
    const ayse = await desk.operator();
    const senior = await desk.operator({ roles: ['senior_operator'] });
    const released = await desk.authorised({ by: ayse });
    const release = await senior.page.call('releasePayout', await desk.press(released), { id: released });
    assert.deepEqual(release.body, { outcome: 'made', status: 'waiting_confirmation', stage: 'queued' });
    const rejected = await desk.authorised({ by: ayse });
    const reject = { ...(await desk.press(rejected)), reason: 'payout_failed' };
    assert.equal(
      (await senior.page.call('rejectPayout', reject, { id: rejected })).body['status'],
      'rejected',
    );
    const parted = await desk.authorised({ by: ayse });
    const part = async (amount: string, reference = nextReference()) =>
      await ayse.page.call(
        'recordPayoutPart',
        { ...(await desk.press(parted)), amount, bankReference: reference },
        { id: parted },
      );
    assert.equal((await part('500.00', 'Q-1')).status, 200);
    assert.equal((await part('10.00', 'q-1')).body['refusal'], 'part_already_recorded');
    const tooMuch = await part('500.00');
    assert.deepEqual(
      [tooMuch.body['refusal'], tooMuch.body['figures']],
      ['parts_exceed_amount', { sentCents: 50_000, toPayCents: 97_000 }],
    );
    const early = await ayse.page.call('approvePayout', await desk.press(parted), { id: parted });
    assert.deepEqual(
      [early.body['refusal'], early.body['figures']],
      ['parts_incomplete', { sentCents: 50_000, toPayCents: 97_000 }],
    );
    assert.deepEqual((await desk.approve(ayse, parted)).body['fields'], [
      { path: 'bankReference', problem: 'must be absent: each part has its own' },
    ]);
    assert.equal((await detail(ayse, parted)).pastedAmount, '470,00');
    const over = { ...(await desk.press(parted)), isNotSent: true };
    assert.equal((await senior.page.call('handOverPayout', over, { id: parted })).status, 200);
    assert.equal((await detail(ayse, parted)).obstacles.recordPart, 'not_the_taker');
    const rest = { ...(await desk.press(parted)), amount: '470.00', bankReference: nextReference() };
    assert.equal((await senior.page.call('recordPayoutPart', rest, { id: parted })).status, 200);
    const done = await senior.page.call('approvePayout', await desk.press(parted), { id: parted });
    assert.equal(done.body['status'], 'approved');
    assert.deepEqual(
      (await detail(ayse, parted)).parts.map(({ amountCents }) => amountCents),
      [50_000, 47_000],
    );
    const sent = await desk.authorised({ by: ayse });
    const unsaid = await ayse.page.call('approvePayout', await desk.press(sent), { id: sent });
    assert.equal(unsaid.code, 'invalid_request');
    await desk.approve(ayse, sent);
    const correct = { ...(await desk.press(sent)), bankAccountId: desk.bankAccount.id, note: 'another' };
    const same = await ayse.page.call('correctPayout', correct, { id: sent });
    assert.equal(same.body['refusal'], 'nothing_to_correct');
    const returned = await senior.page.call('returnPayout', await desk.press(sent), { id: sent });
    assert.equal(returned.body['status'], 'rejected');
    await assertBooksHold(desk.owner);
  });

  test('whose money went wrong is booked by finance, and waits for a second person', async (t) => {
    const desk = await openPayoutDesk(t);
    const ayse = await desk.operator();
    const finance = await desk.operator({ roles: ['finance'] });
    const id = await desk.authorised({ by: ayse });
    const booking = {
      decisionId: randomUUID(),
      amount: '970.00',
      bankAccountId: desk.bankAccount.id,
      note: 'two digits were swapped',
    };
    assert.equal((await detail(ayse, id)).obstacles.bookMisdirection, 'not_permitted');
    assert.equal((await detail(finance, id)).obstacles.bookMisdirection, null);
    for (let press = 0; press < 2; press += 1) {
      const { status, body } = await finance.page.call('bookMisdirection', booking, { id });
      assert.deepEqual([status, body], [200, { requestId: booking.decisionId }]);
    }
    for (const other of [{ amount: '960.00' }, { note: 'something else' }]) {
      const { body } = await finance.page.call('bookMisdirection', { ...booking, ...other }, { id });
      assert.equal(body['refusal'], 'pressed_otherwise', JSON.stringify(other));
    }
    const queued = await desk.withdrawal();
    const early = { ...booking, decisionId: randomUUID() };
    const refused = await finance.page.call('bookMisdirection', early, { id: queued });
    assert.equal(refused.body['refusal'], 'state_conflict');
  });

  test('tells what is missing in figures', async (t) => {
    const desk = await openPayoutDesk(t);
    const ayse = await desk.operator();
    const id = await desk.withdrawal({ amountCents: 4_500_000n });
    await desk.take(ayse, id);
    const authorise = async (more: object) =>
      (await ayse.page.call('authorisePayout', { ...(await desk.press(id)), ...more }, { id })).body;
    const cover = { neededCents: 4_365_000, freeCents: 4_000_000, toleranceCents: 100_000_000_000 };
    const needed = await authorise({});
    assert.deepEqual([needed['refusal'], needed['figures']], ['bank_balance_needed', cover]);
    const low = await authorise({ bankBalance: '1.00' });
    assert.deepEqual(
      [low['refusal'], low['figures']],
      ['bank_balance_too_low', { ...cover, bankBalanceCents: 100 }],
    );
    await desk.owner.query('update bank_account set tolerance_cents = 100');
    const short = await authorise({ bankBalance: BANK_BALANCE });
    assert.deepEqual(
      [short['refusal'], short['figures']],
      ['shortfall_above_tolerance', { ...cover, toleranceCents: 100, bankBalanceCents: 900_000_000 }],
    );
    const accounts = await ayse.page.call('listPayingAccounts', undefined, { id });
    assert.deepEqual(
      (accounts.body['accounts'] as { problem: string; afterCents: number }[]).map(
        ({ problem, afterCents }) => [problem, afterCents],
      ),
      [['shortfall_above_tolerance', -365_000]],
    );
    await desk.owner.query('update bank_account set tolerance_cents = 100000000000');
    await desk.owner.query('update partner set credit_line_cents = 100');
    const credit = await authorise({ bankBalance: BANK_BALANCE });
    assert.deepEqual(
      [credit['refusal'], (credit['figures'] as Record<string, number>)['creditLineCents']],
      ['credit_line_exceeded', 100],
    );
  });

  test('a bank reference stands for one transfer of an account, unless somebody says so', async (t) => {
    const desk = await openPayoutDesk(t);
    const ayse = await desk.operator();
    const [first, second, third] = [
      await desk.authorised({ by: ayse }),
      await desk.authorised({ by: ayse }),
      await desk.authorised({ by: ayse }),
    ];
    const approve = async (id: string, more: object) =>
      await ayse.page.call(
        'approvePayout',
        { ...(await desk.press(id)), bankReference: 'same-1', ...more },
        { id },
      );
    assert.equal((await approve(first, {})).status, 200);
    assert.equal((await approve(second, {})).body['refusal'], 'bank_reference_used');
    const part = { ...(await desk.press(third)), amount: '10.00', bankReference: 'SAME-1' };
    assert.equal(
      (await ayse.page.call('recordPayoutPart', part, { id: third })).body['refusal'],
      'bank_reference_used',
    );
    assert.equal((await approve(second, { isReferenceUsedBefore: true })).status, 200);
    // And held by the database, when both come in the same moment.
    const racers = await Promise.all(
      Array.from({ length: 8 }, async () => await desk.authorised({ by: ayse })),
    );
    const results = await Promise.all(
      racers.map(async (id) => await approve(id, { bankReference: 'raced' })),
    );
    assert.equal(results.filter(({ status }) => status === 200).length, 1);
    assert.deepEqual(
      new Set(results.map(({ body }) => body['refusal'])),
      new Set([undefined, 'bank_reference_used']),
    );
  });
});
