import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type pg from 'pg';
import { startTestApi } from '../../harness/api.ts';
import { post } from '../../harness/client.ts';
import { assertCreated } from '../../harness/expectations.ts';
import { depositBody } from '../../harness/factories.ts';

async function secondsToPay(owner: pg.Pool): Promise<number[]> {
  const { rows } = await owner.query<{ seconds: number }>(
    'select round(extract(epoch from expires_at - created_at))::int4 as seconds from transaction order by id',
  );
  return rows.map(({ seconds }) => seconds);
}

suite('a deposit waits for its payment', () => {
  test('for two hours, if nothing else is set', async (t) => {
    const { url, owner, partner } = await startTestApi(t);
    assertCreated(await post(url, partner, '/v1/deposits', depositBody()));
    assert.deepEqual(await secondsToPay(owner), [7_200]);
  });

  test("for the partner's own time, longer or shorter than the platform's", async (t) => {
    for (const seconds of [600, 259_200]) {
      const { url, owner, partner } = await startTestApi(t, {
        prepare: async (owner) =>
          await owner.query('update partner set deposit_expiry_seconds = $1', [seconds]),
      });
      assertCreated(await post(url, partner, '/v1/deposits', depositBody()));
      assert.deepEqual(await secondsToPay(owner), [seconds]);
    }
  });
});
