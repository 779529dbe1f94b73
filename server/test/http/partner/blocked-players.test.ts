import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { countTransactions, startTestApi } from '../../harness/api.ts';
import type { TestApi } from '../../harness/api.ts';
import { post } from '../../harness/client.ts';
import { assertCreated, assertRefused, until } from '../../harness/expectations.ts';
import { depositBody, insertBlock, insertPartner, withdrawalBody } from '../../harness/factories.ts';

const CREATES = [
  ['/v1/deposits', depositBody],
  ['/v1/withdrawals', withdrawalBody],
] as const;

const player = (id: string) => ({ customer: { ...depositBody().customer, id } });

suite('a blocked player', { concurrency: 4 }, () => {
  test('can neither deposit nor withdraw; other players can, and so can the same id at another partner', async (t) => {
    let other: TestApi['partner'] | undefined;
    const { url, owner, partner } = await startTestApi(t, {
      prepare: async (owner, { id: partnerId }) => {
        other = await insertPartner(owner);
        await insertBlock(owner, { partnerId, customerId: 'blocked' });
      },
    });
    assert.ok(other);
    for (const [path, newBody] of CREATES) {
      assertRefused(await post(url, partner, path, newBody(player('blocked'))), 'player_blocked');
      assertCreated(await post(url, partner, path, newBody(player('Blocked'))));
      assertCreated(await post(url, other, path, newBody(player('blocked'))));
    }
    assert.equal(await countTransactions(owner), 4);
  });

  test('is served again as soon as the block expires, even if nothing else changes', async (t) => {
    const blockedForMs = 2_500;
    const { url, partner } = await startTestApi(t, {
      prepare: async (owner, { id: partnerId }) =>
        await insertBlock(owner, { partnerId, customerId: 'soon' }, { forMs: blockedForMs }),
    });
    const ask = async () => await post(url, partner, '/v1/deposits', depositBody(player('soon')));
    assertRefused(await ask(), 'player_blocked');
    assertCreated(await until(ask, ({ status }) => status === 201, blockedForMs));
  });

  test('is served again within 2 seconds of the end of a block', async (t) => {
    const { url, owner, partner } = await startTestApi(t, {
      prepare: async (owner, { id: partnerId }) =>
        await insertBlock(owner, { partnerId, customerId: 'player-1' }),
    });
    const ask = async () => await post(url, partner, '/v1/deposits', depositBody());
    assertRefused(await ask(), 'player_blocked');
    await owner.query(`update blocked_party set ended_at = now(), ended_by = 'test'`);
    assertCreated(await until(ask, ({ status }) => status === 201, 2_000));
  });
});
