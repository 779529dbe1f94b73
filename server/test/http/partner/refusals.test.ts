import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type pg from 'pg';
import type { ApiErrorCode } from '@vezne/contract/partner/errors';
import { countTransactions, startTestApi } from '../../harness/api.ts';
import type { TestApi } from '../../harness/api.ts';
import { get, post, send, sign } from '../../harness/client.ts';
import { assertCreated, assertRefused, until } from '../../harness/expectations.ts';
import { depositBody, insertBlock, withdrawalBody } from '../../harness/factories.ts';
import type { TestPartner } from '../../harness/factories.ts';

const ENDPOINTS = [
  { path: '/v1/deposits', newBody: depositBody, paused: 'deposits_paused' },
  { path: '/v1/withdrawals', newBody: withdrawalBody, paused: 'withdrawals_paused' },
] as const;

const setPlatform = async (owner: pg.Pool, columns: Record<string, unknown>) =>
  await owner.query(
    `insert into platform_settings (deposit_min_cents, deposit_max_cents, withdrawal_min_cents, withdrawal_max_cents,
       deposits_paused, withdrawals_paused, deposit_expiry_seconds, created_by)
     values ($1, $2, $3, $4, $5, $6, 3600, 'test')`,
    [
      columns['deposit_min_cents'] ?? 5_000,
      columns['deposit_max_cents'] ?? 50_000_000,
      columns['withdrawal_min_cents'] ?? 5_000,
      columns['withdrawal_max_cents'] ?? 50_000_000,
      columns['deposits_paused'] ?? false,
      columns['withdrawals_paused'] ?? false,
    ],
  );
const setPartner = async (owner: pg.Pool, { id }: TestPartner, change: string) =>
  await owner.query(`update partner set ${change} where id = $1`, [id]);

