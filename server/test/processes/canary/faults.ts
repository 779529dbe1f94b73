import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { get, post, send } from '../../harness/client.ts';
import { until } from '../../harness/expectations.ts';
import { depositBody } from '../../harness/factories.ts';
import type { PortalBrowser } from '../../harness/portal.ts';
import type { Paid } from './payment.ts';
import type { World } from './world.ts';

/** Long enough for every part that asks the database by itself to have failed. */
const AWAY_MS = 2_500;

/** The database is away for a moment, while everybody asks. */
export async function loseTheDatabase(world: World, paid: Paid, atPortal: PortalBrowser): Promise<void> {
  const { partner, api, proxies, noteConsole, notePortal } = world;
  for (const proxy of proxies) {
    proxy.refuse(true);
    proxy.cut();
  }
  const page = world.browser();
  const asked = [
    post(
      api.url,
      partner,
      '/v1/deposits',
      depositBody({ customer: { ...paid.customer, email: paid.email } }),
    ),
    get(api.url, partner, '/v1/transactions'),
    world.askPage({ method: 'GET', path: paid.pagePath }),
    page
      .call('signIn', { handle: world.operator.handle, password: world.operator.password })
      .then(noteConsole),
    atPortal.call('searchTransactions', { text: paid.name }).then(notePortal),
    world
      .portalBrowser()
      .call('signIn', { email: paid.email, password: world.operator.password })
      .then(notePortal),
    sleep(AWAY_MS),
  ];
  await Promise.allSettled(asked);
  for (const proxy of proxies) proxy.refuse(false);
  for (const { url } of [api, world.console, world.portal])
    await until(
      async () => await send(url, { method: 'GET', path: '/readyz' }),
      ({ status }) => status === 200,
    );
}

/**
 * PostgreSQL repeats the values of a row that it refuses, and so would an error that is logged as it came. Row-level security is a first
 * thing that keeps it from doing so, and it must not be the only one.
 */
export async function refuseARow(world: World): Promise<void> {
  const { owner, partner, api } = world;
  const { rows } = await owner.query<{ name: string }>(
    'select customer_full_name as name from transaction limit 1',
  );
  await owner.query('alter table transaction disable row level security');
  await owner.query(
    `alter table transaction add constraint canary check (external_reference <> 'refused') not valid`,
  );
  const customer = { id: 'player-2', username: 'kanarya', fullName: rows[0]?.name };
  const body = depositBody({ externalReference: 'refused', customer });
  await post(api.url, partner, '/v1/deposits', body).then(
    ({ status, text: said }) => world.errors.push(`${status} ${said}`),
    () => undefined,
  );
  assert.match(api.said(), /"constraint":"canary"/);
}
