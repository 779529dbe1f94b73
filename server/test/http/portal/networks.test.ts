import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import type { TestContext } from 'node:test';
import { mostNetworks } from '@vezne/contract/portal/networks';
import { insertPartnerPerson, startTestPortal } from '../../harness/portal.ts';
import type { PartnerTestPerson, PortalBrowser, TestPortal } from '../../harness/portal.ts';

const [OFFICE, SHOP, HOME] = ['192.0.2.0/24', '198.51.100.7/32', '203.0.113.0/24'];

interface Networks {
  networks: string[];
  request: { id: string; wanted: string[]; waitsFor: string; askedBy: { isSelf: boolean } } | null;
}

const networksOf = async (page: PortalBrowser): Promise<Networks> =>
  (await page.call('getNetworks')).body as unknown as Networks;

const requestIdOf = async (page: PortalBrowser): Promise<string> =>
  (await networksOf(page)).request?.id ?? assert.fail('nothing waits');

interface Office extends TestPortal {
  ayse: PartnerTestPerson;
  page: PortalBrowser;
  /** Somebody else of the partner, who has proved it too. */
  join: (roles: ('owner' | 'developer' | 'finance')[]) => Promise<PortalBrowser & { personId: string }>;
}

/** A partner whose requests may come from the office alone. */
async function open(t: TestContext): Promise<Office> {
  const portal = await startTestPortal(t);
  const { owner, browser, clock } = portal;
  const ayse = await insertPartnerPerson(owner);
  await owner.query(`update partner set allowed_networks = $2 where id = $1`, [ayse.partnerId, [OFFICE]]);
  const page = browser();
  await page.signInWithProof(ayse, clock);
  return {
    ...portal,
    ayse,
    page,
    async join(roles) {
      const person = await insertPartnerPerson(owner, { partnerId: ayse.partnerId, roles });
      const other = browser();
      await other.signInWithProof(person, clock);
      return Object.assign(other, { personId: person.id });
    },
  };
}

