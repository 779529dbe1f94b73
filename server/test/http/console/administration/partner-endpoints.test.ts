import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import type { PartnerEndpoint } from '@vezne/contract/console/partner-endpoints';
import { openConsoleDesk, read } from '../../../harness/console-desk.ts';
import type { ConsoleDesk } from '../../../harness/console-desk.ts';
import type { Browser, ConsoleAnswer } from '../../../harness/console.ts';
import { insertEndpoint } from '../../../harness/webhook-endpoints.ts';

const ADMINISTRATOR = { roles: ['administrator' as const] };
const URL = 'https://shop.example/hooks?token=s3cret';
const EVENTS = ['deposit.approved', 'deposit.rejected'];

interface Listed {
  endpoints: PartnerEndpoint[];
  waiting: { requestId: string; action: string; address: string }[];
}

async function listed({ partner }: ConsoleDesk, page: Browser): Promise<Listed> {
  const answer = await read(page, `/api/partners/${partner.id}/endpoints`);
  assert.equal(answer.status, 200, answer.text);
  assert.ok(!answer.text.includes('s3cret'), 'a query may hold a password');
  return answer.body as unknown as Listed;
}

const confirm = async (page: Browser, id: string): Promise<ConsoleAnswer> =>
  await page.call('confirmRequest', { marksRead: [] }, { id });

suite('webhook endpoints of partners at the console', () => {
  test('an address takes two people, its secret is told once, and only what opens something takes two again', async (t) => {
    const desk = await openConsoleDesk(t);
    const [first, second] = [await desk.operator(ADMINISTRATOR), await desk.operator(ADMINISTRATOR)];
    const pressId = randomUUID();
    const addition = { pressId, url: URL, events: EVENTS, sinceBeginning: false };
    const asked = await first.page.call('addPartnerEndpoint', addition, { id: desk.partner.id });
    assert.deepEqual(asked.body, { outcome: 'asked', requestId: pressId }, asked.text);
    const waiting = await listed(desk, second.page);
    assert.deepEqual(waiting.endpoints, []);
    assert.deepEqual(
      waiting.waiting.map(({ requestId, action }) => [requestId, action]),
      [[pressId, 'webhook.add']],
    );
    const confirmed = await confirm(second.page, pressId);
    const secret = confirmed.body['webhookSecret'] as string;
    assert.match(secret, /^whsec_/, confirmed.text);
    // The answer to the asking was lost: the same press is answered as it was, and stands for its words.
    const repeat = async (press: object) =>
      (await first.page.call('addPartnerEndpoint', press, { id: desk.partner.id })).body;
    assert.deepEqual(await repeat(addition), asked.body);
    assert.equal((await repeat({ ...addition, events: EVENTS.slice(1) }))['refusal'], 'pressed_otherwise');
    const [endpoint] = (await listed(desk, first.page)).endpoints;
    assert.deepEqual([endpoint?.id, endpoint?.status, endpoint?.eventTypes], [pressId, 'active', EVENTS]);

    const id = pressId;
    const press = async (name: 'pausePartnerEndpoint' | 'resumePartnerEndpoint' | 'disablePartnerEndpoint') =>
      (await first.page.call(name, { pressId: randomUUID() }, { id })).body;
    const done = { outcome: 'done', isChanged: true };
    assert.deepEqual(await press('pausePartnerEndpoint'), done);
    assert.deepEqual(await press('pausePartnerEndpoint'), { outcome: 'done', isChanged: false });
    assert.deepEqual(await press('resumePartnerEndpoint'), done);
    const events = { pressId: randomUUID(), events: ['deposit.approved'] };
    assert.deepEqual((await first.page.call('setPartnerEndpoint', events, { id })).body, done);
    const url = { pressId: randomUUID(), url: 'https://other.example/hooks' };
    assert.equal((await first.page.call('setPartnerEndpoint', url, { id })).body['outcome'], 'asked');
    assert.deepEqual(await press('disablePartnerEndpoint'), done);
    const enable = await first.page.call('enablePartnerEndpoint', { pressId: randomUUID() }, { id });
    assert.equal(enable.body['outcome'], 'asked', enable.text);
    assert.equal((await listed(desk, second.page)).waiting.length, 2);
    const { rows } = await desk.owner.query<{ text: string }>(
      'select details::text as text from audit_entry union all select row_to_json(r)::text from second_person_request r',
    );
    for (const { text } of rows) assert.ok(!text.includes(secret));
  });

  test('a rotated secret signs beside the older one, until somebody ends that', async (t) => {
    const desk = await openConsoleDesk(t);
    const [first, second] = [await desk.operator(ADMINISTRATOR), await desk.operator(ADMINISTRATOR)];
    const { id } = await insertEndpoint(desk.owner, { partnerId: desk.partner.id, url: URL });
    const pressId = randomUUID();
    const asked = await first.page.call('rotateEndpointSecret', { pressId, overlapHours: 24 }, { id });
    assert.deepEqual(asked.body, { outcome: 'asked', requestId: pressId }, asked.text);
    assert.equal((await listed(desk, first.page)).endpoints[0]?.secrets.length, 1);
    const confirmed = await confirm(second.page, pressId);
    assert.match(confirmed.body['webhookSecret'] as string, /^whsec_/, confirmed.text);
    const secrets = (await listed(desk, first.page)).endpoints[0]?.secrets ?? [];
    assert.deepEqual(
      secrets.map(({ expiresAt }) => expiresAt === null),
      [true, false],
    );
    const ended = await first.page.call('revokeOlderSecrets', { pressId: randomUUID() }, { id });
    assert.deepEqual(ended.body, { outcome: 'done', isChanged: true }, ended.text);
    const again = await first.page.call('revokeOlderSecrets', { pressId: randomUUID() }, { id });
    assert.equal(again.body['refusal'], 'last_live_secret');
  });

  test('deliveries are listed by state, and an address that is none is refused', async (t) => {
    const desk = await openConsoleDesk(t);
    const { page } = await desk.operator(ADMINISTRATOR);
    const { id } = await insertEndpoint(desk.owner, { partnerId: desk.partner.id, url: URL });
    const answer = await read(page, `/api/endpoints/${id}/deliveries`);
    assert.equal(answer.status, 200, answer.text);
    assert.deepEqual(answer.body['deliveries'], []);
    assert.equal((await read(page, `/api/endpoints/${id}/deliveries?state=parked`)).status, 200);
    assert.equal((await read(page, `/api/endpoints/${randomUUID()}/deliveries`)).code, 'not_found');
    const wrong = {
      pressId: randomUUID(),
      url: 'http://10.0.0.1/hooks',
      events: EVENTS,
      sinceBeginning: false,
    };
    const refused = await page.call('addPartnerEndpoint', wrong, { id: desk.partner.id });
    assert.equal(refused.body['refusal'], 'endpoint_url_invalid', refused.text);
  });

  test('a test is asked of a worker once a press, and its page follows it', async (t) => {
    const desk = await openConsoleDesk(t);
    const { page } = await desk.operator(ADMINISTRATOR);
    const { id } = await insertEndpoint(desk.owner, { partnerId: desk.partner.id, url: URL });
    const pressId = randomUUID();
    const early = await page.call('testEndpoint', { pressId }, { id });
    assert.equal(early.body['refusal'], 'no_worker_alive', early.text);
    await desk.owner.query(
      `insert into running_process (id, kind, host, pid, version, alive_until)
       values ($1, 'worker', 'w1', 1, '0.0.0', now() + interval '1 minute')`,
      [randomUUID()],
    );
    const asked = await page.call('testEndpoint', { pressId }, { id });
    assert.equal(asked.body['outcome'], 'done', asked.text);
    assert.equal((await page.call('testEndpoint', { pressId }, { id })).body['outcome'], 'done');
    const { rowCount } = await desk.owner.query('select from webhook_test');
    assert.equal(rowCount, 1);
    const other = await page.call('testEndpoint', { pressId: randomUUID() }, { id });
    assert.equal(other.body['refusal'], 'webhook_test_open');
    assert.equal((await read(page, `/api/endpoint-tests/${pressId}`)).body['state'], 'waiting');
    await desk.owner.query(
      `update webhook_test set taken_at = now(), ended_at = now(), duration_ms = 12, status_code = 401, answer_start = 'no'`,
    );
    assert.deepEqual((await read(page, `/api/endpoint-tests/${pressId}`)).body, {
      state: 'ended',
      finding: 'signature_refused',
      status: 401,
      durationMs: 12,
      answerStart: 'no',
    });
    // Nobody forgets what is under way, and so tests without end: how long one counts is not the caller's to say.
    const open = randomUUID();
    assert.equal((await page.call('testEndpoint', { pressId: open }, { id })).body['outcome'], 'done');
    const asConsole = desk.database.pool('vezne_console');
    await asConsole.query('select forget_webhook_tests($1)', [id]);
    await assert.rejects(asConsole.query('select forget_webhook_tests($1, 0, 0, 0)', [id]), {
      code: '42883',
    });
    assert.equal((await read(page, `/api/endpoint-tests/${open}`)).body['state'], 'waiting');
    await desk.owner.query(
      `update webhook_test set asked_at = now() - interval '181 seconds' where id = $1`,
      [open],
    );
    // One that no worker took in time is in nobody's way.
    const late = randomUUID();
    assert.equal((await page.call('testEndpoint', { pressId: late }, { id })).body['outcome'], 'done');
    await desk.owner.query(`update webhook_test set asked_at = now() - interval '31 seconds' where id = $1`, [
      late,
    ]);
    assert.equal((await read(page, `/api/endpoint-tests/${late}`)).body['state'], 'not_taken');
    const next = await page.call('testEndpoint', { pressId: randomUUID() }, { id });
    assert.equal(next.body['outcome'], 'done', next.text);
  });
});

