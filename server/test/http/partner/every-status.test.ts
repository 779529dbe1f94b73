import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { PARTNER_API } from '@vezne/contract/partner/routes';
import { assertRefused } from '../../harness/expectations.ts';
import { BY_REQUEST } from './every-status/by-request.ts';
import { STATES } from './every-status/by-state.ts';
import type { State } from './every-status/by-state.ts';
import { requestTo, ROUTES } from './every-status/routes.ts';
import { startWorld } from './every-status/world.ts';

const ALL: readonly State[] = [{ name: 'nothing is wrong with it', provocations: BY_REQUEST }, ...STATES];

/** What no test can provoke. */
const UNREACHABLE = [
  // The limits are read from memory. Only a bug could make that fail.
  'getLimits internal_error',
];

/** A client that should come back is told when. */
const COME_BACK_LATER = new Set<string>(['rate_limited', 'overloaded', 'unavailable', 'no_deposit_account']);

// Run in parallel: some wait for seconds until the service gives up.
suite('every refusal that a route lists can really be provoked', { concurrency: 4 }, () => {
  for (const { name, options, begin, provocations } of ALL) {
    test(`when ${name}`, async (t) => {
      const world = await startWorld(t, options);
      const end = await begin?.(world);
      try {
        for (const { code, routes, ask } of provocations) {
          for (const route of routes) {
            await t.test(`${route}: ${code}`, async () => {
              const answer = await ask(world, requestTo(route), route);
              assertRefused(answer, code);
              if (COME_BACK_LATER.has(code)) assert.match(answer.headers['retry-after'] ?? '', /^\d+$/);
            });
          }
        }
      } finally {
        await end?.();
      }
    });
  }
});

test('the listed refusals are exactly the ones that these tests provoke', () => {
  const provoked = ALL.flatMap(({ provocations }) =>
    provocations.flatMap(({ code, routes }) => routes.map((route) => `${route} ${code}`)),
  );
  const listed = ROUTES.flatMap((route) => PARTNER_API[route].errors.map((code) => `${route} ${code}`));
  assert.deepEqual([...provoked, ...UNREACHABLE].sort(), listed.sort());
});
