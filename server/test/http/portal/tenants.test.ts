import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { PORTAL_API } from '@vezne/contract/portal/routes';
import { fromAnotherNetwork } from '../../harness/console.ts';
import { newId } from '../../../src/ids.ts';
import { BODIES, FOREIGN_IDS, NAMED_BY_ID, QUERIES, inParts, openTwoPartners } from './two-partners.ts';
import type { RouteWithId } from './two-partners.ts';

test('every route with an id is tried', () => {
  const withId = Object.entries(PORTAL_API).filter(([, { path }]) => path.includes(':id'));
  assert.deepEqual(withId.map(([name]) => name).toSorted(), Object.keys(NAMED_BY_ID).toSorted());
});

test(`every route answers to ${FOREIGN_IDS} ids of another partner as to one that never was, for two partners`, async (t) => {
  const { owner, browser, clock, people, idsOf } = await openTwoPartners(t);
  for (const [asking, asked] of [people, people.toReversed()] as const) {
    assert.ok(asking && asked);
    const page = browser();
    await page.signInWithProof(asking, clock);
    const answers = new Set<string>();
    for (const [name, table] of Object.entries(NAMED_BY_ID) as [RouteWithId, string][]) {
      const ids = [randomUUID(), newId(), ...(await idsOf(table, asked.partnerId))];
      await inParts(ids, async (id) => {
        const headers = fromAnotherNetwork();
        const { status, text } = await page.call(name, BODIES[name], {
          id,
          headers,
          query: QUERIES[name] ?? '',
        });
        answers.add(`${status} ${text.replace(/req_\w+/, 'req_')}`);
      });
    }
    assert.deepEqual(
      [...answers],
      ['404 {"error":"There is nothing here under this address.","code":"not_found","requestId":"req_"}'],
    );
  }
  const { rows } = await owner.query(
    `select (select count(*)::int4 from partner_person where removed_at is not null) as removed,
       (select count(*)::int4 from partner_invitation where withdrawn_at is not null) as withdrawn,
       (select count(*)::int4 from partner_passkey where name = 'Mine') as renamed,
       (select count(*)::int4 from credential where revoked_at is not null) as revoked,
       (select count(*)::int4 from webhook_endpoint where status <> 'active') as paused,
       (select count(*)::int4 from webhook_secret) as secrets`,
  );
  assert.deepEqual(rows, [{ removed: 0, withdrawn: 0, renamed: 0, revoked: 0, paused: 0, secrets: 0 }]);
});
