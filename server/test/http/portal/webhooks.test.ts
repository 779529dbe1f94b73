import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import type { TestContext } from 'node:test';
import { createSealedSecrets } from '../../../src/keys/sealed-secrets.ts';
import { openDesk } from '../../harness/desk.ts';
import type { Desk } from '../../harness/desk.ts';
import { insertEvent } from '../../harness/events.ts';
import { testKeys } from '../../harness/keys.ts';
import { insertPartnerPerson, startTestPortal } from '../../harness/portal.ts';
import type { PortalBrowser } from '../../harness/portal.ts';
import { nameSealingKeys } from '../../harness/sealing.ts';
import { insertEndpoint } from '../../harness/webhook-endpoints.ts';

interface Office {
  desk: Desk;
  page: PortalBrowser;
  endpointId: string;
  /** Something happened; its id as a row. */
  event: () => Promise<string>;
}

async function open(t: TestContext): Promise<Office> {
  const desk = await openDesk(t);
  const { browser, clock } = await startTestPortal(t, { database: desk.database });
  await nameSealingKeys(desk.database);
  const ayse = await insertPartnerPerson(desk.owner, {
    partnerId: desk.partner.id,
    email: 'ayse@shop.example',
    roles: ['developer'],
  });
  const page = browser();
  await page.signInWithProof(ayse, clock);
  const url = 'https://shop.example/hooks?key=1';
  const { id: endpointId } = await insertEndpoint(desk.owner, { partnerId: desk.partner.id, url });
  const event = async (): Promise<string> => {
    const told = await insertEvent(desk.owner, await desk.deposit(), 'deposit.approved');
    return told.replace(/^evt_(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  };
  return { desk, page, endpointId, event };
}

/** As a worker writes it. */
async function insertAttempt(
  { desk: { owner }, endpointId }: Office,
  { eventId, status, attemptNo = 1 }: { eventId: string; status: number; attemptNo?: number },
): Promise<void> {
  await owner.query(
    `insert into webhook_delivery (endpoint_id, event_id, feed_no, external_reference, attempts, state, next_attempt_at)
     select $1, e.id, e.feed_no, e.external_reference, $3, 'pending', now() + interval '1 hour' from event e where e.id = $2
     on conflict (endpoint_id, event_id) do update set attempts = $3`,
    [endpointId, eventId, attemptNo],
  );
  await owner.query(
    `insert into webhook_attempt (endpoint_id, event_id, attempt_no, at, duration_ms, status_code, answer_start)
     values ($1, $2, $3, now(), 88, $4, '{"error":"bad signature"}')`,
    [endpointId, eventId, attemptNo, status],
  );
}

interface Listed {
  eventId: string;
  state: string;
  attempts: number;
  lastStatus: number | null;
}

suite("webhooks that a partner's people look after", () => {
  test('an endpoint is listed with what waits and what was given up, and its latest events with their answers', async (t) => {
    const office = await open(t);
    const { page, endpointId, event, desk } = office;
    const [delivered, failed, parked, waiting] = [await event(), await event(), await event(), await event()];
    for (const [eventId, status] of [
      [delivered, 200],
      [failed, 401],
      [parked, 500],
    ] as const)
      await insertAttempt(office, { eventId, status });
    await desk.owner.query(
      `update webhook_delivery set state = 'delivered', delivered_at = now() where event_id = $1`,
      [delivered],
    );
    await desk.owner.query(`update webhook_delivery set state = 'parked' where event_id = $1`, [parked]);
    await desk.owner.query('update webhook_endpoint set last_feed_no = 3 where id = $1', [endpointId]);
    const { endpoints } = (await page.call('listEndpoints')).body as {
      endpoints: { id: string; url: string; waiting: number; parked: number; secrets: unknown[] }[];
    };
    assert.deepEqual(
      endpoints.map(({ id, url, waiting: count, parked: kept, secrets }) => [
        id,
        url,
        count,
        kept,
        secrets.length,
      ]),
      [[endpointId, 'https://shop.example/hooks?key=1', 2, 1, 1]],
    );
    const list = async (query = ''): Promise<unknown[]> => {
      const { body } = await page.call('listDeliveries', undefined, { id: endpointId, query });
      return (body['deliveries'] as Listed[]).map(({ eventId, state, attempts, lastStatus }) => [
        eventId,
        state,
        attempts,
        lastStatus,
      ]);
    };
    assert.deepEqual(await list(), [
      [waiting, 'pending', 0, null],
      [parked, 'parked', 1, 500],
      [failed, 'pending', 1, 401],
      [delivered, 'delivered', 1, 200],
    ]);
    const { body: all } = await page.call('listDeliveries', undefined, { id: endpointId });
    assert.deepEqual(
      (all['deliveries'] as { lastTriedAt: string | null }[]).map(({ lastTriedAt }) => lastTriedAt !== null),
      [false, true, true, true],
      'when each was tried last, if it was',
    );
    assert.deepEqual(await list('?state=parked'), [[parked, 'parked', 1, 500]]);
    assert.deepEqual(await list('?state=pending'), [
      [waiting, 'pending', 0, null],
      [failed, 'pending', 1, 401],
    ]);
    const { body } = await page.call('listAttempts', undefined, {
      id: endpointId,
      query: `?event=${failed}`,
    });
    assert.deepEqual(
      (body['attempts'] as { status: number; answerStart: string }[]).map(({ status, answerStart }) => [
        status,
        answerStart,
      ]),
      [[401, '{"error":"bad signature"}']],
    );
  });

  test('what was delivered or given up is sent again; what comes by itself, and what is of another partner, is not', async (t) => {
    const office = await open(t);
    const { page, endpointId, event, desk } = office;
    const [parked, waiting] = [await event(), await event()];
    await insertAttempt(office, { eventId: parked, status: 500 });
    await desk.owner.query(`update webhook_delivery set state = 'parked' where event_id = $1`, [parked]);
    await desk.owner.query('update webhook_endpoint set last_feed_no = 1 where id = $1', [endpointId]);
    const resend = async (eventId: string) =>
      await page.call('resendEvent', { event: eventId }, { id: endpointId });
    const again = await resend(parked);
    assert.equal(again.status, 200, again.text);
    const { rows } = await desk.owner.query(
      'select state, next_attempt_at <= now() as due, schedule_from from webhook_delivery where event_id = $1',
      [parked],
    );
    assert.deepEqual(rows, [{ state: 'pending', due: true, schedule_from: 1 }]);
    assert.equal((await resend(waiting)).code, 'event_not_resendable');
    const other = await insertPartnerPerson(desk.owner);
    const theirs = await insertEvent(
      desk.owner,
      await desk.deposit({ partnerId: other.partnerId }),
      'deposit.approved',
    );
    const foreign = theirs.replace(/^evt_(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
    assert.equal((await resend(foreign)).code, 'event_not_resendable');
    const { rows: told } = await desk.owner.query(
      `select actor_kind, actor, details->>'event' as event from audit_entry where action = 'webhook.replay'`,
    );
    assert.deepEqual(told, [
      {
        actor_kind: 'partner_staff',
        actor: 'ayse@shop.example',
        event: `evt_${parked.replaceAll('-', '')}`,
      },
    ]);
  });

  test('a new secret is told once and signs beside the one before, of which two are live at most', async (t) => {
    const { page, endpointId, desk } = await open(t);
    const rotate = async (overlapHours: number) =>
      await page.call('rotateEndpointSecret', { overlapHours }, { id: endpointId });
    const first = await rotate(24);
    assert.equal(first.status, 200, first.text);
    assert.ok(Date.parse(String(first.body['olderUntil'])) > Date.now());
    const second = await rotate(0);
    assert.equal(second.body['olderUntil'], null);
    const { rows } = await desk.owner.query<{ sealed: string; isLive: boolean; by: string }>(
      `select secret_sealed as sealed, expires_at is null or expires_at > now() as "isLive", created_by as by
       from webhook_secret order by created_at`,
    );
    assert.deepEqual(
      rows.map(({ isLive, by }) => [isLive, by]),
      [
        [false, 'test'],
        [false, 'ayse@shop.example'],
        [true, 'ayse@shop.example'],
      ],
    );
    const opener = createSealedSecrets(testKeys.secretKeys);
    assert.equal(await opener.open(rows[2]?.sealed ?? ''), second.body['secret']);
    assert.match(String(second.body['secret']), /^whsec_[A-Za-z0-9+/]{43}=$/);
  });

  test('an endpoint is paused and resumed, and one that we disabled stays so', async (t) => {
    const { page, endpointId, desk } = await open(t);
    const statusNow = async () =>
      (await desk.owner.query<{ status: string }>('select status from webhook_endpoint')).rows[0]?.status;
    const press = async (name: 'pauseEndpoint' | 'resumeEndpoint') =>
      await page.call(name, {}, { id: endpointId });
    assert.equal((await press('pauseEndpoint')).status, 200);
    assert.equal(await statusNow(), 'paused');
    assert.equal((await page.call('testEndpoint', {}, { id: endpointId })).code, 'endpoint_not_active');
    assert.equal((await press('resumeEndpoint')).status, 200);
    assert.equal(await statusNow(), 'active');
    await desk.owner.query(`update webhook_endpoint set status = 'disabled'`);
    for (const name of ['pauseEndpoint', 'resumeEndpoint'] as const)
      assert.equal((await press(name)).code, 'endpoint_disabled');
    const { rows } = await desk.owner.query<{ action: string }>(
      `select action from audit_entry where subject_type = 'webhook_endpoint' order by id`,
    );
    assert.deepEqual(
      rows.map(({ action }) => action),
      ['webhook.pause', 'webhook.resume'],
    );
  });

  test('a test waits for a worker that lives, is asked once at a time, and shows its outcome', async (t) => {
    const { page, endpointId, desk } = await open(t);
    const ask = async () => await page.call('testEndpoint', {}, { id: endpointId });
    assert.equal((await ask()).code, 'no_worker_alive');
    await desk.owner.query(
      `insert into running_process (id, kind, host, pid, version, alive_until, started_at)
       values ($1, 'worker', 'here', 1, 'test', now() + interval '20 seconds', now())`,
      [randomUUID()],
    );
    const asked = await ask();
    assert.equal(asked.status, 200, asked.text);
    assert.equal((await ask()).code, 'webhook_test_open');
    const id = String(asked.body['testId']);
    const state = async () => (await page.call('getEndpointTest', undefined, { id })).body;
    assert.equal((await state())['state'], 'waiting');
    await desk.owner.query(
      `update webhook_test set taken_at = now(), ended_at = now(), duration_ms = 9, status_code = 204, answer_start = ''`,
    );
    assert.deepEqual(await state(), {
      state: 'ended',
      status: 204,
      error: null,
      durationMs: 9,
      answerStart: '',
    });
    await desk.owner.query(
      `insert into webhook_test (id, endpoint_id, asked_by, taken_at, ended_at, duration_ms, status_code)
       select gen_random_uuid(), $1, 'test', now(), now(), 1, 200 from generate_series(1, 4)`,
      [endpointId],
    );
    const often = await ask();
    assert.equal(often.code, 'webhook_tests_too_often');
    assert.ok(Number(often.body['retryAfterSeconds']) > 0);
  });
});
