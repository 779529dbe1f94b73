/** Changes of settings, partners, accounts and people that open something. */
import { randomBytes, randomUUID } from 'node:crypto';
import { insertBankAccount, insertPartner, turkishIban } from '../../../harness/factories.ts';
import { madeUpName } from '../../../harness/made-up-name.ts';
import type { PayoutDesk } from '../../../harness/console-payouts.ts';
import { insertPerson } from '../../../harness/staff.ts';
import { insertEndpoint } from '../../../harness/webhook-endpoints.ts';
import type { RouteName } from './routes.ts';
import { valueOf } from './sample.ts';
import type { Sample } from './sample.ts';

const TERMS = { basisPoints: 250, fixedCents: 0, mode: 'deduct_from_amount' };

let ibans = 5_000_000;
const nextIban = (): string => turkishIban((ibans += 1));

/** A field of a partner, and what it is then. */
const partnerSet = (what: string, body: object, sql: string, wanted: unknown): Sample => ({
  action: 'partner.set',
  route: 'setPartner',
  what,
  async prepare(desk) {
    const { id } = await insertPartner(desk.owner, {
      redirectHosts: ['a.example'],
      allowedNetworks: ['10.0.0.0/16'],
      requestsPerSecond: 5,
    });
    await desk.owner.query('update partner set deposit_max_cents = 100000 where id = $1', [id]);
    return {
      id,
      body,
      state: async () => await valueOf(desk, `select (${sql})::text as value from partner where id = $1`, id),
      wanted,
    };
  },
});

const PARTNERS: readonly Sample[] = [
  {
    action: 'partner.create',
    route: 'createPartner',
    async prepare(desk) {
      const name = madeUpName('New');
      return {
        body: { name, deposit: TERMS, withdrawal: TERMS },
        state: async () =>
          await valueOf(
            desk,
            `select count(*)::int4 as value from partner join credential c on c.partner_id = partner.id where name = $1`,
            name,
          ),
        wanted: 1,
      };
    },
  },
  {
    action: 'partner.enable',
    route: 'enablePartner',
    async prepare(desk) {
      const { id } = await insertPartner(desk.owner);
      await desk.owner.query(`update partner set status = 'disabled' where id = $1`, [id]);
      return {
        id,
        body: {},
        state: async () => await valueOf(desk, 'select status as value from partner where id = $1', id),
        wanted: 'active',
      };
    },
  },
  partnerSet('a credit line', { creditLineCents: 100 }, 'credit_line_cents', '100'),
  partnerSet('any host', { redirectHosts: [] }, 'redirect_hosts', '{}'),
  partnerSet(
    'another host',
    { redirectHosts: ['a.example', 'b.example'] },
    'redirect_hosts',
    '{a.example,b.example}',
  ),
  partnerSet('any network', { allowedNetworks: [] }, 'allowed_networks', '{}'),
  partnerSet('a higher rate', { requestsPerSecond: 80 }, 'requests_per_second', '80'),
  partnerSet('a higher limit', { depositMaxCents: 100_001 }, 'deposit_max_cents', '100001'),
  partnerSet(
    'another account for settlements',
    { settlementAccount: { iban: turkishIban(8_000_002), holderName: 'Somebody' } },
    'settlement_iban',
    turkishIban(8_000_002),
  ),
  partnerSet(
    'another support address',
    { supportAddress: 'https://help.example/' },
    'support_address',
    'https://help.example/',
  ),
  partnerSet(
    'hidden beside what narrows',
    { name: 'Renamed', depositMaxCents: 90_000, creditLineCents: 100 },
    "concat_ws(' ', name, deposit_max_cents, credit_line_cents)",
    'Renamed 90000 100',
  ),
  {
    action: 'terms.set',
    route: 'setPartnerTerms',
    async prepare(desk) {
      const { id } = await insertPartner(desk.owner);
      return {
        id,
        body: { direction: 'deposit', terms: TERMS, from: 'now' },
        state: async () =>
          await valueOf(
            desk,
            `select basis_points as value from partner_terms where partner_id = $1 and direction = 'deposit'
             order by version desc limit 1`,
            id,
          ),
        wanted: TERMS.basisPoints,
      };
    },
  },
  ...(
    [
      ['credentials.create', 'createPartnerCredentials', {}, '2 0'],
      ['credentials.rotate', 'rotatePartnerCredentials', { overlapHours: 1 }, '2 1'],
    ] as const
  ).map(([action, route, body, wanted]): Sample => ({
    action,
    route,
    async prepare(desk) {
      const { id } = await insertPartner(desk.owner);
      return {
        id,
        body,
        state: async () =>
          await valueOf(
            desk,
            `select concat_ws(' ', count(*), count(expires_at)) as value from credential where partner_id = $1`,
            id,
          ),
        wanted,
      };
    },
  })),
];

