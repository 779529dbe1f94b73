import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ZERO_CENTS, cents } from '@vezne/domain/money';
import { readConfiguration } from '../../../src/db/read/partners/configuration.ts';
import { createPartner } from '../../../src/usecases/partners/create.ts';
import type { PartnerCreation } from '../../../src/usecases/partners/create.ts';
import { byTwo } from '../../harness/by-two.ts';
import { refusedFor } from '../../harness/refusals.ts';
import { auditRows, createAdministration } from '../administration.ts';

function creation(settings: PartnerCreation['settings']): PartnerCreation {
  return {
    settings,
    terms: {
      deposit: { basisPoints: 300, fixedCents: ZERO_CENTS, mode: 'deduct_from_amount' },
      withdrawal: { basisPoints: 150, fixedCents: cents(250n), mode: 'fee_on_top' },
    },
  };
}

test('a new partner has terms for both directions and credentials that the api can open', async (t) => {
  const { context, database, pool } = await createAdministration(t);
  const settings = { name: '  Acme Işık ', creditLineCents: cents(5000n), requestsPerSecond: 20 };
  const created = await byTwo(pool, createPartner(context, creation(settings)));

  const stored = await readConfiguration(database.pool('vezne_api'));
  assert.deepEqual(stored.partners, [
    {
      id: created.id,
      name: 'Acme Işık',
      status: 'active',
      depositsPaused: false,
      withdrawalsPaused: false,
      redirectHosts: [],
      allowedNetworks: [],
      requestsPerSecond: 20,
      depositMinCents: null,
      depositMaxCents: null,
      withdrawalMinCents: null,
      withdrawalMaxCents: null,
      playerDayDepositCount: null,
      playerDayDepositCents: null,
      playerDayWithdrawalCount: null,
      playerDayWithdrawalCents: null,
      refuseOtherHolders: false,
      depositExpirySeconds: null,
    },
  ]);
  assert.deepEqual(stored.terms, [
    {
      partnerId: created.id,
      direction: 'deposit',
      basisPoints: 300,
      fixedCents: 0n,
      mode: 'deduct_from_amount',
    },
    {
      partnerId: created.id,
      direction: 'withdrawal',
      basisPoints: 150,
      fixedCents: 250n,
      mode: 'fee_on_top',
    },
  ]);
  const [credential] = stored.credentials;
  assert.ok(credential);
  assert.equal(credential.apiKey, created.credentials.apiKey);
  assert.equal(await context.sealedSecrets.open(credential.apiSecretSealed), created.credentials.apiSecret);
  assert.equal(await context.sealedSecrets.open(credential.hashSecretSealed), created.credentials.hashSecret);
});

test('credentials have the form that partners were promised', async (t) => {
  const { context, pool } = await createAdministration(t);
  const { credentials } = await byTwo(pool, createPartner(context, creation({ name: 'Acme' })));
  assert.match(credentials.apiKey, /^vzk_c1_[a-z0-9]{26}$/);
  assert.match(credentials.apiSecret, /^vzs_[A-Za-z0-9_-]{43}$/);
  assert.match(credentials.hashSecret, /^vzh_[A-Za-z0-9_-]{43}$/);
  assert.notEqual(credentials.apiSecret.slice(4), credentials.hashSecret.slice(4));
});

test('the audit log says who created which partner, with amounts as text and without the secrets', async (t) => {
  const { context, owner, pool } = await createAdministration(t);
  const asked = createPartner(context, creation({ name: 'Acme', creditLineCents: cents(123_456_789_012n) }));
  const created = await byTwo(pool, asked);
  const entries = await auditRows(owner);
  assert.deepEqual(
    entries.map(({ actor, action }) => [actor, action]),
    [
      ['ayse', 'request.ask'],
      ['mehmet', 'request.confirm'],
      ['mehmet', 'partner.create'],
    ],
  );
  const { details, ...who } = entries.at(-1) ?? assert.fail();
  assert.deepEqual(who, {
    actor_kind: 'command_line',
    actor: 'mehmet',
    action: 'partner.create',
    subject_type: 'partner',
    subject_id: created.id,
  });
  const after = details['after'] as Record<string, unknown>;
  assert.equal(after['creditLine'], '1234567890.12');
  assert.equal(details['apiKey'], created.credentials.apiKey);
  assert.equal(details['askedBy'], 'ayse');
  const text = JSON.stringify(entries);
  assert.ok(!text.includes(created.credentials.apiSecret.slice(4)));
  assert.ok(!text.includes(created.credentials.hashSecret.slice(4)));
});

