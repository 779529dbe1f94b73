import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import type { PartnerDetail, PartnerRow } from '@vezne/contract/console/partners';
import { commandLineActor } from '@vezne/domain/actor';
import { openConsoleDesk, read } from '../../../harness/console-desk.ts';
import type { ConsoleDesk } from '../../../harness/console-desk.ts';
import type { Browser, ConsoleAnswer } from '../../../harness/console.ts';
import { insertPartnerPerson } from '../../../harness/portal.ts';
import { insertEndpoint } from '../../../harness/webhook-endpoints.ts';
import { confirmRequest } from '../../../../src/usecases/confirmation/confirm.ts';
import { confirmContext } from '../../../harness/by-two.ts';
import { assertRefused } from '../../../harness/refusals.ts';

const ADMINISTRATOR = { roles: ['administrator' as const] };

async function detailOf({ partner }: ConsoleDesk, page: Browser): Promise<PartnerDetail> {
  const answer = await read(page, `/api/partners/${partner.id}`);
  assert.equal(answer.status, 200, answer.text);
  return answer.body as PartnerDetail;
}

async function set(
  { partner }: ConsoleDesk,
  page: Browser,
  settings: object,
  pressId = randomUUID(),
): Promise<ConsoleAnswer> {
  return await page.call('setPartner', { pressId, ...settings }, { id: partner.id });
}

/** What the audit log has of it, the newest last. */
async function audited({ owner }: ConsoleDesk): Promise<string[]> {
  const { rows } = await owner.query<{ action: string }>(
    `select action from audit_entry where action like 'partner.%' or action like 'request.%' order by id`,
  );
  return rows.map(({ action }) => action);
}

async function settingsOf({ owner, partner }: ConsoleDesk): Promise<Record<string, unknown>> {
  const { rows } = await owner.query<Record<string, unknown>>(
    `select name, redirect_hosts as hosts, allowed_networks::text[] as networks, requests_per_second as rate,
       deposits_paused as "depositsPaused", withdrawals_paused as "withdrawalsPaused" from partner where id = $1`,
    [partner.id],
  );
  return rows[0] ?? {};
}

