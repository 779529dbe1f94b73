/** Reads everything that the console can show. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { CONSOLE_API } from '@vezne/contract/console/routes';
import type { ConsoleRoute } from '@vezne/contract/console/route';
import type { Browser } from '../../harness/console.ts';
import { ROUTE_NAMES } from '../../http/console/second-person/routes.ts';
import type { RouteName } from '../../http/console/second-person/routes.ts';
import type { Administrators, Made } from './administrators.ts';
import type { World } from './world.ts';

/** Bodies of reads that have one. */
const BODIES: Partial<Record<RouteName, object>> = {
  search: { text: 'hooks.example' },
  findBlocks: { state: 'live' },
};

/** What there is nothing of in this world. */
const MISSING = new Set<RouteName>([
  'getReceipt',
  'getPayout',
  'listPayingAccounts',
  'getPartnerLogo',
  'getBlock',
]);

/** It has no end; a test listens to it on its own. */
const STREAM: RouteName = 'streamLive';

async function idsIn({ owner }: World, table: string): Promise<string[]> {
  const { rows } = await owner.query<{ id: string }>(`select id::text as id from ${table}`);
  return rows.map(({ id }) => id);
}

/** What the address of each route names, by how the address begins. */
async function namesIn(world: World, { partnerId, endpointIds }: Made): Promise<Record<string, string[]>> {
  return {
    '/api/deposits/': await idsIn(world, 'transaction'),
    '/api/withdrawals/': [randomUUID()],
    '/api/requests/': await idsIn(world, 'second_person_request'),
    '/api/undelivered/endpoints/': endpointIds,
    '/api/endpoints/': endpointIds,
    '/api/endpoint-tests/': await idsIn(world, 'webhook_test'),
    '/api/partners/': [partnerId],
    '/api/bank-accounts/': [world.bankAccount.id],
    '/api/blocks/': [randomUUID()],
    '/api/staff/': await idsIn(world, 'staff'),
    '/api/audit/entries/': await idsIn(world, 'audit_entry'),
  };
}

/** Queries without which nothing is shown. */
function queryOf(name: RouteName, depositIds: readonly string[]): string {
  if (name === 'getDepositRows' || name === 'getPayoutRows' || name === 'getWaitingPlayerRows')
    return `?ids=${depositIds.join(',')}`;
  return name === 'listPayouts' ? '?group=queued' : '';
}

/** Every read of the contract, with everything that there is to be named. Returns how many were answered. */
export async function readEverything(
  world: World,
  { call, answers }: Administrators,
  { page, made }: { page: Browser; made: Made },
): Promise<number> {
  const names = await namesIn(world, made);
  let read = 0;
  const odd: string[] = [];
  for (const name of ROUTE_NAMES) {
    const route: ConsoleRoute = CONSOLE_API[name];
    if ((route.method !== 'GET' && route.isRead !== true) || name === STREAM) continue;
    if (route.method === 'POST') {
      const answer = await call(page, name, BODIES[name] ?? assert.fail(`${name} has no body here`));
      assert.equal(answer.status, 200, `${name}: ${answer.text}`);
      read += 1;
      continue;
    }
    const named = /^(.*?\/)(:\w+)/.exec(route.path);
    const ids = named === null ? [''] : (names[named[1] ?? ''] ?? assert.fail(`${route.path} names what?`));
    assert.notEqual(ids.length, 0, `${name} has nothing to read`);
    for (const id of ids) {
      const path = route.path.replace(/:(id|no)/, id).replace(':no', '1');
      const answer = await page.send(path + queryOf(name, names['/api/deposits/'] ?? []), {
        method: 'GET',
        headers: { 'sec-fetch-site': 'same-origin' },
      });
      answers.push(answer.text, JSON.stringify([...answer.headers]));
      if (answer.status !== (MISSING.has(name) ? 404 : 200))
        odd.push(`${path}: ${answer.status} ${answer.text}`);
      read += 1;
    }
  }
  assert.deepEqual(odd, [], 'these were not read');
  return read;
}