suite('an amount', { concurrency: 4 }, () => {
  test('is accepted at both limits and refused one cent outside, with the limits, and nothing is written', async (t) => {
    const { url, owner, partner } = await startTestApi(t, {
      prepare: async (owner) =>
        await setPlatform(owner, { withdrawal_min_cents: 10_001, withdrawal_max_cents: 20_002 }),
    });
    for (const [index, [outside, inside, minCents, maxCents]] of (
      [
        [['49.99', '500000.01', '0.01', '9999999999.99'], ['50.00', '500000.00'], 5_000, 50_000_000],
        [['100.00', '200.03', '50.00'], ['100.01', '200.02', '0000000150.00'], 10_001, 20_002],
      ] as const
    ).entries()) {
      const { path, newBody } = ENDPOINTS[index] ?? assert.fail();
      const before = await countTransactions(owner);
      for (const amount of outside) {
        const refused = assertRefused(
          await post(url, partner, path, newBody({ amount })),
          'amount_out_of_range',
        );
        assert.deepEqual([refused.minCents, refused.maxCents], [minCents, maxCents]);
      }
      assert.equal(await countTransactions(owner), before);
      for (const amount of inside) assertCreated(await post(url, partner, path, newBody({ amount })));
    }
    const { rows } = await owner.query(`select (select count(*) from transaction_step)::int4 as steps`);
    assert.deepEqual(rows, [{ steps: 5 }]);
  });

  test("is held to the narrower of the platform's limits and the partner's own, and the answer has that range", async (t) => {
    const { url, owner, partner } = await startTestApi(t, {
      prepare: async (owner, partner) =>
        await setPartner(
          owner,
          partner,
          // The platform: 50.00 to 500000.00.
          'deposit_min_cents = 1, deposit_max_cents = 20000, withdrawal_min_cents = 10000',
        ),
    });
    const ranges = [
      ['/v1/deposits', depositBody, ['49.99', '200.01'], ['50.00', '200.00'], 5_000, 20_000],
      [
        '/v1/withdrawals',
        withdrawalBody,
        ['99.99', '500000.01'],
        ['100.00', '500000.00'],
        10_000,
        50_000_000,
      ],
    ] as const;
    for (const [path, newBody, outside, inside, minCents, maxCents] of ranges) {
      for (const amount of outside) {
        const answer = await post(url, partner, path, newBody({ amount }));
        const refused = assertRefused(answer, 'amount_out_of_range');
        assert.deepEqual([refused.minCents, refused.maxCents], [minCents, maxCents]);
      }
      for (const amount of inside) assertCreated(await post(url, partner, path, newBody({ amount })));
    }
    assert.equal(await countTransactions(owner), 4);
    const limits = await get(url, partner, '/v1/limits');
    assert.deepEqual(limits.json, {
      currency: 'TRY',
      deposit: { minCents: 5_000, maxCents: 20_000 },
      withdrawal: { minCents: 10_000, maxCents: 50_000_000 },
    });
  });

  test("is always refused if the platform's limits and the partner's own do not meet", async (t) => {
    const { url, owner, partner } = await startTestApi(t, {
      prepare: async (owner, partner) => {
        await setPlatform(owner, { deposit_max_cents: 10_000 });
        await setPartner(owner, partner, 'deposit_min_cents = 20000');
      },
    });
    for (const amount of ['50.00', '100.00', '150.00', '200.00', '500.00']) {
      const answer = await post(url, partner, '/v1/deposits', depositBody({ amount }));
      const refused = assertRefused(answer, 'amount_out_of_range');
      assert.deepEqual([refused.minCents, refused.maxCents], [20_000, 10_000]);
    }
    assert.equal(await countTransactions(owner), 0);
  });

  test('is refused if the commission would use all of it, and one remaining cent is enough', async (t) => {
    for (const mode of ['deduct_from_amount', 'fee_on_top'] as const) {
      const { url, owner, partner } = await startTestApi(t, {
        partner: { depositBasisPoints: 0, withdrawalBasisPoints: 0, fixedCents: 10_000n, mode },
      });
      for (const { path, newBody } of ENDPOINTS) {
        // A withdrawal with the fee on top is always paid out in full.
        const isPaidWhole = mode === 'fee_on_top' && path === '/v1/withdrawals';
        for (const amount of ['99.99', '100.00']) {
          const answer = await post(url, partner, path, newBody({ amount }));
          if (isPaidWhole) assertCreated(answer);
          else assertRefused(answer, 'commission_exceeds_amount');
        }
        assertCreated(await post(url, partner, path, newBody({ amount: '100.01' })));
      }
      assert.equal(await countTransactions(owner), mode === 'fee_on_top' ? 4 : 2);
    }
  });
});

