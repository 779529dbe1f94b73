import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { ApiErrorCode } from '@vezne/contract/partner/errors';
import type pg from 'pg';
import { startTestApi } from '../../../harness/api.ts';
import type { TestApi } from '../../../harness/api.ts';
import { post, send, sign } from '../../../harness/client.ts';
import type { Answer, Credentials, SignedRequest } from '../../../harness/client.ts';
import { assertCreated } from '../../../harness/expectations.ts';
import { insertBlock, insertPartner, withdrawalBody } from '../../../harness/factories.ts';
import type { TestPartner } from '../../../harness/factories.ts';
import type { RouteName } from './routes.ts';

/** One way to provoke a refusal. Each route that it names is called once, and must answer with the code. */
export interface Provocation {
  code: ApiErrorCode;
  routes: readonly RouteName[];
  ask: (world: World, request: SignedRequest, route: RouteName) => Promise<Answer>;
}

/** An api for a whole group of provocations, with partners of every kind. */
export interface World extends TestApi {
  disabled: TestPartner;
  elsewhere: TestPartner;
  slow: TestPartner;
  paused: TestPartner;
  dear: TestPartner;
  /** Its players have used up their day. */
  full: TestPartner;
  /** Its player is blocked. */
  guarded: TestPartner;
}

export async function startWorld(
  t: TestContext,
  options: Parameters<typeof startTestApi>[1] = {},
): Promise<World> {
  let others: Omit<World, keyof TestApi> | undefined;
  const prepare = async (owner: pg.Pool, partner: TestPartner): Promise<void> => {
    others = {
      disabled: await insertPartner(owner),
      elsewhere: await insertPartner(owner, { allowedNetworks: ['203.0.113.0/24'] }),
      slow: await insertPartner(owner, { requestsPerSecond: 1 }),
      paused: await insertPartner(owner),
      dear: await insertPartner(owner, { depositBasisPoints: 10_000, withdrawalBasisPoints: 10_000 }),
      full: await insertPartner(owner),
      guarded: await insertPartner(owner),
    };
    await owner.query(`update partner set status = 'disabled' where id = $1`, [others.disabled.id]);
    await owner.query('update partner set deposits_paused = true, withdrawals_paused = true where id = $1', [
      others.paused.id,
    ]);
    await owner.query(
      'update partner set player_day_deposit_cents = 1, player_day_withdrawal_cents = 1 where id = $1',
      [others.full.id],
    );
    await insertBlock(owner, {
      partnerId: others.guarded.id,
      customerId: withdrawalBody().customer.id,
    });
    await options.prepare?.(owner, partner);
  };
  const api = await startTestApi(t, { ...options, prepare });
  assert.ok(others);
  return { ...api, ...others };
}

export async function ask({ url }: World, partner: Credentials, request: SignedRequest): Promise<Answer> {
  return await send(url, sign(partner, request));
}

/** Calls as the world's own partner, with a change in the request. */
export function changed(change: (request: SignedRequest) => Partial<SignedRequest>): Provocation['ask'] {
  return async (world, request) => await ask(world, world.partner, { ...request, ...change(request) });
}

/** Calls as another partner of the world. */
export function as(who: Exclude<keyof World, keyof TestApi>): Provocation['ask'] {
  return async (world, request) => await ask(world, world[who], request);
}

export async function createWithdrawal({ url, partner }: World): Promise<string> {
  return String(assertCreated(await post(url, partner, '/v1/withdrawals', withdrawalBody()))['id']);
}
