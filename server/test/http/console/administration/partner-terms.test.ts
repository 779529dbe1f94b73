import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import type { TermsVersion } from '@vezne/contract/console/partner-terms';
import type { PartnerDetail } from '@vezne/contract/console/partners';
import { nextTurkishMidnight } from '@vezne/domain/turkish-time';
import { openConsoleDesk, read } from '../../../harness/console-desk.ts';
import type { ConsoleDesk } from '../../../harness/console-desk.ts';
import type { Browser, ConsoleAnswer } from '../../../harness/console.ts';

const ADMINISTRATOR = { roles: ['administrator' as const] };
const CHEAPER = { basisPoints: 225, fixedCents: 100, mode: 'fee_on_top' };

async function versionsOf({ partner }: ConsoleDesk, page: Browser): Promise<TermsVersion[]> {
  const answer = await read(page, `/api/partners/${partner.id}/terms`);
  assert.equal(answer.status, 200, answer.text);
  return answer.body['versions'] as TermsVersion[];
}

const confirm = async (page: Browser, id: string): Promise<ConsoleAnswer> =>
  await page.call('confirmRequest', { marksRead: [] }, { id });

suite('terms of partners at the console', () => {
  test('a version takes two people, and says who asked for it and who confirmed it', async (t) => {
    const desk = await openConsoleDesk(t);
    const [first, second] = [await desk.operator(ADMINISTRATOR), await desk.operator(ADMINISTRATOR)];
    const before = await versionsOf(desk, first.page);
    assert.deepEqual(
      before.map(({ direction, version, state }) => [direction, version, state]),
      [
        ['deposit', 1, 'in_force'],
        ['withdrawal', 1, 'in_force'],
      ],
    );
    const pressId = randomUUID();
    const press = { pressId, direction: 'deposit', terms: CHEAPER, from: 'now' };
    const id = desk.partner.id;
    const asked = await first.page.call('setPartnerTerms', press, { id });
    assert.deepEqual(asked.body, { outcome: 'asked', requestId: pressId }, asked.text);
    assert.deepEqual(await versionsOf(desk, first.page), before, 'alone, nothing changes');
    assert.equal((await confirm(first.page, pressId)).body['refusal'], 'own_request');
    const confirmed = await confirm(second.page, pressId);
    assert.equal(confirmed.status, 200, confirmed.text);
    const [newest, older] = await versionsOf(desk, first.page);
    assert.deepEqual(
      { ...newest, from: '' },
      {
        direction: 'deposit',
        version: 2,
        ...CHEAPER,
        from: '',
        state: 'in_force',
        createdBy: second.person.handle,
        askedBy: first.person.handle,
      },
    );
    assert.equal(older?.state, 'past');
    assert.deepEqual((await first.page.call('setPartnerTerms', press, { id })).body, asked.body);
  });

  test('what is planned shows as to come, and what a later version overtakes never begins', async (t) => {
    const desk = await openConsoleDesk(t);
    const [first, second] = [await desk.operator(ADMINISTRATOR), await desk.operator(ADMINISTRATOR)];
    const midnight = nextTurkishMidnight(new Date()).toISOString();
    for (const from of [midnight, 'now']) {
      const pressId = randomUUID();
      const terms = { ...CHEAPER, basisPoints: from === 'now' ? 200 : 250 };
      const body = { pressId, direction: 'withdrawal', terms, from };
      await first.page.call('setPartnerTerms', body, { id: desk.partner.id });
      const confirmed = await confirm(second.page, pressId);
      assert.equal(confirmed.status, 200, confirmed.text);
      const states = (await versionsOf(desk, first.page))
        .filter(({ direction }) => direction === 'withdrawal')
        .map(({ version, state }) => [version, state]);
      assert.deepEqual(
        states,
        from === 'now'
          ? [
              [3, 'in_force'],
              [2, 'replaced'],
              [1, 'past'],
            ]
          : [
              [2, 'to_come'],
              [1, 'in_force'],
            ],
      );
    }
  });

  test('no rate above the whole amount, and no beginning in the past; only administrators ask, operators read none', async (t) => {
    const desk = await openConsoleDesk(t);
    const { page } = await desk.operator(ADMINISTRATOR);
    const id = desk.partner.id;
    const refusals = [
      [{ terms: { ...CHEAPER, basisPoints: 10_001 }, from: 'now' }, 'commission_rate_out_of_range'],
      [{ terms: CHEAPER, from: '2020-01-01T00:00:00.000Z' }, 'terms_from_past'],
    ] as const;
    for (const [wrong, refusal] of refusals) {
      const body = { pressId: randomUUID(), direction: 'deposit', ...wrong };
      const answer = await page.call('setPartnerTerms', body, { id });
      assert.deepEqual([answer.code, answer.body['refusal']], ['decision_refused', refusal], answer.text);
    }
    const operator = await desk.operator();
    assert.equal((await read(operator.page, `/api/partners/${id}/terms`)).code, 'not_permitted');
    assert.equal((await read(page, `/api/partners/${randomUUID()}/terms`)).code, 'not_found');
  });
});

