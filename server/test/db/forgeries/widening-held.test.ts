import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { effectOf } from '@vezne/domain/widening';
import type { SETTING_RULES, SettingsOf } from '@vezne/domain/widening';
import type pg from 'pg';
import { newId } from '../../../src/ids.ts';
import { createTestDatabase } from '../../harness/database.ts';
import { turkishIban } from '../../harness/factories.ts';
import { insertEndpoint } from '../../harness/webhook-endpoints.ts';
import { DOORS, byForgedRequest } from './forged-requests.ts';
import type { Door, ForgedRequest } from './forged-requests.ts';
import { staffRow } from '../rows/staff-rows.ts';
import type { Row } from '../rows/valid-rows.ts';
import {
  bankAccountRow,
  blockedIbanRow,
  credentialRow,
  insertRow,
  partnerRow,
  sealedText,
  termsRow,
} from '../rows/valid-rows.ts';

const REFUSED = '42501';
const [IBAN, OTHER_IBAN] = [turkishIban(1), turkishIban(2)];
const URL = 'https://partner.example/hooks';

const HANDS = {
  asker: { id: newId(), handle: 'ayse' },
  confirmer: { id: newId(), handle: 'mehmet' },
};

interface Office {
  owner: pg.Pool;
  doors: Readonly<Record<Door, pg.Pool>>;
  ids: { partner: string; account: string; endpoint: string; credential: string; block: string };
}

async function open(t: TestContext): Promise<Office> {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  for (const { id, handle } of Object.values(HANDS))
    await insertRow(owner, 'staff', staffRow({ id, handle, roles: ['administrator'], status: 'active' }));
  const partner = partnerRow();
  const account: Row = { ...bankAccountRow(), daily_cap_cents: 100_000n };
  const credential: Row = { ...credentialRow({ partner }), created_at: new Date(Date.now() - 60_000) };
  const block: Row = { ...blockedIbanRow(), expires_at: new Date(Date.now() + 3_600_000) };
  await insertRow(owner, 'partner', partner);
  await insertRow(owner, 'partner_terms', { ...termsRow({ partner }), version: 1 });
  await insertRow(owner, 'bank_account', account);
  await insertRow(owner, 'credential', credential);
  await insertRow(owner, 'blocked_party', block);
  await owner.query(settings({ payout_countries: `'{TR,DE}'`, four_eyes_cents: '10000000' }));
  const { id: endpoint } = await insertEndpoint(owner, { partnerId: partner['id'] as string, url: URL });
  const ids = {
    partner: partner['id'] as string,
    account: account['id'] as string,
    endpoint,
    credential: credential['id'] as string,
    block: block['id'] as string,
  };
  return {
    owner,
    doors: { vezne_console: database.pool('vezne_console'), vezne_admin: database.pool('vezne_admin') },
    ids,
  };
}

/** A statement that opens a door, and the request by which two people may. */
interface Widening {
  sql: (ids: Office['ids']) => string;
  request: (ids: Office['ids']) => ForgedRequest;
  /** What two people could have read instead. Where nothing is said of it, nothing stands here. */
  otherwise?: object;
}

const partnerSet = (column: string, after: object, otherwise: object): Widening => ({
  sql: ({ partner }) => `update partner set ${column} where id = '${partner}'`,
  request: ({ partner }) => ({ action: 'partner.set', subject: { type: 'partner', id: partner }, after }),
  otherwise,
});

const insertCredential = (partner: string): string =>
  `insert into credential (id, partner_id, api_key, api_secret_sealed, hash_secret_sealed, key_version, created_by)
   values ('${randomUUID()}', '${partner}', 'vzk_test_${randomBytes(13).toString('hex')}', '${sealedText()}', '${sealedText()}', 1, 'ayse')`;
const insertInvitation = (partner: string): string =>
  `insert into partner_invitation (id, partner_id, email, name, roles, token_hash, expires_at)
   values ('${randomUUID()}', '${partner}', 'ece@shop.example', 'Ece Su', '{finance,owner}', '\\x${randomBytes(32).toString('hex')}',
     now() + interval '72 hours')`;
const insertTerms = (partner: string, basisPoints: number): string =>
  `insert into partner_terms (partner_id, direction, version, basis_points, fixed_cents, settlement_mode, effective_from, created_by)
   values ('${partner}', 'deposit', 2, ${basisPoints}, 0, 'deduct_from_amount', clock_timestamp(), 'ayse')`;
