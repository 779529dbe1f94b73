import { randomUUID } from 'node:crypto';
import { ZERO_CENTS, cents } from '@vezne/domain/money';
import { addBankAccount } from '../../../src/usecases/bank-accounts/add.ts';
import {
  disableBankAccount,
  enableBankAccount,
  pauseBankAccount,
  resumeBankAccount,
  setBankAccount,
} from '../../../src/usecases/bank-accounts/change.ts';
import { freezeBankAccount } from '../../../src/usecases/bank-accounts/freeze.ts';
import { block } from '../../../src/usecases/blocks/block.ts';
import { unblock } from '../../../src/usecases/blocks/unblock.ts';
import { createCredentials } from '../../../src/usecases/credentials/create.ts';
import { revokeCredential } from '../../../src/usecases/credentials/revoke.ts';
import { rotateCredentials } from '../../../src/usecases/credentials/rotate.ts';
import {
  disablePartner,
  enablePartner,
  pausePartner,
  resumePartner,
  setPartner,
} from '../../../src/usecases/partners/change.ts';
import type { SettablePartnerSettings } from '../../../src/usecases/partners/checked-settings.ts';
import { createPartner } from '../../../src/usecases/partners/create.ts';
import { setLogo } from '../../../src/usecases/partners/set-logo.ts';
import { setTerms } from '../../../src/usecases/partners/set-terms.ts';
import { pausePlatform, resumePlatform, setLimits } from '../../../src/usecases/settings/change.ts';
import { addWebhookEndpoint } from '../../../src/usecases/webhooks/add.ts';
import {
  disableWebhookEndpoint,
  enableWebhookEndpoint,
  pauseWebhookEndpoint,
  resumeWebhookEndpoint,
  setWebhookEndpoint,
} from '../../../src/usecases/webhooks/change.ts';
import { revokeOlderWebhookSecrets } from '../../../src/usecases/webhooks/revoke-secret.ts';
import { rotateWebhookSecret } from '../../../src/usecases/webhooks/rotate-secret.ts';
import { byTwo } from '../../harness/by-two.ts';
import { insertBankAccount, insertPartner, turkishIban } from '../../harness/factories.ts';
import { madeUpName } from '../../harness/made-up-name.ts';
import { MEHMET, ZEYNEP, outcomeOfAct } from './house.ts';
import type { House } from './house.ts';
import type { Scenario } from './scenario.ts';

let ibans = 3_000_000;
const nextIban = (): string => turkishIban((ibans += 1));
const DONE = { outcome: 'done' } as const;
const TERMS = { basisPoints: 300, fixedCents: ZERO_CENTS, mode: 'deduct_from_amount' } as const;

