import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPool } from '../../../src/db/pool.ts';
import { CLAIM_SQL, claimDeliveries } from '../../../src/db/write/webhooks/claim.ts';
import { fanOutEvents } from '../../../src/db/write/webhooks/fan-out.ts';
import { createTestDatabase } from '../../harness/database.ts';
import { insertBankAccount, insertPartner } from '../../harness/factories.ts';
import { silentLog } from '../../harness/silent-log.ts';
import { insertEndpoint } from '../../harness/webhook-endpoints.ts';
import { depositRow, insertRow } from '../../db/valid-rows.ts';

const BACKLOG = 4_000;
const OPTIONS = { timeoutMs: 20_000 };

test('a claim from a backlog of thousands costs no more than what it takes, even with a plan made while nothing waited', async (t) => {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  const { id: partnerId } = await insertPartner(owner);
  const bankAccount = await insertBankAccount(owner);
  const { id: endpointId } = await insertEndpoint(owner, { partnerId, url: 'http://127.0.0.1:1/' });
  // Connects as the service does.
  const worker = createPool({
    url: database.urlOf('vezne_worker'),
    maxConnections: 1,
    applicationName: 'test',
    log: silentLog,
    isRepeatable: true,
    isPlannedOnce: true,
    isInIndexOrder: true,
  });
  t.after(async () => await worker.end());
  const claim = async (): Promise<number> =>
    (await claimDeliveries(worker, [{ endpointId, free: 16 }], { ...OPTIONS, leaseSeconds: 30 })).length;
  await fanOutEvents(worker, { ...OPTIONS, maxEvents: 1_000 });
  assert.equal(await claim(), 0);

  const row = depositRow({ partner: { id: partnerId }, bankAccount });
  await insertRow(owner, 'transaction', row);
  await owner.query(
    `insert into transaction_step (transaction_id, step_no, trigger, status, actor_kind, actor)
     select $1, n, 'correct', 'approved', 'staff', 'ayse' from generate_series(1, $2::int) as n`,
    [row['id'], BACKLOG],
  );
  await owner.query(
    `insert into event (id, partner_id, transaction_id, step_no, feed_no, type, status, external_reference, currency,
       amount_cents, actual_amount_cents, commission_cents, net_amount_cents, player_amount_cents, balance_impact_cents)
     select gen_random_uuid(), $1, $2, n, n, 'deposit.corrected', 'approved', 'ref-' || n, 'TRY', 100, 100, 3, 97, 97, 97
     from generate_series(1, $3::int) as n`,
    [partnerId, row['id'], BACKLOG],
  );
  await owner.query('update event_feed set last_no = $1 where partner_id = $2', [BACKLOG, partnerId]);
  while ((await fanOutEvents(worker, { ...OPTIONS, maxEvents: 1_000 })).advanced > 0);

  const from = performance.now();
  assert.equal(await claim(), 16);
  // Comparing each row with each took seconds; using the right index takes a millisecond.
  assert.ok(performance.now() - from < 1_000, `a claim took ${performance.now() - from} ms`);

  await t.test(
    'and its plan does not sort everything that waits, whatever the planner knows about the table',
    async () => {
      for (const knows of ['nothing', 'the backlog']) {
        if (knows === 'the backlog') await owner.query('analyze webhook_delivery');
        const client = await worker.connect();
        try {
          await client.query('deallocate all');
          await client.query(`prepare claim (uuid[], int4[], float8) as ${CLAIM_SQL}`);
          const { rows } = await client.query<{ 'QUERY PLAN': string }>(
            `explain execute claim ('{${endpointId}}', '{16}', 30)`,
          );
          const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
          assert.match(plan, /Index (Only )?Scan using webhook_delivery_due/, knows);
          assert.match(plan, /Index (Only )?Scan using webhook_delivery_order/, knows);
          assert.doesNotMatch(plan, /Bitmap|Seq Scan on webhook_delivery/, knows);
        } finally {
          client.release(true);
        }
      }
    },
  );
});