test("another partner's name, in any case, is refused, and nothing is written", async (t) => {
  const { context, owner, pool } = await createAdministration(t);
  await byTwo(pool, createPartner(context, creation({ name: 'Acme' })));
  await assert.rejects(
    createPartner(context, creation({ name: 'ACME' })),
    refusedFor('partner_name_taken', { name: 'ACME' }),
  );
  const { rows } = await owner.query(
    'select (select count(*) from partner) as p, (select count(*) from credential) as c',
  );
  assert.deepEqual(rows, [{ p: 1n, c: 1n }]);
  assert.equal((await auditRows(owner)).length, 3);
});

test('a name that hides or breaks what people read is refused', async (t) => {
  const { context, pool } = await createAdministration(t);
  for (const [name, code] of [
    ['Ac\u202Eme', 'text_unusable'],
    ['Ac\nme', 'text_unusable'],
    ['Ac\u200Bme', 'text_unusable'],
    ['   ', 'text_empty'],
    ['x'.repeat(65), 'text_too_long'],
  ] as const) {
    await assert.rejects(createPartner(context, creation({ name })), refusedFor(code), JSON.stringify(name));
  }
  const { name } = await byTwo(pool, createPartner(context, creation({ name: 'İ'.repeat(64) })));
  assert.equal(name.length, 64);
});

test('redirect hosts are stored like the host of a redirectUrl: lower case, punycode, each once', async (t) => {
  const { context, database, pool } = await createAdministration(t);
  const redirectHosts = ['Shop.Example.com', 'shop.example.com', 'ışık.example', '[2001:DB8::1]'];
  await byTwo(pool, createPartner(context, creation({ name: 'Acme', redirectHosts })));
  const { partners } = await readConfiguration(database.pool('vezne_api'));
  assert.deepEqual(partners[0]?.redirectHosts, [
    ...new Set(redirectHosts.map((host) => new URL(`https://${host}/back?x=1`).hostname)),
  ]);
  for (const host of [
    'https://shop.example',
    'shop.example/x',
    'shop.example:8443',
    'a b',
    '*.example.com',
    '',
    'u@h',
  ]) {
    await assert.rejects(
      createPartner(context, creation({ name: `With ${host.length}`, redirectHosts: [host] })),
      refusedFor('host_name_invalid', { text: host }),
      host,
    );
  }
});

test('networks are stored whole, and an address inside a network is not accepted as the network', async (t) => {
  const { context, database, pool } = await createAdministration(t);
  const allowedNetworks = ['203.0.113.0/24', '198.51.100.7', '2001:DB8::/32'];
  await byTwo(pool, createPartner(context, creation({ name: 'Acme', allowedNetworks })));
  const { partners } = await readConfiguration(database.pool('vezne_api'));
  assert.deepEqual(partners[0]?.allowedNetworks, ['203.0.113.0/24', '198.51.100.7/32', '2001:db8::/32']);
  const create = (network: string) =>
    createPartner(context, creation({ name: 'Other', allowedNetworks: [network] }));
  await assert.rejects(
    create('203.0.113.7/24'),
    refusedFor('network_not_whole', { text: '203.0.113.7/24', network: '203.0.113.0/24' }),
  );
  for (const network of ['203.0.113.0/33', '2001:db8::/129', 'example.com', '10.0.0/8', '1.2.3.4/-1', '']) {
    await assert.rejects(create(network), refusedFor('network_invalid', { text: network }), network);
  }
});
