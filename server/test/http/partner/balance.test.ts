import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { balance } from '@vezne/contract/partner/balance';
import type { Balance } from '@vezne/contract/partner/balance';
import type pg from 'pg';
import { startTestApi } from '../../harness/api.ts';
import type { TestApi } from '../../harness/api.ts';
import { get, post } from '../../harness/client.ts';
import { assertCreated } from '../../harness/expectations.ts';
import { depositBody, insertPartner, withdrawalBody } from '../../harness/factories.ts';
import type { TestPartner } from '../../harness/factories.ts';

async function read(api: TestApi, partner = api.partner): Promise<Balance> {
  const answer = await get(api.url, partner, '/v1/balance');
  assert.equal(answer.status, 200, answer.text);
  assert.deepEqual(balance.parse(answer.json), answer.json);
  return answer.json as Balance;
}

async function createWithdrawal(api: TestApi, amount: string, partner = api.partner): Promise<string> {
  const answer = await post(api.url, partner, '/v1/withdrawals', withdrawalBody({ amount }));
  return String(assertCreated(answer)['id']);
}

/** A withdrawal's columns in each state, including the people who moved it there. */
const STATES = {
  queued: `stage = 'queued', taken_by = null, authorised_by = null`,
  taken: `stage = 'taken', taken_by = 'ayse', authorised_by = null`,
  authorised: `stage = 'authorised', taken_by = 'ayse', authorised_by = 'mehmet'`,
  approved: `status = 'approved', stage = null, taken_by = 'ayse', authorised_by = 'mehmet', decided_at = now()`,
  rejected: `status = 'rejected', stage = null, reason_code = 'other', decided_at = now(), commission_cents = 0,
    player_amount_cents = 0, balance_impact_cents = 0`,
} as const;

async function put(db: pg.Pool | pg.PoolClient, id: string, state: keyof typeof STATES): Promise<void> {
  await db.query(
    `update transaction set bank_account_id = (select id from bank_account limit 1), ${STATES[state]} where id = $1`,
    [id.replace('txn_', '')],
  );
}

async function setAccount(
  db: pg.Pool | pg.PoolClient,
  partner: TestPartner,
  kind: 'partner_balance' | 'partner_reserved' | 'partner_commission',
  balanceCents: bigint,
): Promise<void> {
  await db.query(
    'update ledger_account set balance_cents = $3, entry_count = entry_count + 1 where partner_id = $1 and kind = $2',
    [partner.id, kind, balanceCents],
  );
}

const figures = (availableCents: number, reservedCents: number, openWithdrawalsCents: number): Balance => ({
  currency: 'TRY',
  availableCents,
  reservedCents,
  openWithdrawalsCents,
});

suite('GET /v1/balance', { concurrency: 4 }, () => {
  test('has zero in all three fields for a new partner', async (t) => {
    assert.deepEqual(await read(await startTestApi(t)), figures(0, 0, 0));
  });

  test('shows what is available by the books, even below zero, and what is reserved', async (t) => {
    const api = await startTestApi(t);
    await setAccount(api.owner, api.partner, 'partner_balance', 1_234_567n);
    await setAccount(api.owner, api.partner, 'partner_reserved', 89n);
    await setAccount(api.owner, api.partner, 'partner_commission', 555n);
    assert.deepEqual(await read(api), figures(1_234_567, 89, 0));
    await setAccount(api.owner, api.partner, 'partner_balance', -700n);
    assert.deepEqual(await read(api), figures(-700, 89, 0));
  });

  test('counts a withdrawal as open while it is queued or taken, and no longer once it is authorised or decided', async (t) => {
    const api = await startTestApi(t);
    assertCreated(await post(api.url, api.partner, '/v1/deposits', depositBody()));
    await createWithdrawal(api, '100.00');
    for (const [amount, state] of [
      ['200.00', 'taken'],
      ['400.00', 'authorised'],
      ['800.00', 'approved'],
      ['1600.00', 'rejected'],
    ] as const) {
      await put(api.owner, await createWithdrawal(api, amount), state);
    }
    assert.deepEqual(await read(api), figures(0, 0, 30_000), 'of 100.00 queued and 200.00 taken');
  });

  test('counts what a withdrawal will take from the balance, a fee on top included', async (t) => {
    const api = await startTestApi(t, { partner: { mode: 'fee_on_top' } });
    await createWithdrawal(api, '1000.00');
    assert.deepEqual(await read(api), figures(0, 0, 103_000));
  });

  test('is not affected by other partners', async (t) => {
    let other: TestPartner | undefined;
    const api = await startTestApi(t, { prepare: async (owner) => (other = await insertPartner(owner)) });
    assert.ok(other);
    await createWithdrawal(api, '500.00', other);
    await setAccount(api.owner, other, 'partner_balance', 900n);
    await setAccount(api.owner, other, 'partner_reserved', 90n);
    assert.deepEqual(await read(api), figures(0, 0, 0));
    assert.deepEqual(await read(api, other), figures(900, 90, 50_000));
  });

  test('is consistent: while a withdrawal is authorised and released, no reader sees it twice or not at all', async (t) => {
    const api = await startTestApi(t);
    const id = await createWithdrawal(api, '1000.00');
    await setAccount(api.owner, api.partner, 'partner_balance', 500_000n);
    const [before, after] = [figures(500_000, 0, 100_000), figures(400_000, 100_000, 0)].map(asText);
    const seen = new Set<string>();
    const over = new AbortController();
    const reading = (async () => {
      while (!over.signal.aborted) seen.add(asText(await read(api)));
    })();
    const client = await api.owner.connect();
    for (let turn = 0; turn < 200; turn += 1) {
      const isAuthorised = turn % 2 === 0;
      await client.query('begin');
      await put(client, id, isAuthorised ? 'authorised' : 'taken');
      await setAccount(client, api.partner, 'partner_balance', isAuthorised ? 400_000n : 500_000n);
      await setAccount(client, api.partner, 'partner_reserved', isAuthorised ? 100_000n : 0n);
      await client.query('commit');
    }
    client.release();
    over.abort();
    await reading;
    assert.deepEqual([...seen].sort(), [before, after].sort());
  });
});

function asText(value: Balance): string {
  return JSON.stringify(value);
}
