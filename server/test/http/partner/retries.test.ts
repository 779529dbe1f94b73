import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { countTransactions, startTestApi } from '../../harness/api.ts';
import type { TestApi } from '../../harness/api.ts';
import { post } from '../../harness/client.ts';
import type { Answer, Credentials } from '../../harness/client.ts';
import { assertApiError } from '../../harness/expectations.ts';
import { depositBody, insertBlock, insertCredential, withdrawalBody } from '../../harness/factories.ts';
import { hideColumn } from '../../harness/hide-column.ts';
import { holdTable } from '../../harness/hold-table.ts';

/** Longer than a process takes to notice a change of the configuration. */
const NOTICED_MS = 2_000;

const SET_LIMITS = `
  insert into platform_settings (deposit_min_cents, deposit_max_cents, withdrawal_min_cents, withdrawal_max_cents,
    deposits_paused, withdrawals_paused, deposit_expiry_seconds, created_by)
  values (1, $1, 1, $1, $2, $2, 3600, 'test')`;

const { withdrawalAccount } = withdrawalBody();

/** What makes new requests fail, and the code that a new request then gets. */
const REASONS: readonly {
  name: string;
  code: string;
  /** The field that the refusal names. */
  field?: string;
  body?: Record<string, unknown>;
  apply: (api: TestApi) => Promise<unknown>;
}[] = [
  {
    name: 'the limits were lowered',
    code: 'amount_out_of_range',
    apply: async ({ owner }) => await owner.query(SET_LIMITS, [10_000, false]),
  },
  {
    name: 'the platform was paused',
    code: 'withdrawals_paused',
    apply: async ({ owner }) => await owner.query(SET_LIMITS, [50_000_000, true]),
  },
  {
    name: 'the partner was paused',
    code: 'withdrawals_paused',
    apply: async ({ owner }) => await owner.query('update partner set withdrawals_paused = true'),
  },
  {
    name: 'the partner was disabled',
    code: 'partner_disabled',
    apply: async ({ owner }) => await owner.query(`update partner set status = 'disabled'`),
  },
  {
    name: 'the address is no longer allowed',
    code: 'address_not_allowed',
    apply: async ({ owner }) => await owner.query(`update partner set allowed_networks = '{203.0.113.0/24}'`),
  },
  {
    name: 'the commission became larger than the amount',
    code: 'commission_exceeds_amount',
    apply: async ({ owner, partner }) =>
      await owner.query(
        `insert into partner_terms (partner_id, direction, version, basis_points, fixed_cents, settlement_mode, created_by)
         values ($1, 'withdrawal', 2, 10000, 0, 'deduct_from_amount', 'test')`,
        [partner.id],
      ),
  },
  {
    name: "the partner's own limits were lowered",
    code: 'amount_out_of_range',
    apply: async ({ owner }) => await owner.query('update partner set withdrawal_max_cents = 99999'),
  },
  {
    name: "the player's day is full by count",
    code: 'player_limit_reached',
    apply: async ({ owner }) => await owner.query('update partner set player_day_withdrawal_count = 1'),
  },
  {
    name: "the player's day is full by sum",
    code: 'player_limit_reached',
    apply: async ({ owner }) => await owner.query('update partner set player_day_withdrawal_cents = 199999'),
  },
  {
    name: "the player's day cannot be read",
    code: 'unavailable',
    apply: async ({ owner }) => {
      await owner.query('update partner set player_day_withdrawal_count = 100');
      await hideColumn(owner, 'transaction', 'actual_amount_cents');
    },
  },
  {
    name: 'the player was blocked',
    code: 'player_blocked',
    apply: async ({ owner, partner }) =>
      await insertBlock(owner, { partnerId: partner.id, customerId: withdrawalBody().customer.id }),
  },
  {
    name: 'the IBAN was blocked',
    code: 'invalid_request',
    field: 'withdrawalAccount.iban',
    apply: async ({ owner }) => await insertBlock(owner, { iban: withdrawalAccount.iban }),
  },
  {
    name: 'the IBAN became one of our own',
    code: 'invalid_request',
    field: 'withdrawalAccount.iban',
    apply: async ({ owner }) =>
      await owner.query('update bank_account set iban = $1', [withdrawalAccount.iban]),
  },
  {
    name: 'its country is not paid to any more',
    code: 'invalid_request',
    field: 'withdrawalAccount.iban',
    apply: async ({ owner }) =>
      await owner.query(
        `insert into platform_settings (deposit_min_cents, deposit_max_cents, withdrawal_min_cents, withdrawal_max_cents,
           deposit_expiry_seconds, payout_countries, created_by) values (1, 50000000, 1, 50000000, 3600, '{DE}', 'test')`,
      ),
  },
  {
    name: 'the holder now has to be the player',
    code: 'invalid_request',
    field: 'withdrawalAccount.accountHolderName',
    body: { withdrawalAccount: { ...withdrawalAccount, accountHolderName: 'Mehmet Demir' } },
    apply: async ({ owner }) => await owner.query('update partner set refuse_other_holders = true'),
  },
];