suite('limits of partners at the console', () => {
  test('a lower limit is one person’s, a higher one and another settlement account take two', async (t) => {
    const desk = await openConsoleDesk(t);
    const first = await desk.operator(ADMINISTRATOR);
    const id = desk.partner.id;
    const set = async (settings: object): Promise<ConsoleAnswer> =>
      await first.page.call('setPartner', { pressId: randomUUID(), ...settings }, { id });
    const alone = [
      { depositMaxCents: 500_000, playerDayDepositCount: 5, refuseOtherHolders: true },
      {
        depositExpirySeconds: 1_800,
        refundNote: { tr: 'İade üç iş günü sürer.', en: 'Refunds take three days.' },
      },
    ];
    for (const settings of alone) assert.equal((await set(settings)).body['outcome'], 'done');
    const byTwo = [
      { depositMaxCents: 600_000 },
      { depositMaxCents: null },
      { creditLineCents: 100_000_00 },
      { refuseOtherHolders: false },
      { settlementAccount: { iban: 'TR330006100519786457841326', holderName: 'Mavi Oyun A.Ş.' } },
      { supportAddress: 'https://help.mavioyun.example/' },
    ];
    for (const settings of byTwo) {
      const answer = await set(settings);
      assert.equal(answer.body['outcome'], 'asked', `${JSON.stringify(settings)}: ${answer.text}`);
    }
    const answer = await read(first.page, `/api/partners/${id}`);
    const { settings, waiting } = answer.body as PartnerDetail;
    assert.equal(settings?.depositMaxCents, 500_000);
    assert.equal(settings?.playerDayDepositCount, 5);
    assert.equal(settings?.refuseOtherHolders, true);
    assert.equal(settings?.settlementAccount?.holderName, 'Acme A.Ş.');
    assert.equal(settings?.refundNote?.tr, 'İade üç iş günü sürer.');
    assert.equal(waiting.length, byTwo.length);
    assert.equal((await set({ depositMinCents: 600_000 })).body['refusal'], 'minimum_above_maximum');
    assert.equal((await set({ depositMaxCents: 0 })).body['refusal'], 'limit_not_positive');
  });

  test('an auditor sees where a balance is paid to, and not the whole IBAN', async (t) => {
    const desk = await openConsoleDesk(t);
    await desk.owner.query(
      `update partner set settlement_iban = 'TR330006100519786457841326', settlement_holder_name = 'Mavi Oyun A.Ş.' where id = $1`,
      [desk.partner.id],
    );
    const [auditor, finance] = [
      await desk.operator({ roles: ['auditor'] }),
      await desk.operator({ roles: ['finance'] }),
    ];
    const masked = await read(auditor.page, `/api/partners/${desk.partner.id}`);
    assert.ok(!masked.text.includes('0519786457'), masked.text);
    const whole = await read(finance.page, `/api/partners/${desk.partner.id}`);
    assert.ok(whole.text.includes('TR330006100519786457841326'));
  });

  test('one person disables a partner at once, and enabling it takes two', async (t) => {
    const desk = await openConsoleDesk(t);
    const [first, second] = [await desk.operator(ADMINISTRATOR), await desk.operator(ADMINISTRATOR)];
    const id = desk.partner.id;
    const pressId = randomUUID();
    const disabled = await first.page.call('disablePartner', { pressId: randomUUID() }, { id });
    assert.deepEqual(disabled.body, { outcome: 'done', isChanged: true }, disabled.text);
    const asked = await first.page.call('enablePartner', { pressId }, { id });
    assert.deepEqual(asked.body, { outcome: 'asked', requestId: pressId });
    const { rows } = await desk.owner.query('select status from partner where id = $1', [id]);
    assert.deepEqual(rows, [{ status: 'disabled' }]);
    assert.equal((await confirm(second.page, pressId)).status, 200);
    const { rows: after } = await desk.owner.query('select status from partner where id = $1', [id]);
    assert.deepEqual(after, [{ status: 'active' }]);
  });
});
