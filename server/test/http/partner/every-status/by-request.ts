import { send, sign } from '../../../harness/client.ts';
import { assertCreated, until } from '../../../harness/expectations.ts';
import { takeWithdrawal } from '../../../harness/states.ts';
import { CREATES, GETS, LISTS, POSTS, requestTo, ROUTES } from './routes.ts';
import { as, ask, changed, createWithdrawal } from './world.ts';
import type { Provocation } from './world.ts';

/** Refusals that depend only on the request and its sender, so they need no separate api. */
export const BY_REQUEST: readonly Provocation[] = [
  {
    code: 'authentication_headers_invalid',
    routes: ROUTES,
    ask: changed(() => ({ headers: { 'x-signature': 'none' } })),
  },
  { code: 'timestamp_out_of_range', routes: ROUTES, ask: changed(() => ({ timestamp: 1_600_000_000 })) },
  {
    code: 'signature_invalid',
    routes: ROUTES,
    ask: async (world, request) =>
      await ask(world, { ...world.partner, apiSecret: world.slow.apiSecret }, request),
  },
  { code: 'partner_disabled', routes: ROUTES, ask: as('disabled') },
  { code: 'address_not_allowed', routes: ROUTES, ask: as('elsewhere') },
  {
    code: 'rate_limited',
    routes: ROUTES,
    // A new second may begin between any two requests, and lets one through.
    ask: async (world, _, route) =>
      await until(
        async () => await ask(world, world.slow, requestTo(route)),
        ({ status }) => status === 429,
        3_000,
      ),
  },
  {
    code: 'query_not_allowed',
    routes: ROUTES.filter((route) => !LISTS.some((list) => list === route)),
    ask: changed(({ path }) => ({ path: `${path}?why=1` })),
  },
  {
    code: 'body_not_allowed',
    routes: GETS,
    ask: async ({ url, partner }, request) => {
      const signed = sign(partner, request);
      return await send(url, {
        ...signed,
        headers: { ...signed.headers, 'content-length': '2' },
        body: '{}',
      });
    },
  },
  {
    code: 'body_too_large',
    routes: POSTS,
    ask: changed(() => ({ body: { text: 'x'.repeat(20_000) } })),
  },
  {
    code: 'unsupported_media_type',
    routes: POSTS,
    ask: changed(({ body = {} }) => ({ body, headers: { 'content-type': 'text/plain' } })),
  },
  { code: 'invalid_json', routes: POSTS, ask: changed(() => ({ body: '{' })) },
  { code: 'duplicate_key', routes: POSTS, ask: changed(() => ({ body: '{"a":1,"a":2}' })) },
  { code: 'invalid_request', routes: POSTS, ask: changed(() => ({ body: '[]' })) },
  {
    code: 'invalid_request',
    routes: LISTS,
    ask: changed(({ path }) => ({ path: `${path}?limit=0` })),
  },
  {
    code: 'amount_out_of_range',
    routes: CREATES,
    ask: async (world, _, route) =>
      await ask(world, world.partner, requestTo(route, { changes: { amount: '0.01' } })),
  },
  { code: 'commission_exceeds_amount', routes: CREATES, ask: as('dear') },
  { code: 'player_limit_reached', routes: CREATES, ask: as('full') },
  { code: 'player_blocked', routes: CREATES, ask: as('guarded') },
  {
    code: 'external_reference_conflict',
    routes: CREATES,
    ask: async (world, request, route) => {
      assertCreated(await ask(world, world.partner, request));
      const { externalReference } = request.body as { externalReference: string };
      const another = requestTo(route, { changes: { externalReference, amount: '1000.01' } });
      return await ask(world, world.partner, another);
    },
  },
  { code: 'deposits_paused', routes: ['createDeposit'], ask: as('paused') },
  { code: 'withdrawals_paused', routes: ['createWithdrawal'], ask: as('paused') },
  { code: 'not_found', routes: ['getTransaction', 'cancelTransaction'], ask: changed(() => ({})) },
  {
    code: 'not_cancellable',
    routes: ['cancelTransaction'],
    ask: async (world, _, route) => {
      const id = await createWithdrawal(world);
      await takeWithdrawal(world.owner, id);
      return await ask(world, world.partner, requestTo(route, { id }));
    },
  },
];
