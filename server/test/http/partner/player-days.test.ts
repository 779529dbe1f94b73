import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type pg from 'pg';
import { countTransactions, startTestApi } from '../../harness/api.ts';
import type { TestApi } from '../../harness/api.ts';
import { post } from '../../harness/client.ts';
import { assertCreated, assertRefused } from '../../harness/expectations.ts';
import { depositBody, insertPartner, withdrawalBody } from '../../harness/factories.ts';
import { hideColumn } from '../../harness/hide-column.ts';
import { approveDeposit } from '../../harness/states.ts';

const CREATES = [
  { path: '/v1/deposits', newBody: depositBody },
  { path: '/v1/withdrawals', newBody: withdrawalBody },
] as const;

const limited = (limits: string) => ({
  prepare: async (owner: pg.Pool, { id }: { id: string }) =>
    await owner.query(`update partner set ${limits} where id = $1`, [id]),
});

const player = (id: string) => ({ customer: { ...depositBody().customer, id } });

async function deposit({ url, partner }: TestApi, changes: Record<string, unknown> = {}) {
  return await post(url, partner, '/v1/deposits', depositBody(changes));
}

suite("a player's day", { concurrency: 4 }, () => {
  test('takes as many transactions as the partner allows, counted by player, partner and direction', async (t) => {
    let other: TestApi['partner'] | undefined;
    const api = await startTestApi(t, {
      prepare: async (owner, partner) => {
        other = await insertPartner(owner);
        for (const [id, limit] of [
          [partner.id, 2],
          [other.id, 1],
        ]) {
          await owner.query(
            'update partner set player_day_deposit_count = $2, player_day_withdrawal_count = $2 where id = $1',
            [id, limit],
          );
        }
      },
    });
    assert.ok(other);
    for (const { path, newBody } of CREATES) {
      for (let created = 0; created < 2; created += 1) {
        assertCreated(await post(api.url, api.partner, path, newBody()));
      }
      assertRefused(await post(api.url, api.partner, path, newBody()), 'player_limit_reached');
      assertCreated(await post(api.url, api.partner, path, newBody(player('another'))));
      assertCreated(await post(api.url, other, path, newBody()));
      assertRefused(await post(api.url, other, path, newBody()), 'player_limit_reached');
    }
    assert.equal(await countTransactions(api.owner), 8);
  });

  test('may be filled exactly to its sum, and takes no cent more', async (t) => {
    const api = await startTestApi(
      t,
      limited('player_day_deposit_cents = 250000, player_day_withdrawal_cents = 250000'),
    );
    for (const { path, newBody } of CREATES) {
      const ask = async (amount: string) => await post(api.url, api.partner, path, newBody({ amount }));
      assertCreated(await ask('1000.00'));
      assertRefused(await ask('1500.01'), 'player_limit_reached');
      assertCreated(await ask('1500.00'));
      assertRefused(await ask('50.00'), 'player_limit_reached');
    }
  });

  test('does not count what was rejected', async (t) => {
    const api = await startTestApi(t, limited('player_day_deposit_count = 1'));
    assertCreated(await deposit(api));
    assertRefused(await deposit(api), 'player_limit_reached');
    await api.owner.query(
      `update transaction set status = 'rejected', reason_code = 'expired', decided_at = now(), commission_cents = 0,
         net_amount_cents = 0, player_amount_cents = 0, balance_impact_cents = 0`,
    );
    assertCreated(await deposit(api));
  });

  test('counts what really came, once that is known', async (t) => {
    const api = await startTestApi(t, limited('player_day_deposit_cents = 300000'));
    const { id } = assertCreated(await deposit(api));
    await approveDeposit(api.owner, String(id), 250_000n);
    assertRefused(await deposit(api), 'player_limit_reached');
    assertCreated(await deposit(api, { amount: '500.00' }));
  });

  test('begins at midnight in Istanbul', async (t) => {
    const api = await startTestApi(t, limited('player_day_deposit_count = 1'));
    const { rows } = await api.owner.query<{ start: Date }>(
      `select date_trunc('day', now() at time zone 'Europe/Istanbul') at time zone 'Europe/Istanbul' as start`,
    );
    const midnight = rows[0]?.start ?? assert.fail();
    for (const [name, offsetMs, isCounted] of [
      ['late', -1, false],
      ['early', 0, true],
    ] as const) {
      const { id } = assertCreated(await deposit(api, player(name)));
      await createdAt(api.owner, String(id), new Date(midnight.getTime() + offsetMs));
      const next = await deposit(api, player(name));
      if (isCounted) assertRefused(next, 'player_limit_reached');
      else assertCreated(next);
    }
  });

  test('never refuses one of many identical creates, even if it takes only one', async (t) => {
    const api = await startTestApi(t, limited('player_day_withdrawal_count = 1'));
    const body = withdrawalBody();
    const answers = await Promise.all(
      Array.from({ length: 30 }, async () => await post(api.url, api.partner, '/v1/withdrawals', body)),
    );
    const ids = answers.map((answer) => assertCreated(answer)['id']);
    assert.equal(new Set(ids).size, 1);
    assert.equal(await countTransactions(api.owner), 1);
    const another = await post(api.url, api.partner, '/v1/withdrawals', withdrawalBody());
    assertRefused(another, 'player_limit_reached');
  });

  test('is not looked at if the partner has no limit for it', async (t) => {
    const api = await startTestApi(t, limited('player_day_withdrawal_count = 100'));
    await hideColumn(api.owner, 'transaction', 'actual_amount_cents');
    assertCreated(await deposit(api));
    const looked = await post(api.url, api.partner, '/v1/withdrawals', withdrawalBody());
    assertRefused(looked, 'unavailable');
  });
});

/** Makes a transaction as old as that. */
async function createdAt(owner: pg.Pool, transactionId: string, at: Date): Promise<void> {
  await owner.query('update transaction set created_at = $2 where id = $1', [
    transactionId.replace('txn_', ''),
    at,
  ]);
}
