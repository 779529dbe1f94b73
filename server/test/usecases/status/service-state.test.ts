import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import type pg from 'pg';
import type { QueueName } from '../../../src/db/read/installation/service-queues.ts';
import { addAlarms, showProcess } from '../../../src/db/write/installation/running-processes.ts';
import { problemsOf } from '../../../src/usecases/status/problems.ts';
import { readServiceState } from '../../../src/usecases/status/service-state.ts';
import type { ServiceState } from '../../../src/usecases/status/service-state.ts';
import { insertFeed } from '../../db/rows/feed-rows.ts';
import { depositRow, insertRow, withdrawalRow } from '../../db/rows/valid-rows.ts';
import { createTestDatabase } from '../../harness/database.ts';
import type { TestDatabase } from '../../harness/database.ts';
import { insertBankAccount, insertPartner } from '../../harness/factories.ts';
import { insertPartnerPerson } from '../../harness/portal.ts';
import { insertEndpoint } from '../../harness/webhook-endpoints.ts';
import { insertEntries } from '../audit/chain.ts';

const MINUTE_MS = 60_000;

interface Ground {
  database: TestDatabase;
  owner: pg.Pool;
  partnerId: string;
  partnerName: string;
  bankAccount: { id: string };
}

async function ground(t: TestContext): Promise<Ground> {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  const { id: partnerId, name: partnerName } = await insertPartner(owner);
  return { database, owner, partnerId, partnerName, bankAccount: await insertBankAccount(owner) };
}

async function read({ database }: Pick<Ground, 'database'>): Promise<ServiceState> {
  return await readServiceState(database.pool('vezne_admin'));
}

function queue({ queues, readAt }: ServiceState, name: QueueName): { count: number; minutes: number | null } {
  const { count, oldestSince } = queues.find((one) => one.name === name) ?? assert.fail(name);
  const minutes = oldestSince && Math.round((readAt.getTime() - oldestSince.getTime()) / MINUTE_MS);
  return { count, minutes };
}

const NOTHING = { count: 0, minutes: null };

test('the worker and the administrators read the state, and no other role does', async (t) => {
  const { database } = await ground(t);
  for (const role of ['vezne_worker', 'vezne_admin'] as const) {
    const { queues, database: facts } = await readServiceState(database.pool(role));
    assert.deepEqual(
      queues.map(({ name, count, oldestSince }) => [name, count, oldestSince]),
      [
        ['waiting_deposits', 0, null],
        ['waiting_payouts', 0, null],
        ['undelivered_events', 0, null],
        ['unsealed_audit_entries', 0, null],
        ['parked_webhooks', 0, null],
        ['open_requests', 0, null],
        ['network_requests', 0, null],
      ],
    );
    assert.ok(facts.sizeBytes > 1_000_000n);
    assert.ok(facts.connections >= 1 && facts.connections <= facts.maxConnections);
    assert.deepEqual([facts.standbys, facts.replicationLagSeconds], [0, null]);
    assert.equal(facts.archivedSecondsAgo, null, 'It archives nothing.');
  }
  for (const role of ['vezne_api', 'vezne_portal'] as const)
    await assert.rejects(readServiceState(database.pool(role)), { code: '42501' });
});

test('standbys that the owner may not see are not said to be none', async (t) => {
  const { database, owner } = await ground(t);
  // Names of roles are those of the whole server.
  const blind = `blind_${randomUUID().replaceAll('-', '')}`;
  await owner.query(`create role ${blind}`);
  try {
    await owner.query(`grant create, usage on schema public to ${blind}`);
    await owner.query(`alter function standby_state() owner to ${blind}`);
    const { database: facts } = await readServiceState(database.pool('vezne_worker'));
    assert.equal(facts.standbys, null);
  } finally {
    await owner.query(`reassign owned by ${blind} to current_user`);
    await owner.query(`drop owned by ${blind}`);
    await owner.query(`drop role ${blind}`);
  }
});