const insertSettings = (columns: string): string =>
  `insert into platform_settings (deposit_min_cents, deposit_max_cents, withdrawal_min_cents, withdrawal_max_cents, deposits_paused,
     withdrawals_paused, deposit_expiry_seconds, four_eyes_cents, fast_limit_cents, payout_countries, created_by)
   select ${columns} from (select deposit_min_cents, deposit_max_cents, withdrawal_min_cents, withdrawal_max_cents, four_eyes_cents,
     payout_countries from platform_settings order by version desc limit 1) s`;
const SAME_SETTINGS = {
  deposit_min_cents: 'deposit_min_cents',
  deposit_max_cents: 'deposit_max_cents',
  withdrawal_min_cents: 'withdrawal_min_cents',
  withdrawal_max_cents: 'withdrawal_max_cents',
  deposits_paused: 'false',
  withdrawals_paused: 'false',
  deposit_expiry_seconds: '86400',
  four_eyes_cents: 'four_eyes_cents',
  fast_limit_cents: '10000000',
  payout_countries: 'payout_countries',
  created_by: `'ayse'`,
};
const settings = (changed: Partial<typeof SAME_SETTINGS>): string =>
  insertSettings(Object.values({ ...SAME_SETTINGS, ...changed }).join(', '));
const limits = (changed: Partial<typeof SAME_SETTINGS>, after: object, otherwise: object): Widening => ({
  sql: () => settings(changed),
  request: () => ({ action: 'limits.set', subject: { type: 'platform', id: 'platform' }, after }),
  otherwise,
});

const WIDENINGS: Readonly<Record<string, Widening>> = {
  'another settlement account': partnerSet(
    `settlement_iban = '${OTHER_IBAN}', settlement_holder_name = 'Thief'`,
    { settlementAccount: { iban: OTHER_IBAN, holderName: 'Thief' } },
    { settlementAccount: { iban: IBAN, holderName: 'Thief' } },
  ),
  'more credit': partnerSet('credit_line_cents = 900', { creditLine: '9.00' }, { creditLine: '8.00' }),
  'no limit of payouts': partnerSet(
    'withdrawal_max_cents = null',
    { withdrawalMax: null },
    { withdrawalMax: '900.00' },
  ),
  'another support address': partnerSet(
    `support_address = 'https://thief.example/'`,
    { supportAddress: 'https://thief.example/' },
    { supportAddress: 'https://shop.example/other' },
  ),
  'other terms': {
    sql: ({ partner }) => insertTerms(partner, 10),
    request: ({ partner }) => ({
      action: 'terms.set',
      subject: { type: 'partner', id: partner },
      after: { basisPoints: 10, direction: 'deposit', from: 'now' },
    }),
    otherwise: { basisPoints: 20, direction: 'deposit', from: 'now' },
  },
  'terms from another time': {
    sql: ({ partner }) => insertTerms(partner, 10),
    request: ({ partner }) => ({
      action: 'terms.set',
      subject: { type: 'partner', id: partner },
      after: { basisPoints: 10, direction: 'deposit', from: new Date(Date.now() - 60_000).toISOString() },
    }),
    otherwise: { basisPoints: 10, direction: 'deposit', from: new Date(Date.now() + 60_000).toISOString() },
  },
  'new credentials': {
    sql: ({ partner }) => insertCredential(partner),
    request: ({ partner }) => ({
      action: 'credentials.create',
      subject: { type: 'partner', id: partner },
      after: { credentials: 'another triple' },
    }),
  },
  'another address for webhooks': {
    sql: ({ endpoint }) =>
      `update webhook_endpoint set url = 'https://thief.example/' where id = '${endpoint}'`,
    request: ({ endpoint }) => ({
      action: 'webhook.set',
      subject: { type: 'webhook_endpoint', id: endpoint },
      after: { url: 'https://thief.example/' },
    }),
    otherwise: { url: 'https://partner.example/other' },
  },
  'a new webhook secret': {
    sql: ({ endpoint }) =>
      `insert into webhook_secret (id, endpoint_id, secret_sealed, key_version, created_at, created_by)
       values ('${randomUUID()}', '${endpoint}', '${sealedText(50)}', 1, now(), 'ayse')`,
    request: ({ endpoint }) => ({
      action: 'webhook.rotate',
      subject: { type: 'webhook_endpoint', id: endpoint },
      after: { secret: 'a new one', overlapHours: 1 },
    }),
  },
  'a person of a partner': {
    sql: ({ partner }) => insertInvitation(partner),
    request: ({ partner }) => ({
      action: 'partner_person.invite',
      subject: { type: 'partner', id: partner },
      after: { email: 'ece@shop.example', name: 'Ece Su', portalRoles: ['finance', 'owner'] },
    }),
    otherwise: { email: 'ece@shop.example', name: 'Ece Su', portalRoles: ['finance'] },
  },
  'a higher four-eyes amount': limits(
    { four_eyes_cents: '99900000' },
    { fourEyes: '999000.00' },
    { fourEyes: '100001.00' },
  ),
  'payouts to another country': limits(
    { payout_countries: `'{TR,DE,MT}'` },
    { payoutCountries: ['TR', 'DE', 'MT'] },
    { payoutCountries: ['TR', 'DE', 'NL'] },
  ),
  'a higher cap': {
    sql: ({ account }) => `update bank_account set daily_cap_cents = null where id = '${account}'`,
    request: ({ account }) => ({
      action: 'bank_account.set',
      subject: { type: 'bank_account', id: account },
      after: { dailyCap: null },
    }),
    otherwise: { dailyCap: '2000.00' },
  },
  'the end of a block': {
    sql: ({ block }) =>
      `update blocked_party set ended_at = clock_timestamp(), ended_by = 'ayse' where id = '${block}'`,
    request: ({ block }) => ({
      action: 'block.remove',
      subject: { type: 'block', id: block },
      after: { blocked: false },
    }),
    otherwise: { blocked: true },
  },
};