const BANK_ACCOUNTS: readonly Scenario[] = [
  {
    action: 'bank_account.add',
    hands: 'two',
    async prepare({ context, owner }) {
      const iban = nextIban();
      const addition = { bankName: 'Ziraat', holderName: 'Vezne A.Ş.', iban, dailyCapCents: null };
      return {
        act: async (actor) => outcomeOfAct(await addBankAccount(context(actor), addition)),
        disturb: async () =>
          await owner.query(
            `insert into bank_account (id, bank_name, holder_name, iban) values ($1, 'Other', 'Other', $2)`,
            [randomUUID(), iban],
          ),
      };
    },
  },
  ...(['disabled', 'frozen'] as const).map((status): Scenario => ({
    action: 'bank_account.enable',
    hands: 'two',
    async prepare({ context, owner }) {
      const { id } = await insertBankAccount(owner, { status });
      return {
        act: async (actor) => outcomeOfAct(await enableBankAccount(context(actor), id)),
        disturb: async () =>
          await owner.query(`update bank_account set holder_name = 'Another' where id = $1`, [id]),
      };
    },
  })),
  {
    action: 'bank_account.disable',
    hands: 'two',
    async prepare({ context, owner }) {
      const { id } = await insertBankAccount(owner, { status: 'frozen' });
      return {
        act: async (actor) => outcomeOfAct(await disableBankAccount(context(actor), id)),
        disturb: async () =>
          await owner.query('update bank_account set daily_cap_cents = 5 where id = $1', [id]),
      };
    },
  },
  {
    action: 'bank_account.disable',
    hands: 'alone',
    async prepare({ context, owner }) {
      const { id } = await insertBankAccount(owner);
      return { act: async (actor) => outcomeOfAct(await disableBankAccount(context(actor), id)) };
    },
  },
  {
    action: 'bank_account.freeze',
    hands: 'alone',
    async prepare({ context, owner }) {
      const { id } = await insertBankAccount(owner);
      return {
        async act(actor) {
          await freezeBankAccount(context(actor), id);
          return DONE;
        },
      };
    },
  },
  {
    action: 'bank_account.pause',
    hands: 'alone',
    async prepare({ context, owner }) {
      const { id: account } = await insertBankAccount(owner);
      const both = { account, deposits: true, payouts: true };
      return { act: async (actor) => outcomeOfAct(await pauseBankAccount(context(actor), both)) };
    },
  },
  {
    action: 'bank_account.resume',
    hands: 'alone',
    async prepare({ context, owner }) {
      const { id: account } = await insertBankAccount(owner, { depositsPaused: true });
      const both = { account, deposits: true, payouts: true };
      return { act: async (actor) => outcomeOfAct(await resumeBankAccount(context(actor), both)) };
    },
  },
  ...(
    [
      ['two', { dailyCapCents: null }],
      ['two', { dailyCapCents: cents(100_001n) }],
      ['two', { toleranceCents: cents(25_000_001n) }],
      ['alone', { dailyCapCents: cents(99_999n) }],
      ['alone', { toleranceCents: ZERO_CENTS }],
    ] as const
  ).map(([hands, settings]): Scenario => ({
    action: 'bank_account.set',
    hands,
    async prepare({ context, owner }) {
      const { id: account } = await insertBankAccount(owner, { dailyCapCents: 100_000n });
      return {
        act: async (actor) => outcomeOfAct(await setBankAccount(context(actor), { account, ...settings })),
        disturb: async () =>
          await owner.query(`update bank_account set status = 'disabled' where id = $1`, [account]),
      };
    },
  })),
];

async function rename(owner: House['owner'], id: string): Promise<void> {
  await owner.query('update partner set name = $2 where id = $1', [id, madeUpName('Renamed')]);
}