suite('malformed fields', { concurrency: 4 }, () => {
  test('are all listed in one answer', async (t) => {
    const { url, owner, partner } = await startTestApi(t);
    const named = async (path: string, body: unknown) =>
      assertRefused(await post(url, partner, path, body), 'invalid_request').fields;
    assert.deepEqual(
      (await named('/v1/deposits', {}))?.map((field) => `${field.path} ${field.problem}`),
      [
        'externalReference is required',
        'amount is required',
        'currency is required',
        'customer is required',
        'redirectUrl is required',
      ],
    );
    const deposit = depositBody({
      amount: 1000,
      currency: 'USD',
      redirectUrl: 'http://shop.example/',
      customer: { id: '', username: 'a\u0000b', fullName: 'x'.repeat(129), email: 'nobody' },
    });
    assert.deepEqual(
      new Set((await named('/v1/deposits', deposit))?.map((field) => field.path)),
      new Set([
        'amount',
        'currency',
        'redirectUrl',
        'customer.id',
        'customer.username',
        'customer.fullName',
        'customer.email',
      ]),
    );
    const withdrawal = withdrawalBody({ withdrawalAccount: { bankName: '', iban: 'TR33' }, customer: 7 });
    assert.deepEqual(
      new Set((await named('/v1/withdrawals', withdrawal))?.map((field) => field.path)),
      new Set([
        'customer',
        'withdrawalAccount.bankName',
        'withdrawalAccount.accountHolderName',
        'withdrawalAccount.iban',
      ]),
    );
    for (const { path } of ENDPOINTS) {
      for (const body of [[], null, 'text', 7, true]) {
        const fields = await named(path, JSON.stringify(body));
        assert.deepEqual(fields, [{ path: '', problem: 'must be an object' }]);
      }
      assertRefused(await post(url, partner, path, ''), 'invalid_json');
      assertRefused(await post(url, partner, path, '{"a":1,"a":1}'), 'duplicate_key');
    }
    assert.equal(await countTransactions(owner), 0);
  });

  test("a redirectUrl must use a host on the partner's list, if there is a list", async (t) => {
    const { url, owner, partner } = await startTestApi(t, {
      partner: { redirectHosts: ['shop.example', 'm.shop.example'] },
    });
    for (const redirectUrl of [
      'https://shop.example/',
      'https://SHOP.example:8443/a',
      'https://m.shop.example',
    ]) {
      assertCreated(await post(url, partner, '/v1/deposits', depositBody({ redirectUrl })));
    }
    const created = await countTransactions(owner);
    for (const redirectUrl of [
      'https://evil.example/',
      'https://shop.example.evil.example/',
      'https://evil.example/shop.example',
      'https://x.shop.example/',
      'https://evilshop.example/',
      'https://evil.example/?https://shop.example/',
      'https://evil.example#shop.example',
    ]) {
      const answer = await post(url, partner, '/v1/deposits', depositBody({ redirectUrl }));
      assert.deepEqual(
        assertRefused(answer, 'invalid_request').fields?.map((field) => field.path),
        ['redirectUrl'],
      );
    }
    assert.equal(await countTransactions(owner), created);
  });

  test('plain http to the local machine is for development only', async (t) => {
    const loopback = [
      'http://localhost:3000/a',
      'http://127.0.0.1/',
      'http://[::1]:8080/',
      'http://shop.localhost/',
    ];
    const development = await startTestApi(t, { config: { environment: 'development' } });
    const production = await startTestApi(t, { config: { environment: 'production' } });
    const ask = async (api: TestApi, redirectUrl: string) =>
      await post(api.url, api.partner, '/v1/deposits', depositBody({ redirectUrl }));
    for (const redirectUrl of loopback) {
      assertCreated(await ask(development, redirectUrl));
      assertRefused(await ask(production, redirectUrl), 'invalid_request', redirectUrl);
    }
    for (const redirectUrl of ['http://192.168.0.1/', 'http://localhost.example/', 'http://shop.example/']) {
      assertRefused(await ask(development, redirectUrl), 'invalid_request', redirectUrl);
    }
    assert.equal(await countTransactions(production.owner), 0);
  });
});