for (const door of DOORS) {
  test(`${door} opens a door only while two people agree on exactly that`, async (t) => {
    for (const [what, { sql, request, otherwise }] of Object.entries(WIDENINGS)) {
      const { doors, ids } = await open(t);
      const pool = doors[door];
      const asked = request(ids);
      const by = async (changed: Partial<ForgedRequest>, ...statements: string[]): Promise<void> =>
        await byForgedRequest(pool, door, { ...asked, ...changed }, HANDS, statements);
      const refused = async (why: string, attempt: Promise<unknown>): Promise<void> =>
        await assert.rejects(attempt, { code: REFUSED }, `${what}: ${why}`);
      await refused('alone', pool.query(sql(ids)));
      if (otherwise !== undefined) await refused('other words', by({ after: otherwise }, sql(ids)));
      await refused('about another', by({ subject: { ...asked.subject, id: randomUUID() } }, sql(ids)));
      await refused('for something else', by({ action: 'partner.pause' }, sql(ids)));
      await by({});
      await refused('confirmed earlier', pool.query(sql(ids)));
      await by({}, sql(ids));
    }
  });

  test(`${door} makes one set of keys by one confirmation, and gives nothing that ends a longer life`, async (t) => {
    const { doors, ids, owner } = await open(t);
    const pool = doors[door];
    const request = {
      action: 'credentials.rotate',
      subject: { type: 'partner', id: ids.partner },
      after: { credentials: 'a new triple' },
    };
    const twice = [insertCredential(ids.partner), insertCredential(ids.partner)];
    await assert.rejects(byForgedRequest(pool, door, request, HANDS, twice), { code: REFUSED });
    const change = async (columns: string): Promise<unknown> =>
      await pool.query(`update credential set ${columns} where id = '${ids.credential}'`);
    await change(`expires_at = now() + interval '1 hour'`);
    for (const columns of ['expires_at = null', `expires_at = now() + interval '2 hours'`])
      await assert.rejects(change(columns), { code: REFUSED }, columns);
    await change('expires_at = now()');
    await change('revoked_at = now()');
    await assert.rejects(change('revoked_at = null'), { code: REFUSED });
    await owner.query('update webhook_secret set expires_at = now()');
    await assert.rejects(pool.query('update webhook_secret set expires_at = null'), { code: REFUSED });
  });

  test(`${door} invites one person of a partner by one confirmation, and brings no invitation back`, async (t) => {
    const { doors, ids } = await open(t);
    const pool = doors[door];
    const request = {
      action: 'partner_person.invite',
      subject: { type: 'partner', id: ids.partner },
      after: { email: 'ece@shop.example', name: 'Ece Su', portalRoles: ['finance', 'owner'] },
    };
    const withdraw = 'update partner_invitation set withdrawn_at = now()';
    const twice = [insertInvitation(ids.partner), withdraw, insertInvitation(ids.partner)];
    await assert.rejects(byForgedRequest(pool, door, request, HANDS, twice), { code: REFUSED });
    await byForgedRequest(pool, door, request, HANDS, [insertInvitation(ids.partner)]);
    await assert.rejects(pool.query('update partner_invitation set withdrawn_at = null'), { code: REFUSED });
    assert.equal((await pool.query(withdraw)).rowCount, 1, 'what closes needs nobody');
    assert.equal((await pool.query(withdraw)).rowCount, 0, 'what is over stays over');
  });

  test(`${door} puts a longer block in the place of a shorter one alone, never a shorter one`, async (t) => {
    const { doors, ids } = await open(t);
    const replacing = async (lasts: string): Promise<void> => {
      const client = await doors[door].connect();
      try {
        await client.query('begin');
        await client.query(
          `update blocked_party set ended_at = clock_timestamp(), ended_by = 'ayse' where id = $1`,
          [ids.block],
        );
        await client.query(
          `insert into blocked_party (id, kind, iban, reason, expires_at, blocked_by, blocked_by_id)
           select gen_random_uuid(), kind, iban, 'again', now() + $2::interval, 'ayse', 'ayse' from blocked_party where id = $1`,
          [ids.block, lasts],
        );
        await client.query('commit');
      } finally {
        await client.query('rollback');
        client.release();
      }
    };
    await assert.rejects(replacing('1 minute'), { code: REFUSED });
    await replacing('2 hours');
  });

  test(`${door} sets an address on this very machine alone, as on a developer's`, async (t) => {
    const { doors, ids } = await open(t);
    const set = async (url: string): Promise<unknown> =>
      await doors[door].query('update webhook_endpoint set url = $2 where id = $1', [ids.endpoint, url]);
    for (const url of ['http://localhost:3000/hooks', 'http://127.0.0.1/', 'http://[::1]:9/x'])
      await set(url);
    for (const url of [
      'http://localhost.thief.example/',
      'http://localhost@thief.example/',
      'https://127.0.0.1.thief.example',
      'http://10.0.0.1/',
    ])
      await assert.rejects(set(url), { code: REFUSED }, url);
  });
}