const PARTNERS: readonly Scenario[] = [
  {
    action: 'partner.create',
    hands: 'two',
    async prepare({ context, owner }) {
      const name = madeUpName('New');
      const terms = { deposit: TERMS, withdrawal: TERMS };
      return {
        act: async (actor) =>
          outcomeOfAct(await createPartner(context(actor), { settings: { name }, terms })),
        async disturb() {
          const { id } = await insertPartner(owner);
          await owner.query('update partner set name = $2 where id = $1', [id, name.toUpperCase()]);
        },
      };
    },
  },
  {
    action: 'partner.disable',
    hands: 'alone',
    async prepare({ context, owner }) {
      const { id } = await insertPartner(owner);
      return { act: async (actor) => outcomeOfAct(await disablePartner(context(actor), id)) };
    },
  },
  {
    action: 'partner.enable',
    hands: 'two',
    async prepare({ context, owner }) {
      const { id } = await insertPartner(owner);
      await owner.query(`update partner set status = 'disabled' where id = $1`, [id]);
      return {
        act: async (actor) => outcomeOfAct(await enablePartner(context(actor), id)),
        disturb: async () => await rename(owner, id),
      };
    },
  },
  ...([pausePartner, resumePartner] as const).map((run, index): Scenario => ({
    action: index === 0 ? 'partner.pause' : 'partner.resume',
    hands: 'alone',
    async prepare({ context, owner }) {
      const { id: partner } = await insertPartner(owner);
      await owner.query('update partner set deposits_paused = $2 where id = $1', [partner, index === 1]);
      const request = { partner, deposits: true, withdrawals: false };
      return { act: async (actor) => outcomeOfAct(await run(context(actor), request)) };
    },
  })),
  ...(
    [
      ['two', { creditLineCents: cents(1n) }],
      ['two', { redirectHosts: [] }],
      ['two', { redirectHosts: ['a.example', 'b.example'] }],
      ['two', { allowedNetworks: [] }],
      ['two', { depositMaxCents: null }],
      ['two', { requestsPerSecond: null }],
      ['two', { settlementAccount: { iban: turkishIban(8_000_001), holderName: 'Somebody' } }],
      ['two', { supportAddress: 'https://help.example/' }],
      ['two', { supportAddress: 'mailto:help@shop.example' }],
      [
        'two',
        { refundNote: { tr: 'İade edilir.', en: 'Refunded.' }, supportAddress: 'https://help.example/' },
      ],
      ['two', { name: 'Hidden among others', creditLineCents: cents(1n) }],
      ['alone', { name: 'Another Name' }],
      ['alone', { allowedNetworks: ['10.0.0.0/16'] }],
      ['alone', { depositMaxCents: cents(50_000n) }],
      ['alone', { refuseOtherHolders: true }],
      ['alone', { settlementAccount: null }],
      ['alone', { supportAddress: null }],
      ['alone', { refundNote: { tr: 'İade edilir.', en: 'Refunded.' } }],
    ] satisfies [Scenario['hands'], SettablePartnerSettings][]
  ).map(([hands, settings]): Scenario => ({
    action: 'partner.set',
    hands,
    async prepare({ context, owner }) {
      const { id: partner } = await insertPartner(owner, {
        redirectHosts: ['a.example'],
        allowedNetworks: ['10.0.0.0/16', '192.168.0.0/16'],
        requestsPerSecond: 5,
      });
      await owner.query(
        `update partner set deposit_max_cents = 100000, support_address = 'https://before.example/' where id = $1`,
        [partner],
      );
      const name = 'name' in settings ? { name: madeUpName(settings.name) } : {};
      const change: SettablePartnerSettings = { ...settings, ...name };
      return {
        act: async (actor) => outcomeOfAct(await setPartner(context(actor), { partner, settings: change })),
        disturb: async () => await rename(owner, partner),
      };
    },
  })),
  {
    action: 'terms.set',
    hands: 'two',
    async prepare({ context, owner }) {
      const { id: partner } = await insertPartner(owner);
      return {
        act: async (actor) =>
          outcomeOfAct(
            await setTerms(context(actor), { partner, direction: 'deposit', changes: { basisPoints: 299 } }),
          ),
        disturb: async () =>
          await owner.query(
            `insert into partner_terms (partner_id, direction, version, basis_points, fixed_cents, settlement_mode, created_by)
             values ($1, 'deposit', 2, 1, 0, 'fee_on_top', 'test')`,
            [partner],
          ),
      };
    },
  },
  ...(['partner.set_logo', 'partner.remove_logo'] as const).map((action): Scenario => ({
    action,
    hands: 'alone',
    async prepare({ context, owner }) {
      const { id: partner } = await insertPartner(owner);
      if (action === 'partner.remove_logo') await setLogo(context(MEHMET), { partner, content: PIXEL });
      const content = action === 'partner.set_logo' ? PIXEL : null;
      return {
        async act(actor) {
          await setLogo(context(actor), { partner, content });
          return DONE;
        },
      };
    },
  })),
];