test('events that nobody has looked at wait, whether a worker lives or not', async (t) => {
  const here = await ground(t);
  const { owner, partnerId, bankAccount } = here;
  const { id: endpointId } = await insertEndpoint(owner, {
    partnerId,
    url: 'https://shop.example/hooks?key=secret',
  });
  await insertFeed(owner, { partnerId, bankAccount, events: 3 });
  let state = await read(here);
  assert.deepEqual(queue(state, 'undelivered_events'), { count: 3, minutes: 0 });
  assert.deepEqual(state.lateEndpoints, [], 'They are not old yet.');

  await owner.query(`update event set occurred_at = occurred_at - interval '6 minutes' where feed_no = 1`);
  state = await read(here);
  assert.deepEqual(queue(state, 'undelivered_events'), { count: 3, minutes: 6 });
  const [late, ...more] = state.lateEndpoints;
  assert.deepEqual(
    [late?.endpointId, late?.partnerName, late?.host, late?.pending, late?.isPaused, more.length],
    [endpointId, here.partnerName, 'shop.example', 3, false, 0],
  );
  assert.doesNotMatch(
    JSON.stringify(state, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
    /secret/,
  );

  await owner.query(`update webhook_endpoint set status = 'disabled'`);
  state = await read(here);
  assert.deepEqual([queue(state, 'undelivered_events'), state.lateEndpoints], [NOTHING, []]);
});

test('what was taken, what was not asked for and what failed are told apart', async (t) => {
  const here = await ground(t);
  const { owner, partnerId, bankAccount } = here;
  const { id } = await insertEndpoint(owner, { partnerId, url: 'https://shop.example/hooks' });
  await insertEndpoint(owner, {
    partnerId,
    url: 'https://shop.example/others',
    eventTypes: ['withdrawal.approved'],
  });
  await insertFeed(owner, { partnerId, bankAccount, events: 10 });
  // Up to 4 everything is done, but 2 failed and 3 was given up; 6 was taken already.
  await owner.query('update webhook_endpoint set last_feed_no = 4 where id = $1', [id]);
  await owner.query(
    `insert into webhook_delivery (endpoint_id, event_id, feed_no, external_reference, state, attempts, next_attempt_at)
     select $1, id, feed_no, external_reference, case feed_no when 2 then 'pending' else 'parked' end, 3, now() - interval '1 hour'
     from event where feed_no in (2, 3)`,
    [id],
  );
  await owner.query(
    `insert into webhook_attempt (endpoint_id, event_id, attempt_no, at, duration_ms, status_code)
     select $1, id, 1, now(), 5, 200 from event where feed_no = 6`,
    [id],
  );
  const state = await read(here);
  assert.deepEqual(queue(state, 'undelivered_events'), { count: 1 + 5, minutes: 0 });
  assert.deepEqual(queue(state, 'parked_webhooks'), { count: 1, minutes: 60 });
});

test('what an endpoint is far behind is the distance to the head of the feed', async (t) => {
  const here = await ground(t);
  const { owner, partnerId, bankAccount } = here;
  await insertEndpoint(owner, { partnerId, url: 'https://shop.example/hooks' });
  await insertFeed(owner, { partnerId, bankAccount, events: 1_000 });
  assert.equal(queue(await read(here), 'undelivered_events').count, 1_000);
});

test('of many exceptions of an endpoint the first are counted, and it is said that there are more', async (t) => {
  const here = await ground(t);
  const { owner, partnerId, bankAccount } = here;
  const { id } = await insertEndpoint(owner, { partnerId, url: 'https://shop.example/hooks' });
  await insertFeed(owner, { partnerId, bankAccount, events: 1_001 });
  await owner.query('update webhook_endpoint set last_feed_no = 1001 where id = $1', [id]);
  await owner.query(
    `insert into webhook_delivery (endpoint_id, event_id, feed_no, external_reference, state, attempts, next_attempt_at)
     select $1, id, feed_no, external_reference, 'parked', 3, now() from event`,
    [id],
  );
  const parked = async (): Promise<unknown> => {
    const { queues } = await read(here);
    const { count, hasMore } = queues.find(({ name }) => name === 'parked_webhooks') ?? assert.fail();
    return [count, hasMore];
  };
  assert.deepEqual(await parked(), [1_000, true]);
  await owner.query('delete from webhook_delivery where feed_no = 1');
  assert.deepEqual(await parked(), [1_000, false]);
});

test('deposits and payouts wait since an operator can decide, and a deposit on hold does not', async (t) => {
  const here = await ground(t);
  const { owner, partnerId, bankAccount } = here;
  const partner = { id: partnerId };
  const waiting = { status: 'waiting_confirmation' };
  for (const row of [
    depositRow({ partner, bankAccount }),
    { ...depositRow({ partner, bankAccount }), ...waiting },
    { ...depositRow({ partner, bankAccount }), ...waiting },
    { ...depositRow({ partner, bankAccount }), ...waiting },
    withdrawalRow({ partner }),
  ])
    await insertRow(owner, 'transaction', row);
  await owner.query(
    `with placed as (
       select transaction_id, row_number() over (order by transaction_id) as no from open_transaction
       where type = 'deposit' and status = 'waiting_confirmation'
     )
     update open_transaction o set waiting_since = now() - make_interval(mins => no::int4 * 10),
       held_until = case no when 3 then now() + interval '1 hour' end
     from placed where placed.transaction_id = o.transaction_id`,
  );
  await owner.query(
    `update open_transaction set waiting_since = now() - interval '40 minutes' where type = 'withdrawal'`,
  );
  const state = await read(here);
  assert.deepEqual(queue(state, 'waiting_deposits'), { count: 2, minutes: 20 });
  assert.deepEqual(queue(state, 'waiting_payouts'), { count: 1, minutes: 40 });
});

test('entries that no seal has, and requests that wait for a second person', async (t) => {
  const here = await ground(t);
  const { owner } = here;
  await insertEntries(owner, 3);
  await owner.query(
    `update audit_entry set at = at - interval '7 minutes' where id = (select min(id) from audit_entry)`,
  );
  await owner.query(
    `insert into second_person_request (id, action, details, asked_by, asked_at, expires_at)
     select gen_random_uuid(), 'partner.set', '{}', 'ayse', now() - make_interval(mins => age), now() + make_interval(mins => rest)
     from (values (30, 60), (90, -1)) as request (age, rest)`,
  );
  const state = await read(here);
  assert.deepEqual(queue(state, 'unsealed_audit_entries'), { count: 3, minutes: 7 });
  assert.deepEqual(queue(state, 'open_requests'), { count: 1, minutes: 30 }, 'One has expired.');
  assert.ok(problemsOf(state).some(({ code }) => code === 'unsealed_audit_entries'));
});

test('networks that the only person of a partner who may has asked for wait for us', async (t) => {
  const here = await ground(t);
  const { owner, partnerId } = here;
  const asker = await insertPartnerPerson(owner, { partnerId });
  await owner.query(
    `insert into partner_network_request (id, partner_id, before, wanted, asked_by_id, asked_at)
     values ($1, $2, '{}', '{203.0.113.0/24}', $3, now() - interval '50 minutes')`,
    [randomUUID(), partnerId, asker.id],
  );
  assert.deepEqual(queue(await read(here), 'network_requests'), { count: 1, minutes: 50 });
  assert.deepEqual(
    queue(await readServiceState(here.database.pool('vezne_worker')), 'network_requests'),
    { count: 1, minutes: 50 },
    'The worker tells Prometheus the same.',
  );
  await owner.query(`update partner_network_request set expires_at = now()`);
  assert.deepEqual(queue(await read(here), 'network_requests'), NOTHING, 'It has expired.');
  await owner.query(`update partner_network_request set expires_at = now() + interval '1 day'`);
  await insertPartnerPerson(owner, { partnerId, roles: ['developer'], factors: 'none' });
  assert.equal(
    queue(await read(here), 'network_requests').count,
    1,
    'A colleague without a second factor can’t.',
  );
  await insertPartnerPerson(owner, { partnerId, roles: ['developer'] });
  assert.deepEqual(queue(await read(here), 'network_requests'), NOTHING, 'A colleague can end it.');
});

test('a process that was not seen for longer than it said is dead', async (t) => {
  const here = await ground(t);
  const id = randomUUID();
  await showProcess(
    here.database.pool('vezne_worker'),
    { id, kind: 'worker', host: 'one.example', pid: 17, version: '0.1.0', aliveMs: 20_000 },
    { timeoutMs: 5_000 },
  );
  const [living] = (await read(here)).processes;
  assert.deepEqual(
    [living?.id, living?.kind, living?.role, living?.isAlive, living?.lastWorkAt],
    [id, 'worker', 'vezne_worker', true, null],
  );
  await here.owner.query(
    `update running_process set seen_at = seen_at - interval '21 seconds', alive_until = alive_until - interval '21 seconds'`,
  );
  assert.deepEqual(
    (await read(here)).processes.map(({ isAlive }) => isAlive),
    [false],
  );
});

test('a difference in the books is shown until a check finds them sound, and only a worker can say that there is one', async (t) => {
  const here = await ground(t);
  const { database, owner } = here;
  const difference = {
    name: 'ledger_difference',
    level: 'error',
    count: 1,
    firstMsAgo: 0,
    lastMsAgo: 0,
  } as const;
  for (const kind of ['worker', 'api'] as const)
    await addAlarms(database.pool(`vezne_${kind}`), { kind, host: 'one.example' }, [difference], {
      timeoutMs: 5_000,
    });
  await owner.query(
    `update raised_alarm set first_at = first_at - interval '30 days', last_at = last_at - interval '30 days'`,
  );
  const check = async (days: number): Promise<unknown> =>
    await owner.query(
      `insert into ledger_checkpoint (id, content, taken_at)
       values (gen_random_uuid(), '{}', now() - make_interval(days => $1))`,
      [days],
    );
  const isOpen = (state: ServiceState): boolean =>
    problemsOf(state).some(({ code }) => code === 'open_alarm');
  const shown = ({ alarms }: ServiceState): string[] => alarms.map(({ process }) => process);
  let state = await read(here);
  assert.deepEqual([shown(state), state.ledgerSoundAt, isOpen(state)], [['worker@one.example'], null, true]);
  await check(31);
  state = await read(here);
  assert.deepEqual([shown(state), isOpen(state)], [['worker@one.example'], true]);
  await check(29);
  state = await read(here);
  assert.deepEqual([shown(state), isOpen(state)], [[], false]);
});

test('a read that takes too long gives up, and the server does too', async (t) => {
  const { database, owner } = await ground(t);
  const holder = await owner.connect();
  try {
    await holder.query('begin');
    await holder.query('lock table open_transaction in access exclusive mode');
    const pool = database.pool('vezne_admin');
    const startedAtMs = performance.now();
    await assert.rejects(readServiceState(pool, { timeoutMs: 300 }));
    assert.ok(performance.now() - startedAtMs < 3_000);
  } finally {
    await holder.query('rollback');
    holder.release();
  }
});
