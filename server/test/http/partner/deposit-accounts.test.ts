import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { countTransactions, startTestApi } from '../../harness/api.ts';
import type { TestApi } from '../../harness/api.ts';
import { post } from '../../harness/client.ts';
import { assertCreated, assertRefused, until } from '../../harness/expectations.ts';
import { depositBody, insertBankAccount } from '../../harness/factories.ts';

const PATH = '/v1/deposits';

let nextPlayer = 1;
const newPlayer = () => ({ id: `new-${nextPlayer++}`, username: 'ali', fullName: 'Ali Öz' });

const ask = async ({ url, partner }: TestApi, customer = newPlayer(), amount = '1000.00') =>
  await post(url, partner, PATH, depositBody({ customer, amount }));

/** How many deposits each account got, by its id. */
async function countByAccount(owner: pg.Pool): Promise<Map<string, number>> {
  const { rows } = await owner.query<{ id: string; count: number }>(
    'select bank_account_id as id, count(*)::int4 as count from transaction group by 1',
  );
  return new Map(rows.map(({ id, count }) => [id, count]));
}

suite('the bank account of a deposit', { concurrency: 4 }, () => {
  test('must exist: without one the deposit is refused for now, and nothing is written', async (t) => {
    const states: Record<string, Parameters<typeof insertBankAccount>[1][]> = {
      'no account at all': [],
      'all switched off, paused or frozen': [
        { status: 'disabled' },
        { status: 'frozen' },
        { depositsPaused: true },
      ],
      'no account with enough room': [{ dailyCapCents: 99_999n }, { dailyCapCents: 1n }],
    };
    for (const [state, accounts] of Object.entries(states)) {
      const api = await startTestApi(t, {
        withoutBankAccount: true,
        prepare: async (owner) => {
          for (const account of accounts) await insertBankAccount(owner, account);
        },
      });
      const answer = await ask(api);
      assertRefused(answer, 'no_deposit_account', state);
      assert.equal(answer.headers['retry-after'], '2');
      assert.equal(await countTransactions(api.owner), 0);
      const added = await insertBankAccount(api.owner);
      await until(
        async () => await ask(api),
        ({ status }) => status === 201,
        2_000,
      );
      assert.deepEqual([...(await countByAccount(api.owner)).keys()], [added.id]);
    }
  });

  test('is the least used one, which spreads new players evenly', async (t) => {
    const api = await startTestApi(t, {
      prepare: async (owner) => {
        await insertBankAccount(owner);
        await insertBankAccount(owner);
      },
    });
    for (let deposit = 0; deposit < 30; deposit++) assertCreated(await ask(api));
    const counts = [...(await countByAccount(api.owner)).values()];
    assert.equal(counts.length, 3);
    // Even within one or two: an amount that is being written may count twice for half a second.
    assert.ok(Math.max(...counts) - Math.min(...counts) <= 2, counts.join(' '));
  });

  test('is chosen by the assigned amounts, not by the number of deposits', async (t) => {
    const api = await startTestApi(t, { prepare: async (owner) => await insertBankAccount(owner) });
    assertCreated(await ask(api, newPlayer(), '10000.00'));
    for (let deposit = 0; deposit < 8; deposit++) assertCreated(await ask(api));
    assert.deepEqual([...(await countByAccount(api.owner)).values()].toSorted(), [1, 8]);
  });

  test('is the same for a returning player, as long as it is in use', async (t) => {
    const api = await startTestApi(t, {
      prepare: async (owner) => {
        await insertBankAccount(owner);
        await insertBankAccount(owner);
      },
    });
    const player = newPlayer();
    for (let deposit = 0; deposit < 6; deposit++) {
      assertCreated(await ask(api, player));
      assertCreated(await ask(api));
    }
    const accountsOfPlayer = async () => {
      const { rows } = await api.owner.query<{ id: string }>(
        'select bank_account_id as id from transaction where customer_id = $1 order by transaction.id',
        [player.id],
      );
      return rows.map(({ id }) => id);
    };
    const before = await accountsOfPlayer();
    assert.equal(before.length, 6);
    assert.equal(new Set(before).size, 1);

    const [frozen] = before;
    await api.owner.query(`update bank_account set status = 'frozen' where id = $1`, [frozen]);
    const after = await until(
      async () => {
        assertCreated(await ask(api, player));
        return (await accountsOfPlayer()).at(-1);
      },
      (id) => id !== frozen,
      2_000,
    );
    assertCreated(await ask(api, player));
    assert.equal((await accountsOfPlayer()).at(-1), after);
  });

  test('is never one that has reached its daily cap, not even for a returning player', async (t) => {
    let capped = '';
    const api = await startTestApi(t, {
      withoutBankAccount: true,
      prepare: async (owner) => {
        capped = (await insertBankAccount(owner, { dailyCapCents: 200_000n })).id;
      },
    });
    const player = newPlayer();
    assertCreated(await ask(api, player));
    assertCreated(await ask(api));
    assertRefused(await ask(api), 'no_deposit_account');
    assertRefused(await ask(api, player), 'no_deposit_account');
    const open = await insertBankAccount(api.owner);
    await until(
      async () => await ask(api, player),
      ({ status }) => status === 201,
      2_000,
    );
    // For more than a second, so the count goes from memory to the database and back.
    for (let deposit = 0; deposit < 6; deposit++) {
      assertCreated(await ask(api, player));
      assertCreated(await ask(api));
      await sleep(200);
    }
    const counts = await countByAccount(api.owner);
    assert.deepEqual([counts.get(capped), counts.get(open.id)], [2, 13]);
  });

  test('keeps its daily count after a restart', async (t) => {
    const api = await startTestApi(t, {
      withoutBankAccount: true,
      prepare: async (owner) => {
        const { id } = await insertBankAccount(owner, { dailyCapCents: 150_000n });
        await owner.query(
          `insert into bank_account_day (bank_account_id, day, assigned_cents, assigned_count)
           values ($1, (now() at time zone 'Europe/Istanbul')::date, 60000, 1),
                  ($1, (now() at time zone 'Europe/Istanbul')::date - 1, 150000, 1)`,
          [id],
        );
      },
    });
    assertRefused(await ask(api), 'no_deposit_account');
    assertCreated(await ask(api, newPlayer(), '900.00'));
    assertRefused(await ask(api, newPlayer(), '50.00'), 'no_deposit_account');
    const { rows } = await until(
      async () =>
        await api.owner.query<{ cents: bigint; count: bigint }>(
          'select assigned_cents as cents, assigned_count as count from bank_account_day order by day desc limit 1',
        ),
      ({ rows }) => rows[0]?.cents === 150_000n,
      2_000,
    );
    assert.deepEqual(rows, [{ cents: 150_000n, count: 2n }]);
    assertRefused(await ask(api, newPlayer(), '50.00'), 'no_deposit_account');
  });
});