/** A picture of one pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const PLATFORM: readonly Scenario[] = [
  ...(
    [
      ['two', { fourEyesCents: cents(99_999_999n) }],
      ['two', { depositMinCents: cents(1n) }],
      ['two', { withdrawalMaxCents: cents(900_000_000n) }],
      ['two', { payoutCountries: ['TR', 'DE'] }],
      ['alone', { fourEyesCents: cents(4_999_999n) }],
      ['alone', { depositMaxCents: cents(10_000_000n) }],
      ['alone', { fastLimitCents: cents(7n) }],
    ] as const
  ).map(([hands, limits]): Scenario => ({
    action: 'limits.set',
    hands,
    async prepare({ context, owner }) {
      const given = 'payoutCountries' in limits ? { payoutCountries: [...limits.payoutCountries] } : limits;
      return {
        act: async (actor) => outcomeOfAct(await setLimits(context(actor), given)),
        disturb: async () => await addSettingsVersion(owner, 'fast_limit_cents = fast_limit_cents + 1'),
        restore: async () => await restoreSettings(owner),
      };
    },
  })),
  ...([pausePlatform, resumePlatform] as const).map((run, index): Scenario => ({
    action: index === 0 ? 'platform.pause' : 'platform.resume',
    hands: 'alone',
    async prepare({ context, owner }) {
      await addSettingsVersion(owner, `deposits_paused = ${index === 1}`);
      return {
        act: async (actor) => outcomeOfAct(await run(context(actor), { deposits: true, withdrawals: false })),
        restore: async () => await restoreSettings(owner),
      };
    },
  })),
];

async function addSettingsVersion(owner: House['owner'], change: string): Promise<void> {
  await owner.query(`
    create temp table next_settings as select * from platform_settings order by version desc limit 1;
    update next_settings set ${change}, version = version + 1;
    insert into platform_settings overriding system value select * from next_settings;
    select setval(pg_get_serial_sequence('platform_settings', 'version'), (select max(version) from platform_settings));
    drop table next_settings`);
}

/** The settings before the scenarios, which all share them. */
async function restoreSettings(owner: House['owner']): Promise<void> {
  await owner.query(`delete from platform_settings where created_by <> 'migration' or version > (
    select min(version) + 2 from platform_settings)`);
}

async function endpointOf({ context, pool, partner }: House): Promise<string> {
  const url = `https://hooks.example/${randomUUID()}`;
  const added = addWebhookEndpoint(context(MEHMET), { partner: partner.id, url, allowPrivate: false });
  // Asked by one and confirmed by another, neither of whom acts in the scenario.
  const { endpoint } = await byTwo(pool, added, ZEYNEP);
  return endpoint.id;
}