async function endpointOf(desk: PayoutDesk, status: 'active' | 'disabled' = 'active'): Promise<string> {
  const url = `https://hooks.example/${randomUUID()}`;
  return (await insertEndpoint(desk.owner, { partnerId: desk.partner.id, url, status })).id;
}

const WEBHOOKS: readonly Sample[] = [
  {
    action: 'webhook.add',
    route: 'addPartnerEndpoint',
    async prepare(desk) {
      const url = `https://hooks.example/${randomUUID()}`;
      return {
        id: desk.partner.id,
        body: { url, events: ['deposit.approved'], sinceBeginning: false },
        state: async () =>
          await valueOf(
            desk,
            `select count(*)::int4 as value from webhook_endpoint e join webhook_secret s on s.endpoint_id = e.id
             where url = $1`,
            url,
          ),
        wanted: 1,
      };
    },
  },
  {
    action: 'webhook.set',
    route: 'setPartnerEndpoint',
    async prepare(desk) {
      const id = await endpointOf(desk);
      const url = `https://hooks.example/moved-${id}`;
      return {
        id,
        body: { url },
        state: async () => await valueOf(desk, 'select url as value from webhook_endpoint where id = $1', id),
        wanted: url,
      };
    },
  },
  {
    action: 'webhook.enable',
    route: 'enablePartnerEndpoint',
    async prepare(desk) {
      const id = await endpointOf(desk, 'disabled');
      return {
        id,
        body: {},
        state: async () =>
          await valueOf(desk, 'select status as value from webhook_endpoint where id = $1', id),
        wanted: 'active',
      };
    },
  },
  {
    action: 'webhook.rotate',
    route: 'rotateEndpointSecret',
    async prepare(desk) {
      const id = await endpointOf(desk);
      return {
        id,
        body: { overlapHours: 1 },
        state: async () =>
          await valueOf(
            desk,
            `select concat_ws(' ', count(*), count(expires_at)) as value from webhook_secret where endpoint_id = $1`,
            id,
          ),
        wanted: '2 1',
      };
    },
  },
];

const accountState = (desk: PayoutDesk, id: string, column: string) => async (): Promise<unknown> =>
  await valueOf(desk, `select ${column}::text as value from bank_account where id = $1`, id);

const BANK_ACCOUNTS: readonly Sample[] = [
  {
    action: 'bank_account.add',
    route: 'addBankAccount',
    async prepare(desk) {
      const iban = nextIban();
      return {
        body: { bankName: 'Ziraat', holderName: 'Vezne A.Ş.', iban, dailyCap: null },
        state: async () =>
          await valueOf(desk, 'select status as value from bank_account where iban = $1', iban),
        wanted: 'disabled',
      };
    },
  },
  ...(
    [
      ['bank_account.enable', 'enableBankAccount', 'disabled', 'enabled'],
      ['bank_account.enable', 'enableBankAccount', 'frozen', 'enabled'],
      ['bank_account.disable', 'disableBankAccount', 'frozen', 'disabled'],
    ] as const
  ).map(([action, route, status, wanted]): Sample => ({
    action,
    route,
    what: `from ${status}`,
    async prepare(desk) {
      const { id } = await insertBankAccount(desk.owner, { status });
      return { id, body: {}, state: accountState(desk, id, 'status'), wanted };
    },
  })),
  ...(
    [
      ['no cap', { dailyCap: null }, 'coalesce(daily_cap_cents, -1)', '-1'],
      ['a higher cap', { dailyCap: '1000.01' }, 'daily_cap_cents', '100001'],
      ['a higher tolerance', { tolerance: '250000.01' }, 'tolerance_cents', '25000001'],
    ] as const
  ).map(([what, body, column, wanted]): Sample => ({
    action: 'bank_account.set',
    route: 'setBankAccount',
    what,
    async prepare(desk) {
      const { id } = await insertBankAccount(desk.owner, { dailyCapCents: 100_000n });
      return { id, body, state: accountState(desk, id, column), wanted };
    },
  })),
];

