import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readAsPartner } from '../../../src/db/partner-scope.ts';
import type { PartnerScope } from '../../../src/db/partner-scope.ts';
import { listEndpointDeliveries } from '../../../src/db/read/portal/webhooks.ts';
import { createTestDatabase } from '../../harness/database.ts';
import { insertBankAccount, insertPartner } from '../../harness/factories.ts';
import { insertEndpoint } from '../../harness/webhook-endpoints.ts';
import { insertFeed } from '../rows/feed-rows.ts';
import { everyNode, readRows } from './plans.ts';
import type { PlanNode } from './plans.ts';

/** What an endpoint that was dead for a week leaves behind: nothing of it is ever dropped. */
const EXCEPTIONS = 100_000;
const SHOWN = 50;
const OPTIONS = { timeoutMs: 60_000 };

test(`of ${EXCEPTIONS} events that were given up, or that wait, a page reads a page`, async (t) => {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  const { id: partnerId } = await insertPartner(owner);
  await insertFeed(owner, { partnerId, bankAccount: await insertBankAccount(owner), events: EXCEPTIONS });
  const endpoints = {
    parked: (await insertEndpoint(owner, { partnerId, url: 'https://shop.example/parked' })).id,
    pending: (await insertEndpoint(owner, { partnerId, url: 'https://shop.example/pending' })).id,
  };
  for (const [state, endpointId] of Object.entries(endpoints)) {
    await owner.query(
      `insert into webhook_delivery (endpoint_id, event_id, feed_no, external_reference, state, attempts)
       select $1, id, feed_no, external_reference, $2, 1 from event`,
      [endpointId, state],
    );
    await owner.query(
      `insert into webhook_attempt (endpoint_id, event_id, attempt_no, at, duration_ms, status_code)
       select $1, id, 1, now(), 5, 500 from event`,
      [endpointId],
    );
  }
  await owner.query('update webhook_endpoint set last_feed_no = $1', [EXCEPTIONS]);
  const portal = database.pool('vezne_portal');
  const plans: PlanNode[][] = [];
  const explaining = (scope: PartnerScope): PartnerScope => ({
    ...scope,
    query: async (text, values) => {
      const [row] = await scope.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
        `explain (analyze, format json) ${text}`,
        values,
      );
      plans.push(everyNode(row?.['QUERY PLAN'][0].Plan ?? assert.fail()));
      return [];
    },
  });
  for (const knows of ['nothing', 'everything']) {
    if (knows === 'everything')
      await owner.query('analyze event, webhook_delivery, webhook_attempt, webhook_endpoint');
    for (const state of ['parked', 'pending'] as const) {
      await t.test(`${state}, when the planner knows ${knows} of the tables`, async () => {
        const asked = { endpointId: endpoints[state], state };
        const listed = await readAsPartner(
          portal,
          partnerId,
          async (scope) => {
            await listEndpointDeliveries(explaining(scope), asked);
            return await listEndpointDeliveries(scope, asked);
          },
          OPTIONS,
        );
        assert.equal(listed.length, SHOWN);
        assert.deepEqual(
          [listed[0]?.externalReference, listed.at(-1)?.externalReference],
          [`ref-${EXCEPTIONS}`, `ref-${EXCEPTIONS - SHOWN + 1}`],
          'the newest first',
        );
        const nodes = plans.pop() ?? assert.fail();
        // A planner that knows nothing may sort the rows of exceptions, which costs milliseconds. What belongs to them it never reads.
        const narrow = knows === 'everything' ? ['webhook_delivery'] : [];
        for (const table of ['event', 'webhook_attempt', ...narrow]) {
          const read = readRows(nodes, table);
          assert.ok(read <= 4 * SHOWN, `${read} rows of ${table} were read`);
        }
      });
    }
  }
});