suite('networks of a partner', () => {
  test('a smaller list holds at once, a new network waits for another person, and so does an empty list', async (t) => {
    const { page, join, owner } = await open(t);
    const mehmet = await join(['developer']);
    const set = async (networks: string[]) => (await page.call('setNetworks', { networks })).body['outcome'];
    assert.equal(await set([OFFICE, SHOP]), 'asked');
    const { networks, request } = await networksOf(page);
    assert.deepEqual(
      [networks, request?.wanted, request?.waitsFor, request?.askedBy.isSelf],
      [[OFFICE], [OFFICE, SHOP], 'colleague', true],
    );
    const again = await page.call('setNetworks', { networks: [HOME] });
    assert.equal(again.code, 'network_request_open');
    const id = await requestIdOf(mehmet);
    assert.equal((await page.call('confirmNetworks', {}, { id })).code, 'own_request');
    assert.equal((await page.call('declineNetworks', {}, { id })).code, 'own_request');
    assert.equal((await mehmet.call('withdrawNetworks', {}, { id })).code, 'not_own_request');
    assert.equal((await mehmet.call('confirmNetworks', {}, { id })).status, 200);
    assert.deepEqual(await networksOf(page), {
      networks: [OFFICE, SHOP],
      request: null,
      ownAddress: '192.0.2.1',
    });
    assert.equal((await mehmet.call('confirmNetworks', {}, { id })).code, 'request_over');
    assert.equal(await set([SHOP]), 'done');
    assert.equal(await set([]), 'asked', 'none means all');
    const { rows } = await owner.query<{ action: string }>(
      `select action from audit_entry where subject_type = 'partner' order by id`,
    );
    assert.deepEqual(
      rows.map(({ action }) => action),
      ['request.ask', 'partner.set', 'request.confirm', 'partner.set', 'request.ask'],
    );
  });

  test('the first network narrows and needs nobody, and a text that is none is refused', async (t) => {
    const { page, owner, ayse } = await open(t);
    await owner.query(`update partner set allowed_networks = '{}' where id = $1`, [ayse.partnerId]);
    for (const wrong of ['here', '192.0.2.1/24', '192.0.2.0/40'])
      assert.equal((await page.call('setNetworks', { networks: [wrong] })).code, 'invalid_request', wrong);
    assert.equal((await page.call('setNetworks', { networks: ['192.0.2.9'] })).body['outcome'], 'done');
    assert.deepEqual((await networksOf(page)).networks, ['192.0.2.9/32']);
  });

  test('a part of what is allowed is nothing new: who narrows after a leak waits for nobody', async (t) => {
    const { page } = await open(t);
    const set = async (networks: string[]) => (await page.call('setNetworks', { networks })).body['outcome'];
    assert.equal(await set(['192.0.2.0/25', '192.0.2.200']), 'done');
    assert.deepEqual((await networksOf(page)).networks, ['192.0.2.0/25', '192.0.2.200/32']);
    assert.equal(await set(['192.0.2.7']), 'done');
    assert.equal(await set(['192.0.2.6/31']), 'asked', 'one address more');
  });

  test('fifty are the most, and a longer list that we set is shortened step by step', async (t) => {
    const { page, owner, ayse, join } = await open(t);
    const mehmet = await join(['developer']);
    const list = (count: number): string[] =>
      Array.from({ length: count }, (_, index) => `192.0.2.${index}/32`);
    const set = async (networks: string[]) => {
      const { body, code } = await page.call('setNetworks', { networks });
      return body['outcome'] ?? code;
    };
    // What the page goes by is what the database holds.
    assert.equal(await set(list(mostNetworks(1) + 1)), 'too_many_networks', 'though it would narrow');
    assert.equal(await set(list(mostNetworks(1))), 'done');
    await owner.query('update partner set allowed_networks = $2 where id = $1', [ayse.partnerId, list(120)]);
    assert.equal(await set(list(mostNetworks(120) + 1)), 'too_many_networks');
    assert.equal(await set(list(119)), 'done');
    assert.equal(await set(list(120)), 'too_many_networks', 'there is no way back');
    assert.equal(await set([...list(118), SHOP]), 'asked', 'another one in the place of the last');
    const id = await requestIdOf(page);
    assert.equal((await mehmet.call('confirmNetworks', {}, { id })).status, 200);
    assert.equal(await set(list(49)), 'done');
    assert.equal(await set(list(51)), 'too_many_networks');
    assert.deepEqual((await networksOf(page)).networks, list(49));
  });

  test('what the database refuses by its own look at the person is asked for again, and is no fault', async (t) => {
    const { page, owner, clock, ayse } = await open(t);
    // The portal's clock is behind, so that it believes in a proof which the database finds too old.
    await owner.query(
      `update partner_session set step_up_at = now() - interval '6 minutes', step_up_began_at = now() - interval '122 minutes'`,
    );
    clock.advance(-300_000);
    const [narrowed, made] = [
      await page.call('setNetworks', { networks: ['192.0.2.7'] }),
      await page.call('revokeCredential', undefined, { id: randomUUID() }),
    ];
    assert.deepEqual([narrowed.code, made.code], ['step_up_required', 'step_up_required']);
    const { rows } = await owner.query(
      'select allowed_networks::text[] as networks from partner where id = $1',
      [ayse.partnerId],
    );
    assert.deepEqual(rows, [{ networks: [OFFICE] }]);
  });

  test('whoever can confirm reads of no other colleague, also in development without a second factor', async (t) => {
    const { owner, browser } = await startTestPortal(t, { config: { environment: 'development' } });
    const ayse = await insertPartnerPerson(owner);
    const page = browser();
    await page.signIn(ayse);
    const cem = await insertPartnerPerson(owner, { partnerId: ayse.partnerId, factors: 'none' });
    await owner.query(
      `insert into partner_network_request (id, partner_id, before, wanted, asked_by_id) values ($1, $2, $3, $4, $5)`,
      [randomUUID(), ayse.partnerId, [OFFICE], [OFFICE, SHOP], ayse.id],
    );
    assert.equal((await networksOf(page)).request?.waitsFor, 'us');
    const theirs = browser();
    assert.equal((await theirs.call('signIn', { email: cem.email, password: cem.password })).status, 200);
    assert.equal((await networksOf(theirs)).request?.waitsFor, 'colleague');
  });

  test('who is alone waits for us; what we set then is what was asked', async (t) => {
    const { page, owner, ayse, join } = await open(t);
    await join(['finance']);
    // Who has set up no second factor yet can confirm nothing.
    await insertPartnerPerson(owner, { partnerId: ayse.partnerId, factors: 'none' });
    await page.call('setNetworks', { networks: [OFFICE, SHOP] });
    assert.equal((await networksOf(page)).request?.waitsFor, 'us');
    // As two of ours do at the console.
    await owner.query('update partner set allowed_networks = $2 where id = $1', [
      ayse.partnerId,
      [SHOP, OFFICE],
    ]);
    assert.equal((await networksOf(page)).request, null);
    const { rows } = await owner.query('select status, ended_by_id from partner_network_request');
    assert.deepEqual(rows, [{ status: 'confirmed', ended_by_id: null }]);
  });

  test('a request ends when the networks change otherwise, when its asker goes, and when it is taken back or declined', async (t) => {
    const { page, owner, ayse, join } = await open(t);
    const mehmet = await join(['owner']);
    const ask = async (by: PortalBrowser): Promise<string> => {
      const asked = await by.call('setNetworks', { networks: [OFFICE, SHOP] });
      assert.equal(asked.body['outcome'], 'asked', asked.text);
      return await requestIdOf(by);
    };
    let id = await ask(page);
    await owner.query('update partner set allowed_networks = $2 where id = $1', [ayse.partnerId, [HOME]]);
    assert.equal((await mehmet.call('confirmNetworks', {}, { id })).code, 'request_over');
    await owner.query('update partner set allowed_networks = $2 where id = $1', [ayse.partnerId, [OFFICE]]);
    id = await ask(page);
    assert.equal((await page.call('withdrawNetworks', {}, { id })).status, 200);
    id = await ask(page);
    assert.equal((await mehmet.call('declineNetworks', {}, { id })).status, 200);
    id = await ask(page);
    await owner.query('update partner_person set removed_at = now() where id = $1', [ayse.id]);
    assert.equal((await mehmet.call('confirmNetworks', {}, { id })).code, 'request_over');
    assert.deepEqual((await networksOf(mehmet)).networks, [OFFICE]);
    assert.equal((await mehmet.call('confirmNetworks', {}, { id: randomUUID() })).code, 'not_found');
  });
});
