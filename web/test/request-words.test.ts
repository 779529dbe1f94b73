import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RequestDetail, RequestLine } from '@vezne/contract/console/requests';
import { AUDIT_ACTIONS } from '@vezne/domain/audit-actions';
import { ACTION_RULES, ROLES } from '@vezne/domain/permissions';
import { EVENT_TYPES } from '@vezne/domain/transaction-state';
import { SETTING_RULES } from '@vezne/domain/widening';
import { LANGUAGES } from '@vezne/domain/written';
import { lineWords } from '../src/console/features/requests/line-words.ts';
import { meaningOf } from '../src/console/features/requests/meaning.ts';
import { aboutOf } from '../src/console/features/requests/row-words.ts';
import { textName } from '../src/console/features/requests/tongue.ts';
import { tongueOf } from './tongue.ts';

const line = (field: string, changes: Partial<RequestLine>): RequestLine => ({
  field,
  kind: 'text',
  isNew: false,
  before: null,
  after: null,
  ...changes,
});

/** A change that somebody asks for, as far as sentences look at it. */
function asked(action: string, changes: Partial<RequestDetail>): RequestDetail {
  return {
    action,
    subject: {
      type: 'partner',
      id: '',
      name: 'Mavi Oyun',
      partner: null,
      partnerId: null,
      referenceCode: null,
    },
    lines: [],
    facts: [],
    terms: null,
    transaction: null,
    outcome: null,
    headline: null,
    moreLines: 0,
    ...changes,
  } as unknown as RequestDetail;
}

test('everything that a second person confirms has a title and says what it brings about, in both languages', async () => {
  const confirmed = AUDIT_ACTIONS.filter(
    (action) =>
      'confirms' in ACTION_RULES[action] &&
      ACTION_RULES[action].confirms !== undefined &&
      !action.startsWith('ledger.'),
  );
  assert.ok(confirmed.length > 20, 'they were found');
  for (const language of LANGUAGES) {
    const { exists } = await tongueOf(language);
    for (const action of confirmed) {
      const name = textName(action);
      assert.ok(exists(`requests.actions.${name}`), `${language} ${action}`);
      const ways = [name, `${name}_player`];
      assert.ok(
        ways.some((way) => exists(`requests.effect.${way}`)),
        `${language} ${action}`,
      );
    }
  }
});

test('every setting and every event has its word in both languages', async () => {
  for (const language of LANGUAGES) {
    const { exists } = await tongueOf(language);
    for (const rules of Object.values(SETTING_RULES))
      for (const setting of Object.keys(rules)) {
        const field = textName(setting.replace(/Cents$/, ''));
        const parts = [field, `${field}_iban`, `${field}_tr`];
        assert.ok(
          parts.some((one) => exists(`requests.fields.${one}`)),
          `${language} ${setting}`,
        );
      }
    for (const event of EVENT_TYPES) assert.ok(exists(`requests.events.${textName(event)}`), event);
    for (const role of ROLES) assert.ok(exists(`roles.${role}`), role);
  }
});

test('amounts, rates, times and states are written as people write them', async () => {
  const words = { tr: lineWords(await tongueOf('tr')), en: lineWords(await tongueOf('en')) };
  const midnight = '2026-11-18T21:00:00.000Z';
  const rows: [RequestLine, string, tr: unknown[], en: unknown[]][] = [
    [
      line('creditLine', { kind: 'amount', before: '0.00', after: '250000.00' }),
      'partner',
      ['Kredi limiti', '0,00 ₺', '250.000,00 ₺'],
      ['Credit line', '₺0.00', '₺250,000.00'],
    ],
    [
      line('dailyCap', { kind: 'amount', before: '1000.00' }),
      'bank_account',
      ['Günlük limit', '1.000,00 ₺', 'limitsiz'],
      ['Daily cap', '₺1,000.00', 'no limit'],
    ],
    [
      line('terms.deposit.basisPoints', { kind: 'percent', before: 300, after: 250 }),
      'partner',
      ['Yatırım komisyonu', '%3', '%2,5'],
      ['Commission on deposits', '3%', '2.5%'],
    ],
    [
      line('from', { kind: 'moment', isNew: true, after: midnight }),
      'partner',
      ['Geçerlilik', null, '19.11.2026 00:00'],
      ['In force from', null, '19 Nov 2026, 00:00'],
    ],
    [
      line('status', { before: 'frozen', after: 'disabled' }),
      'bank_account',
      ['Durum', 'dondurulmuş', 'kapalı'],
      ['Status', 'frozen', 'disabled'],
    ],
    [
      line('overlapHours', { kind: 'hours', isNew: true, after: 24 }),
      'partner',
      ['Geçiş süresi', null, '24 saat'],
      ['Both valid', null, '24 hours'],
    ],
    [
      line('settlementAccount.iban', { kind: 'iban', isNew: true, after: 'TR330006100519786457841326' }),
      'partner',
      ['Hakediş IBAN’ı', null, 'TR33 0006 1005 1978 6457 8413 26'],
      ['IBAN for settlements', null, 'TR33 0006 1005 1978 6457 8413 26'],
    ],
  ];
  for (const [one, subjectType, turkish, english] of rows) {
    for (const [language, expected] of [['tr', turkish] as const, ['en', english] as const]) {
      const { name, before, after } = words[language].difference(one, subjectType);
      assert.deepEqual([name, before, after], expected);
    }
  }
});