/** The smallest picture that is one. */
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

suite('pictures of partners at the console', () => {
  test('one takes the place of another, is shown as it is, and goes; the table itself nobody may empty', async (t) => {
    const desk = await openConsoleDesk(t);
    const { page } = await desk.operator(ADMINISTRATOR);
    const id = desk.partner.id;
    const set = async (content: string): Promise<ConsoleAnswer> =>
      await page.call('setPartnerLogo', { pressId: randomUUID(), content }, { id });
    assert.equal((await read(page, `/api/partners/${id}/logo`)).code, 'not_found');
    const first = await set(PNG);
    assert.deepEqual(first.body, { outcome: 'done', isChanged: true }, first.text);
    assert.deepEqual((await set(PNG)).body, { outcome: 'done', isChanged: false });
    await desk.owner.query(`update partner_logo set content_hash = '0123456789abcdef'`);
    assert.deepEqual((await set(PNG)).body, { outcome: 'done', isChanged: true }, 'in the place of another');
    assert.equal((await read(page, `/api/partners/${id}/logo`)).status, 200);
    const text = Buffer.from('no picture').toString('base64');
    assert.equal((await set(text)).body['refusal'], 'logo_type_unknown');
    await assert.rejects(
      desk.database.pool('vezne_console').query('delete from partner_logo'),
      /permission denied/,
    );
    const removed = await page.call('removePartnerLogo', { pressId: randomUUID() }, { id });
    assert.deepEqual(removed.body, { outcome: 'done', isChanged: true }, removed.text);
    assert.equal((await read(page, `/api/partners/${id}/logo`)).code, 'not_found');
  });
});