const WEBHOOKS: readonly Scenario[] = [
  {
    action: 'webhook.add',
    hands: 'two',
    async prepare({ context, owner, partner }) {
      const url = `https://hooks.example/${randomUUID()}`;
      const addition = { partner: partner.id, url, allowPrivate: false };
      const before = partner.name;
      return {
        act: async (actor) => outcomeOfAct(await addWebhookEndpoint(context(actor), addition)),
        disturb: async () => await rename(owner, partner.id),
        restore: async () =>
          void (await owner.query('update partner set name = $2 where id = $1', [partner.id, before])),
      };
    },
  },
  {
    action: 'webhook.add',
    hands: 'alone',
    async prepare({ context, partner }) {
      const url = `http://127.0.0.1:4003/${randomUUID()}`;
      const addition = { partner: partner.id, url, allowPrivate: true };
      return { act: async (actor) => outcomeOfAct(await addWebhookEndpoint(context(actor), addition)) };
    },
  },
  ...(
    [
      ['two', { url: 'https://hooks.example/moved-' }],
      ['alone', { events: ['deposit.approved'] }],
    ] as const
  ).map(([hands, changes]): Scenario => ({
    action: 'webhook.set',
    hands,
    async prepare(house) {
      const endpoint = await endpointOf(house);
      const change =
        'url' in changes ? { url: `${changes.url}${endpoint}` } : { events: [...changes.events] };
      const request = { endpoint, allowPrivate: false, ...change };
      return {
        act: async (actor) => outcomeOfAct(await setWebhookEndpoint(house.context(actor), request)),
        disturb: async () =>
          await house.owner.query(`update webhook_endpoint set status = 'paused' where id = $1`, [endpoint]),
      };
    },
  })),
  ...(
    [
      ['webhook.pause', 'active', pauseWebhookEndpoint, 'alone'],
      ['webhook.resume', 'paused', resumeWebhookEndpoint, 'alone'],
      ['webhook.disable', 'active', disableWebhookEndpoint, 'alone'],
      ['webhook.enable', 'disabled', enableWebhookEndpoint, 'two'],
    ] as const
  ).map(([action, status, run, hands]): Scenario => ({
    action,
    hands,
    async prepare(house) {
      const endpoint = await endpointOf(house);
      await house.owner.query('update webhook_endpoint set status = $2 where id = $1', [endpoint, status]);
      return {
        act: async (actor) => outcomeOfAct(await run(house.context(actor), endpoint)),
        disturb: async () =>
          await house.owner.query(`update webhook_endpoint set url = url || 'x' where id = $1`, [endpoint]),
      };
    },
  })),
  {
    action: 'webhook.rotate',
    hands: 'two',
    async prepare(house) {
      const endpoint = await endpointOf(house);
      const request = { endpoint, overlapHours: 1 };
      return {
        act: async (actor) => outcomeOfAct(await rotateWebhookSecret(house.context(actor), request)),
        disturb: async () =>
          await house.owner.query(`update webhook_endpoint set url = url || 'x' where id = $1`, [endpoint]),
      };
    },
  },
  {
    action: 'webhook.revoke',
    hands: 'alone',
    async prepare(house) {
      const endpoint = await endpointOf(house);
      const rotating = rotateWebhookSecret(house.context(MEHMET), { endpoint, overlapHours: 5 });
      await byTwo(house.pool, rotating, ZEYNEP);
      return {
        async act(actor) {
          await revokeOlderWebhookSecrets(house.context(actor), endpoint);
          return DONE;
        },
      };
    },
  },
];

const KEYS_AND_BLOCKS: readonly Scenario[] = [
  ...(['credentials.create', 'credentials.rotate'] as const).map((action): Scenario => ({
    action,
    hands: 'two',
    async prepare({ context, owner }) {
      const { id: partner } = await insertPartner(owner);
      return {
        act: async (actor) =>
          outcomeOfAct(
            action === 'credentials.create'
              ? await createCredentials(context(actor), partner)
              : await rotateCredentials(context(actor), { partner, overlapHours: 1 }),
          ),
        disturb: async () => await rename(owner, partner),
      };
    },
  })),
  {
    action: 'credentials.revoke',
    hands: 'alone',
    async prepare({ context, owner }) {
      const { apiKey } = await insertPartner(owner);
      return {
        async act(actor) {
          await revokeCredential(context(actor), apiKey);
          return DONE;
        },
      };
    },
  },
  {
    action: 'block.add',
    hands: 'alone',
    async prepare({ context }) {
      const subject = { iban: nextIban() };
      return {
        async act(actor) {
          await block(context(actor), { subject, reason: 'reported', until: null });
          return DONE;
        },
      };
    },
  },
  {
    action: 'block.remove',
    hands: 'two',
    async prepare({ context, owner }) {
      const request = { subject: { iban: nextIban() }, reason: 'reported', until: null };
      const { id } = await block(context(MEHMET), request);
      return {
        act: async (actor) => outcomeOfAct(await unblock(context(actor), id)),
        disturb: async () =>
          await owner.query(`update blocked_party set reason = 'worse' where id = $1`, [id]),
      };
    },
  },
];

export const CHANGE_SCENARIOS: readonly Scenario[] = [
  ...BANK_ACCOUNTS,
  ...PARTNERS,
  ...PLATFORM,
  ...WEBHOOKS,
  ...KEYS_AND_BLOCKS,
];