/** For each setting two values, as the program compares them and as the table has them. */
type Sample = readonly [value: unknown, column: string];
const amount = (column: string, ...values: readonly (bigint | null)[]): readonly Sample[] =>
  values.map((value) => [value, `${column} = ${value ?? 'null'}`]);
const flag = (column: string): readonly Sample[] =>
  [true, false].map((value) => [value, `${column} = ${value}`]);
const list = (column: string, ...values: readonly (readonly string[])[]): readonly Sample[] =>
  values.map((value) => [value, `${column} = '{${value.join(',')}}'`]);
const account = (iban: string, holderName: string): Sample => [
  { iban, holderName },
  `settlement_iban = '${iban}', settlement_holder_name = '${holderName}'`,
];
const text = (column: string, ...values: readonly (string | null)[]): readonly Sample[] =>
  values.map((value) => [value, `${column} = ${value === null ? 'null' : `'${value}'`}`]);

const SAMPLES = {
  partner: {
    name: text('name', 'One', 'Two'),
    status: text('status', 'active', 'disabled'),
    depositsPaused: flag('deposits_paused'),
    withdrawalsPaused: flag('withdrawals_paused'),
    creditLineCents: amount('credit_line_cents', 0n, 100n, 200n),
    redirectHosts: list('redirect_hosts', [], ['a.example'], ['a.example', 'b.example'], ['b.example']),
    allowedNetworks: list('allowed_networks', [], ['192.0.2.0/24'], ['192.0.2.0/24', '198.51.100.7/32']),
    requestsPerSecond: amount('requests_per_second', null, 5n, 10n),
    depositMinCents: amount('deposit_min_cents', null, 100n, 200n),
    depositMaxCents: amount('deposit_max_cents', null, 50_000n, 60_000n),
    withdrawalMinCents: amount('withdrawal_min_cents', null, 100n, 200n),
    withdrawalMaxCents: amount('withdrawal_max_cents', null, 50_000n, 60_000n),
    playerDayDepositCount: amount('player_day_deposit_count', null, 1n, 2n),
    playerDayDepositCents: amount('player_day_deposit_cents', null, 100n, 200n),
    playerDayWithdrawalCount: amount('player_day_withdrawal_count', null, 1n, 2n),
    playerDayWithdrawalCents: amount('player_day_withdrawal_cents', null, 100n, 200n),
    refuseOtherHolders: flag('refuse_other_holders'),
    depositExpirySeconds: amount('deposit_expiry_seconds', null, 60n, 120n),
    settlementAccount: [
      [null, 'settlement_iban = null, settlement_holder_name = null'],
      account(IBAN, 'One'),
      account(IBAN, 'Two'),
      account(OTHER_IBAN, 'One'),
    ],
    supportAddress: text('support_address', null, 'https://a.example/', 'https://b.example/'),
    refundNote: [
      [null, 'refund_note_tr = null, refund_note_en = null'],
      [{ tr: 'Bir', en: 'One' }, `refund_note_tr = 'Bir', refund_note_en = 'One'`],
    ],
  },
  bank_account: {
    // Its steps are held by triggers of their own.
    status: [],
    depositsPaused: flag('deposits_paused'),
    payoutsPaused: flag('payouts_paused'),
    dailyCapCents: amount('daily_cap_cents', null, 100n, 200n),
    toleranceCents: amount('tolerance_cents', 0n, 100n, 200n),
  },
  webhook_endpoint: {
    url: text('url', 'https://a.example/', 'https://b.example/'),
    eventTypes: list('event_types', ['deposit.approved'], ['deposit.approved', 'deposit.rejected']),
    status: text('status', 'active', 'paused', 'disabled'),
  },
} satisfies {
  [Noun in Exclude<SettingsOf, 'platform'>]: Record<keyof (typeof SETTING_RULES)[Noun], readonly Sample[]>;
};