suite('what administrators block for a partner', { concurrency: 4 }, () => {
  const cases: {
    name: string;
    code: (index: number) => ApiErrorCode;
    set: (owner: pg.Pool, partner: TestPartner) => Promise<unknown>;
  }[] = [
    {
      name: 'a disabled partner',
      code: () => 'partner_disabled',
      set: async (owner, partner) => await setPartner(owner, partner, `status = 'disabled'`),
    },
    {
      name: 'an address that is not on the list',
      code: () => 'address_not_allowed',
      set: async (owner, partner) =>
        await setPartner(owner, partner, `allowed_networks = '{10.0.0.0/8,::1/128}'`),
    },
    {
      name: 'a pause of the partner',
      code: (index) => ENDPOINTS[index]?.paused ?? assert.fail(),
      set: async (owner, partner) =>
        await setPartner(owner, partner, 'deposits_paused = true, withdrawals_paused = true'),
    },
    {
      name: 'a pause of the platform',
      code: (index) => ENDPOINTS[index]?.paused ?? assert.fail(),
      set: async (owner) => await setPlatform(owner, { deposits_paused: true, withdrawals_paused: true }),
    },
    {
      name: 'a range that the amount is outside of',
      code: () => 'amount_out_of_range',
      set: async (owner) =>
        await setPlatform(owner, { deposit_min_cents: 100_001, withdrawal_max_cents: 99_999 }),
    },
    {
      name: 'a range of the partner that the amount is outside of',
      code: () => 'amount_out_of_range',
      set: async (owner, partner) =>
        await setPartner(owner, partner, 'deposit_min_cents = 100001, withdrawal_max_cents = 99999'),
    },
    {
      name: 'a limit for the day that the player has reached',
      code: () => 'player_limit_reached',
      set: async (owner, partner) =>
        await setPartner(
          owner,
          partner,
          'player_day_deposit_count = 1, player_day_withdrawal_cents = 199999',
        ),
    },
    {
      name: 'a block of the player',
      code: () => 'player_blocked',
      set: async (owner, { id: partnerId }) =>
        await insertBlock(owner, { partnerId, customerId: depositBody().customer.id }),
    },
  ];
  for (const { name, code, set } of cases) {
    test(`${name} refuses new transactions within 2 seconds, and still answers a retry of an existing one`, async (t) => {
      const { url, owner, partner } = await startTestApi(t);
      const existing = await Promise.all(
        ENDPOINTS.map(async ({ path, newBody }) => {
          const body = newBody();
          return { path, body, first: await post(url, partner, path, body) };
        }),
      );
      await set(owner, partner);
      for (const [index, { path, newBody }] of ENDPOINTS.entries()) {
        const refused = await until(
          async () => await post(url, partner, path, newBody()),
          ({ status }) => status !== 201,
          2_000,
        );
        assertRefused(refused, code(index));
        assert.equal(refused.headers['retry-after'], refused.status === 503 ? '2' : undefined);
      }
      const before = await countTransactions(owner);
      for (const { path, body, first } of existing) {
        const replay = await post(url, partner, path, body);
        assert.equal(replay.text, first.text);
        assert.equal(replay.status, 201);
        assert.equal(replay.headers['idempotent-replayed'], 'true');
        // The refusal does not hide a conflict either.
        const conflict = await post(url, partner, path, { ...body, amount: '77.00' });
        assertRefused(conflict, 'external_reference_conflict');
      }
      assert.equal(await countTransactions(owner), before);
    });
  }

  test('a pause of one direction leaves the other open', async (t) => {
    for (const [index, pausedColumn] of ['deposits_paused', 'withdrawals_paused'].entries()) {
      const { url, partner } = await startTestApi(t, {
        prepare: async (owner, partner) => await setPartner(owner, partner, `${pausedColumn} = true`),
      });
      for (const [other, { path, newBody, paused }] of ENDPOINTS.entries()) {
        const answer = await post(url, partner, path, newBody());
        if (other === index) assertRefused(answer, paused);
        else assertCreated(answer);
      }
    }
  });

  test('a listed address is served, and a forged proxy header does not get another address onto the list', async (t) => {
    const listed = await startTestApi(t, { partner: { allowedNetworks: ['192.0.2.0/24', '127.0.0.0/8'] } });
    assertCreated(await post(listed.url, listed.partner, '/v1/deposits', depositBody()));
    const unlisted = await startTestApi(t, { partner: { allowedNetworks: ['192.0.2.0/24'] } });
    const behindProxy = await startTestApi(t, {
      partner: { allowedNetworks: ['192.0.2.0/24'] },
      config: { trustedProxies: ['127.0.0.1'] },
    });
    const headers = { 'x-forwarded-for': '192.0.2.7', forwarded: 'for=192.0.2.7', 'x-real-ip': '192.0.2.7' };
    const ask = async ({ url, partner }: TestApi, changes: Record<string, string> = {}) =>
      await send(
        url,
        sign(partner, { path: '/v1/deposits', body: depositBody(), headers: { ...headers, ...changes } }),
      );
    assertRefused(await ask(unlisted), 'address_not_allowed');
    assertCreated(await ask(behindProxy));
    // The proxy appends the address it saw. What comes before that is the sender's own claim.
    assertRefused(
      await ask(behindProxy, { 'x-forwarded-for': '192.0.2.7, 198.51.100.1' }),
      'address_not_allowed',
    );
  });
});