const PLATFORM: readonly Sample[] = [
  ...(
    [
      ['a higher four-eyes amount', { fourEyesCents: '999999.99' }, 'four_eyes_cents', '99999999'],
      ['a lower minimum', { depositMinCents: '0.01' }, 'deposit_min_cents', '1'],
      ['a higher maximum', { withdrawalMaxCents: '9000000.00' }, 'withdrawal_max_cents', '900000000'],
      ['another country', { payoutCountries: ['TR', 'DE'] }, 'payout_countries', '{DE,TR}'],
    ] as const
  ).map(([what, body, column, wanted]): Sample => ({
    action: 'limits.set',
    route: 'setLimits',
    what,
    async prepare(desk) {
      const before = await valueOf(desk, 'select max(version) as value from platform_settings');
      return {
        body,
        state: async () =>
          await valueOf(
            desk,
            `select ${column}::text as value from platform_settings order by version desc limit 1`,
          ),
        wanted,
        restore: async () =>
          void (await desk.owner.query('delete from platform_settings where version > $1', [before])),
      };
    },
  })),
  {
    action: 'block.remove',
    route: 'removeBlock',
    async prepare(desk) {
      const id = randomUUID();
      await desk.owner.query(
        `insert into blocked_party (id, kind, iban, reason, blocked_by, blocked_by_id)
         values ($1, 'iban', $2, 'reported', 'test', 'test')`,
        [id, nextIban()],
      );
      return {
        id,
        body: {},
        state: async () =>
          await valueOf(desk, 'select ended_at is not null as value from blocked_party where id = $1', id),
        wanted: true,
      };
    },
  },
];

const aboutPerson = (
  action: Sample['action'],
  route: RouteName,
  body: object,
  { what, before = '', column, wanted }: { what?: string; before?: string; column: string; wanted: unknown },
): Sample => ({
  action,
  route,
  ...(what === undefined ? {} : { what }),
  async prepare(desk) {
    const { id } = await insertPerson(desk.owner, { roles: ['auditor', 'operator'] });
    if (before !== '') await desk.owner.query(`update staff set ${before} where id = $1`, [id]);
    return {
      id,
      body,
      state: async () => await valueOf(desk, `select (${column}) as value from staff where id = $1`, id),
      wanted,
    };
  },
});

const TOMORROW = new Date(Date.now() + 86_400_000).toISOString();

const PEOPLE: readonly Sample[] = [
  {
    action: 'partner_person.invite',
    route: 'invitePartnerPerson',
    async prepare(desk) {
      const email = `n${randomBytes(6).toString('hex')}@shop.example`;
      return {
        id: desk.partner.id,
        body: { email, name: 'Deniz Ak', roles: ['finance', 'owner'] },
        state: async () =>
          await valueOf(
            desk,
            `select concat_ws(' ', name, roles, expires_at = created_at + interval '72 hours') as value
             from partner_invitation where email = $1`,
            email,
          ),
        wanted: 'Deniz Ak {finance,owner} t',
      };
    },
  },
  {
    action: 'staff.add',
    route: 'addStaff',
    async prepare(desk) {
      const handle = `n${randomBytes(6).toString('hex')}`;
      return {
        body: { handle, name: 'Deniz Ak', roles: ['operator'] },
        state: async () =>
          await valueOf(
            desk,
            `select count(*)::int4 as value from staff join staff_enrolment e on e.staff_id = staff.id where handle = $1`,
            handle,
          ),
        wanted: 1,
      };
    },
  },
  aboutPerson(
    'staff.set_roles',
    'setStaffRoles',
    { roles: ['operator', 'senior_operator'] },
    { column: 'roles::text', wanted: '{operator,senior_operator}' },
  ),
  aboutPerson(
    'staff.set_roles',
    'setStaffRoles',
    { roles: ['operator', 'senior_operator'], from: TOMORROW },
    { what: 'from tomorrow', column: 'next_roles::text', wanted: '{operator,senior_operator}' },
  ),
  aboutPerson(
    'staff.enable',
    'enableStaff',
    {},
    { before: `status = 'disabled'`, column: 'status', wanted: 'active' },
  ),
  aboutPerson(
    'staff.reset',
    'resetStaff',
    {},
    {
      column: `concat_ws(' ', (select count(*) from staff_password p where p.staff_id = staff.id),
        (select count(*) from staff_enrolment e where e.staff_id = staff.id))`,
      wanted: '0 1',
    },
  ),
];

export const CHANGE_SAMPLES: readonly Sample[] = [
  ...PARTNERS,
  ...WEBHOOKS,
  ...BANK_ACCOUNTS,
  ...PLATFORM,
  ...PEOPLE,
];