test('a list says what goes, what comes and how many stay; an empty list of hosts is any host', async () => {
  const { difference } = lineWords(await tongueOf('tr'));
  const list = (field: string, before: string[], after: string[]) =>
    difference(line(field, { kind: 'list', before, after }), 'partner');
  assert.deepEqual(list('redirectHosts', ['a.example', 'b.example'], ['b.example', 'c.example']), {
    name: 'Dönüş adresleri',
    before: ['a.example'],
    after: ['c.example'],
    note: '1 tanesi aynı kalır',
  });
  assert.deepEqual(list('redirectHosts', ['a.example'], []), {
    name: 'Dönüş adresleri',
    before: ['a.example'],
    after: 'hepsi',
  });
  assert.deepEqual(list('roles', ['operator'], ['operator', 'finance']).after, ['Finans']);
  assert.deepEqual(list('payoutCountries', ['TR'], ['TR', 'DE']).after, ['Almanya (DE)']);
});

test('other terms are worked out for an amount, by the rules that transactions are counted by', async () => {
  const deposit = asked('terms.set', {
    terms: {
      direction: 'deposit',
      before: { basisPoints: 300, fixedCents: 0, mode: 'deduct_from_amount' },
      after: { basisPoints: 250, fixedCents: 0, mode: 'deduct_from_amount' },
    },
  });
  assert.deepEqual(meaningOf(await tongueOf('tr'), deposit), [
    'Yeni işlemler yeni koşullarla açılır; açık işlemler eski koşullarla biter.',
    '1.000,00 ₺ yatırımda komisyon 30,00 ₺ yerine 25,00 ₺ olur; oyuncuya 970,00 ₺ yerine 975,00 ₺ yazılır.',
  ]);
  const withdrawal = asked('terms.set', {
    terms: {
      direction: 'withdrawal',
      before: { basisPoints: 100, fixedCents: 0, mode: 'deduct_from_amount' },
      after: { basisPoints: 100, fixedCents: 500, mode: 'fee_on_top' },
    },
  });
  assert.equal(
    meaningOf(await tongueOf('en'), withdrawal)[1],
    'Of a payout of ₺1,000.00 the commission is ₺15.00 instead of ₺10.00; the partner’s balance pays ₺1,015.00 instead of ₺1,000.00.',
  );
});

test('a change that opens a door says which, and one that closes it does not', async () => {
  const tongue = await tongueOf('en');
  const meansOf = (one: RequestLine): string[] =>
    meaningOf(tongue, asked('partner.set', { lines: [one] })).slice(1);
  const amounts = { kind: 'amount', before: '100.00', after: '200.00' } as const;
  assert.deepEqual(meansOf(line('creditLine', amounts)), [
    'Payouts are taken until the balance of Mavi Oyun is ₺200.00 below zero.',
  ]);
  assert.deepEqual(meansOf(line('creditLine', { ...amounts, after: '50.00' })), []);
  assert.deepEqual(meansOf(line('fourEyes', amounts)), [
    'Between ₺100.00 and ₺200.00 one person decides alone from now on.',
  ]);
  const hosts = { kind: 'list', before: ['a.example', 'b.example'] } as const;
  assert.deepEqual(meansOf(line('redirectHosts', { ...hosts, before: [...hosts.before], after: [] })), [
    'After paying, players may be sent to any host.',
  ]);
  assert.deepEqual(
    meansOf(line('redirectHosts', { ...hosts, before: [...hosts.before], after: ['a.example'] })),
    [],
  );
});

test('a rotation says how long the old keys work, or that they end at once', async () => {
  const tongue = await tongueOf('en');
  const rotation = (after: number) =>
    meaningOf(
      tongue,
      asked('credentials.rotate', { lines: [line('overlapHours', { kind: 'hours', isNew: true, after })] }),
    )[0];
  assert.match(rotation(24) ?? '', /work for 24 hours more/);
  assert.match(rotation(1) ?? '', /work for 1 hour more/);
  assert.match(rotation(0) ?? '', /end at once/);
});

test('below the title stands what differs first, and how much else', async () => {
  const tongue = await tongueOf('tr');
  const rate = line('terms.deposit.basisPoints', { kind: 'percent', before: 300, after: 250 });
  assert.equal(
    aboutOf(tongue, asked('terms.set', { headline: rate, moreLines: 1 })),
    'Yatırım komisyonu %3 → %2,5 · +1',
  );
  const hosts = line('redirectHosts', { kind: 'list', before: ['a.example'], after: ['b.example'] });
  assert.equal(
    aboutOf(tongue, asked('partner.set', { headline: hosts })),
    'Dönüş adresleri −a.example, +b.example',
  );
});