suite('partners at the console', () => {
  test('networks that the only person of a partner asked for at the portal are shown, and are gone once they are set', async (t) => {
    const desk = await openConsoleDesk(t);
    const { owner, partner } = desk;
    const asker = await insertPartnerPerson(owner, { partnerId: partner.id, name: 'Selin Aksoy' });
    await owner.query(
      `insert into partner_network_request (id, partner_id, before, wanted, asked_by_id) values ($1, $2, '{}', '{203.0.113.0/24}', $3)`,
      [randomUUID(), partner.id, asker.id],
    );
    const { page } = await desk.operator(ADMINISTRATOR);
    const asked = async () => (await detailOf(desk, page)).settings?.askedNetworks;
    const { askedAt, expiresAt, ...shown } = (await asked()) ?? assert.fail();
    assert.deepEqual(shown, { networks: ['203.0.113.0/24'], askedBy: 'Selin Aksoy', waitsFor: 'us' });
    assert.equal(Date.parse(expiresAt) - Date.parse(askedAt), 7 * 86_400_000);
    await insertPartnerPerson(owner, { partnerId: partner.id, roles: ['finance'] });
    assert.equal((await asked())?.waitsFor, 'us', 'who looks after the money sets no networks');
    await insertPartnerPerson(owner, { partnerId: partner.id, roles: ['developer'] });
    assert.equal((await asked())?.waitsFor, 'colleague');
    // From anywhere to one place narrows, so one person of ours does it at once.
    assert.equal((await set(desk, page, { allowedNetworks: ['203.0.113.0/24'] })).status, 200);
    assert.equal(await asked(), null);
    const { page: operators } = await desk.operator({ roles: ['operator'] });
    assert.equal((await detailOf(desk, operators)).settings, null);
  });

  test('a list with balance, open withdrawals and webhooks for everybody, and settings for those who read everything', async (t) => {
    const desk = await openConsoleDesk(t);
    await desk.withdrawal();
    await insertEndpoint(desk.owner, { partnerId: desk.partner.id, url: 'https://shop.example/hooks' });
    for (const role of ['administrator', 'finance', 'senior_operator', 'operator', 'auditor'] as const) {
      const { page } = await desk.operator({ roles: [role] });
      const answer = await read(page, '/api/partners');
      assert.equal(answer.status, 200, `${role}: ${answer.text}`);
      const partners = answer.body['partners'] as PartnerRow[];
      const row = partners.find(({ id }) => id === desk.partner.id);
      assert.equal(row?.status, 'active');
      assert.equal(row?.webhooks, 'healthy');
      assert.equal(row?.openWithdrawals.count, 1);
      assert.ok((row?.openWithdrawals.cents ?? 0) > 0);
      assert.equal((await detailOf(desk, page)).settings === null, role === 'operator', role);
    }
    const admin = await desk.operator(ADMINISTRATOR);
    assert.equal((await read(admin.page, `/api/partners/${randomUUID()}`)).code, 'not_found');
  });

  test('whoever decides pauses alone, a senior operator resumes, and a press that comes twice changes nothing more', async (t) => {
    const desk = await openConsoleDesk(t);
    const senior = await desk.operator({ roles: ['senior_operator'] });
    const operator = await desk.operator();
    const id = desk.partner.id;
    const body = { pressId: randomUUID(), deposits: true, withdrawals: false };
    const paused = await operator.page.call('pausePartner', body, { id });
    assert.deepEqual([paused.status, paused.body], [200, { outcome: 'done', isChanged: true }], paused.text);
    const again = await operator.page.call('pausePartner', body, { id });
    assert.deepEqual(again.body, { outcome: 'done', isChanged: true }, 'and is told what it did');
    assert.equal((await settingsOf(desk))['depositsPaused'], true);
    assert.equal((await operator.page.call('resumePartner', body, { id })).code, 'not_permitted');
    const resumed = await senior.page.call('resumePartner', { ...body, pressId: randomUUID() }, { id });
    assert.deepEqual(resumed.body, { outcome: 'done', isChanged: true });
    assert.deepEqual(await audited(desk), ['partner.pause', 'partner.resume']);
    const another = { ...body, pressId: randomUUID() };
    assert.equal((await operator.page.call('pausePartner', another, { id: randomUUID() })).code, 'not_found');
  });

  test('a name and a lower rate are one person’s, and a higher rate waits for a second one', async (t) => {
    const desk = await openConsoleDesk(t);
    const [first, second] = [await desk.operator(ADMINISTRATOR), await desk.operator(ADMINISTRATOR)];
    assert.deepEqual((await set(desk, first.page, { name: 'Mavi Oyun', requestsPerSecond: 50 })).body, {
      outcome: 'done',
      isChanged: true,
    });
    const before = await settingsOf(desk);
    const pressId = randomUUID();
    const wanted = { requestsPerSecond: 80, note: 'they grow' };
    const asked = await set(desk, first.page, wanted, pressId);
    assert.deepEqual(asked.body, { outcome: 'asked', requestId: pressId }, asked.text);
    assert.deepEqual(await settingsOf(desk), before, 'alone, nothing changes');
    assert.deepEqual(await audited(desk), ['partner.set', 'request.ask']);
    assert.deepEqual(
      (await detailOf(desk, second.page)).waiting.map(({ requestId, action }) => [requestId, action]),
      [[pressId, 'partner.set']],
    );

    // Whoever asked confirms neither here nor at the command line.
    const confirm = { marksRead: [] };
    const own = await first.page.call('confirmRequest', confirm, { id: pressId });
    assert.equal(own.body['refusal'], 'own_request');
    const atTerminal = { ...commandLineActor(first.person.handle), id: first.person.id };
    await assertRefused(
      confirmRequest(confirmContext(desk.database.pool('vezne_admin'), atTerminal), pressId),
      'own_request',
    );

    const confirmed = await second.page.call('confirmRequest', confirm, { id: pressId });
    assert.equal(confirmed.status, 200, confirmed.text);
    assert.equal((await settingsOf(desk))['rate'], 80);
    assert.deepEqual((await detailOf(desk, second.page)).waiting, []);
    // The answer was lost, and the page sends the same press again: it is answered as it was.
    assert.deepEqual((await set(desk, first.page, wanted, pressId)).body, asked.body);
    assert.deepEqual(await audited(desk), ['partner.set', 'request.ask', 'request.confirm', 'partner.set']);
  });

  test('the id of a press stands for its words and its person', async (t) => {
    const desk = await openConsoleDesk(t);
    const [first, second] = [await desk.operator(ADMINISTRATOR), await desk.operator(ADMINISTRATOR)];
    const pressId = randomUUID();
    const wanted = { redirectHosts: [] };
    await set(desk, first.page, { redirectHosts: ['shop.example'] });
    const presses = await Promise.all(
      Array.from({ length: 4 }, async () => await set(desk, first.page, wanted, pressId)),
    );
    for (const { body } of presses) assert.deepEqual(body, { outcome: 'asked', requestId: pressId });
    const { rowCount } = await desk.owner.query('select from second_person_request where id = $1', [pressId]);
    assert.equal(rowCount, 1);
    assert.deepEqual((await audited(desk)).filter((action) => action === 'request.ask').length, 1);
    for (const [page, other] of [
      [first.page, { allowedNetworks: ['10.0.0.0/8'] }],
      [first.page, { ...wanted, note: 'another reason' }],
      [second.page, wanted],
    ] as const) {
      assert.equal((await set(desk, page, other, pressId)).body['refusal'], 'pressed_otherwise');
    }
  });

  test('what makes no sense is refused, and says why', async (t) => {
    const desk = await openConsoleDesk(t);
    const { page } = await desk.operator(ADMINISTRATOR);
    const refusals = [
      [{ redirectHosts: ['shop.example/path'] }, 'host_name_invalid'],
      [{ allowedNetworks: ['10.0.0.1/8'] }, 'network_not_whole'],
      [{ allowedNetworks: ['ten'] }, 'network_invalid'],
      [{ requestsPerSecond: 0 }, 'requests_per_second_out_of_range'],
    ] as const;
    for (const [settings, refusal] of refusals) {
      const answer = await set(desk, page, settings);
      assert.deepEqual([answer.code, answer.body['refusal']], ['decision_refused', refusal], answer.text);
    }
    const empty = await set(desk, page, { name: ' ' });
    assert.deepEqual(
      [empty.code, empty.body['fields']],
      ['invalid_request', [{ path: 'name', problem: 'is required' }]],
    );
    assert.deepEqual(await audited(desk), []);
  });
});