const TABLES = { partner: 'partner', bank_account: 'account', webhook_endpoint: 'endpoint' } as const;

test('for each setting of partners, accounts and addresses the database wants two people exactly where the program does', async (t) => {
  const { owner, doors, ids } = await open(t);
  let compared = 0;
  for (const noun of ['partner', 'bank_account', 'webhook_endpoint'] as const) {
    const where = `where id = '${ids[TABLES[noun]]}'`;
    for (const [setting, samples] of Object.entries<readonly Sample[]>(SAMPLES[noun])) {
      for (const [before, oldColumn] of samples) {
        for (const [after, newColumn] of samples) {
          await owner.query(`update ${noun} set ${oldColumn} ${where}`);
          const code = await doors.vezne_console
            .query(`update ${noun} set ${newColumn} ${where}`)
            .then(() => undefined)
            .catch((error: { code?: string }) => error.code);
          const isWider = effectOf(noun, { [setting]: before }, { [setting]: after }) === 'widens';
          assert.equal(
            code,
            isWider ? REFUSED : undefined,
            `${noun}.${setting}: ${oldColumn} → ${newColumn}`,
          );
          compared += 1;
        }
      }
    }
  }
  assert.ok(compared > 100, 'pairs were compared');
});

test('for each limit of the platform the database wants two people exactly where the program does', async (t) => {
  const { owner, doors } = await open(t);
  const samples: Readonly<
    Record<keyof (typeof SETTING_RULES)['platform'], readonly (readonly [unknown, string])[]>
  > = {
    depositMinCents: [
      [100n, '100'],
      [200n, '200'],
    ],
    depositMaxCents: [
      [50_000n, '50000'],
      [60_000n, '60000'],
    ],
    withdrawalMinCents: [
      [100n, '100'],
      [200n, '200'],
    ],
    withdrawalMaxCents: [
      [50_000n, '50000'],
      [60_000n, '60000'],
    ],
    fourEyesCents: [
      [100n, '100'],
      [200n, '200'],
    ],
    fastLimitCents: [
      [100n, '100'],
      [200n, '200'],
    ],
    depositExpirySeconds: [
      [60, '60'],
      [120, '120'],
    ],
    depositsPaused: [
      [true, 'true'],
      [false, 'false'],
    ],
    withdrawalsPaused: [
      [true, 'true'],
      [false, 'false'],
    ],
    payoutCountries: [
      [['TR'], `'{TR}'`],
      [['TR', 'DE'], `'{TR,DE}'`],
      [['DE'], `'{DE}'`],
    ],
  };
  const columnOf = (setting: string): keyof typeof SAME_SETTINGS =>
    setting.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) as keyof typeof SAME_SETTINGS;
  for (const [setting, values] of Object.entries(samples)) {
    for (const [before, written] of values) {
      for (const [after, next] of values) {
        await owner.query(settings({ [columnOf(setting)]: written }));
        const code = await doors.vezne_console
          .query(settings({ [columnOf(setting)]: next }))
          .then(() => undefined)
          .catch((error: { code?: string }) => error.code);
        const isWider = effectOf('platform', { [setting]: before }, { [setting]: after }) === 'widens';
        assert.equal(code, isWider ? REFUSED : undefined, `${setting}: ${written} → ${next}`);
      }
    }
  }
});