// Run in parallel: most of the time passes while waiting for a change to be noticed.
suite('a retry of an existing withdrawal gets a success answer', { concurrency: 4 }, () => {
  for (const { name, code, field, body: changes, apply } of REASONS) {
    test(`even if ${name}`, async (t) => {
      const api = await startTestApi(t);
      const { body, first } = await createWithdrawal(api, changes);
      await apply(api);
      await sleep(NOTICED_MS);

      const fresh = await post(api.url, api.partner, '/v1/withdrawals', withdrawalBody(changes));
      assert.equal(fresh.json?.['code'], code, 'a new one is refused');
      if (field !== undefined) assert.deepEqual(fieldsOf(fresh), [field]);
      assertReplay(await post(api.url, api.partner, '/v1/withdrawals', body), first);
      assert.equal(await countTransactions(api.owner), 1);
    });
  }

  test('even if the rate limit is reached', async (t) => {
    const api = await startTestApi(t, { partner: { requestsPerSecond: 1 } });
    const { body, first } = await createWithdrawal(api);
    const answers = await Promise.all(
      Array.from(
        { length: 40 },
        async (_, index) =>
          await post(api.url, api.partner, '/v1/withdrawals', index % 2 === 0 ? body : withdrawalBody()),
      ),
    );
    for (const replay of answers.filter((_, index) => index % 2 === 0)) assertReplay(replay, first);
    const refused = answers.filter(({ status }) => status === 429);
    assert.ok(refused.length >= 15, `new ones were refused: ${refused.length} of 20`);
    assert.equal(refused[0]?.json?.['code'], 'rate_limited');
    assert.equal(refused[0]?.headers['retry-after'], '1');
  });

  test('even if the process is overloaded', async (t) => {
    const api = await startTestApi(t, { config: { maxQueuedCreates: 3 } });
    const { body, first } = await createWithdrawal(api);
    const release = await holdTable(api.owner, 'share row exclusive');
    // The first is the running batch, the next three wait, and the queue is full.
    const waiting = [];
    for (let index = 0; index < 4; index += 1) {
      waiting.push(post(api.url, api.partner, '/v1/withdrawals', withdrawalBody()));
      await sleep(50);
    }
    const fresh = await post(api.url, api.partner, '/v1/withdrawals', withdrawalBody());
    assert.equal(fresh.status, 503);
    assert.equal(fresh.json?.['code'], 'overloaded');
    assertReplay(await post(api.url, api.partner, '/v1/withdrawals', body), first);

    await release();
    assert.deepEqual(new Set((await Promise.all(waiting)).map(({ status }) => status)), new Set([201]));
    assert.equal(await countTransactions(api.owner), 5, 'what was refused was not written');
  });

  test('with new credentials, after the old ones were revoked', async (t) => {
    const api = await startTestApi(t);
    const { body, first } = await createWithdrawal(api);
    const rotated: Credentials = await insertCredential(api.owner, api.partner.id);
    await api.owner.query('update credential set revoked_at = now() where api_key = $1', [
      api.partner.apiKey,
    ]);
    await sleep(NOTICED_MS);
    assertReplay(await post(api.url, rotated, '/v1/withdrawals', body), first);
    assert.equal((await post(api.url, api.partner, '/v1/withdrawals', body)).status, 401);
  });

  test('even if another field of the body is malformed this time', async (t) => {
    const api = await startTestApi(t);
    const { body, first } = await createWithdrawal(api);
    const malformed = { ...body, customer: { ...body.customer, fullName: 7 } };
    assertReplay(await post(api.url, api.partner, '/v1/withdrawals', malformed), first);
    const fresh = await post(api.url, api.partner, '/v1/withdrawals', {
      ...malformed,
      externalReference: 'new',
    });
    assert.equal(fresh.status, 400);
  });

  test('even if it has been decided since, with the answer of its creation', async (t) => {
    const api = await startTestApi(t);
    const { body, first } = await createWithdrawal(api);
    await api.owner.query(
      `update transaction set status = 'rejected', stage = null, reason_code = 'payout_failed', decided_at = now(),
         commission_cents = 0, player_amount_cents = 0, balance_impact_cents = 0`,
    );
    assertReplay(await post(api.url, api.partner, '/v1/withdrawals', body), first);
  });
});

test('a retry of an existing deposit is answered even if the redirect host is no longer allowed', async (t) => {
  const api = await startTestApi(t);
  const body = depositBody();
  const first = await post(api.url, api.partner, '/v1/deposits', body);
  await api.owner.query(`update partner set redirect_hosts = '{elsewhere.example}'`);
  await sleep(NOTICED_MS);
  assertReplay(await post(api.url, api.partner, '/v1/deposits', body), first);
  assert.equal((await post(api.url, api.partner, '/v1/deposits', depositBody())).status, 400);
});

test('a create gets no answer while the database cannot be reached, and is answered afterwards', async (t) => {
  // Even a busy machine creates within this time. The held request uses all of it.
  const api = await startTestApi(t, { config: { createBoundMs: 3_000 } });
  const { body, first } = await createWithdrawal(api);
  const release = await holdTable(api.owner, 'access exclusive');
  await assert.rejects(post(api.url, api.partner, '/v1/withdrawals', body), /socket hang up|ECONNRESET/);
  await release();
  assertReplay(await post(api.url, api.partner, '/v1/withdrawals', body), first);
});

async function createWithdrawal(api: TestApi, changes: Record<string, unknown> = {}) {
  const body = withdrawalBody(changes);
  const first = await post(api.url, api.partner, '/v1/withdrawals', body);
  assert.equal(first.status, 201);
  return { body, first };
}

function fieldsOf(answer: Answer): string[] {
  return (assertApiError(answer).fields ?? []).map(({ path }) => path);
}

function assertReplay(answer: Answer, first: Answer): void {
  assert.equal(answer.status, 201, answer.text);
  assert.equal(answer.headers['idempotent-replayed'], 'true');
  assert.equal(answer.text, first.text);
}
