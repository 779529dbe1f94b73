// Never tried again: a row of another partner that comes once in a thousand times is what it looks for.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { PORTAL_API } from '@vezne/contract/portal/routes';
import { fromAnotherNetwork } from '../../harness/console.ts';
import type { ConsoleAnswer } from '../../harness/console.ts';
import type { PortalBrowser } from '../../harness/portal.ts';
import { newId } from '../../../src/ids.ts';
import { IDS_ELSEWHERE, TYPED, idFields, neighbourOf } from './ids-elsewhere.ts';
import type { IdElsewhere } from './ids-elsewhere.ts';
import { BODIES, FOREIGN_IDS, NAMED_BY_ID, QUERIES, inParts, openTwoPartners } from './two-partners.ts';
import type { RouteWithId } from './two-partners.ts';

test('every route with an id is tried, in its path, its body and its query', () => {
  const withId = Object.entries(PORTAL_API).filter(([, { path }]) => path.includes(':id'));
  assert.deepEqual(withId.map(([name]) => name).toSorted(), Object.keys(NAMED_BY_ID).toSorted());
  assert.deepEqual(
    idFields().toSorted(),
    Object.keys(IDS_ELSEWHERE)
      .filter((name) => !TYPED.has(name))
      .toSorted(),
  );
});

interface Asking {
  page: PortalBrowser;
  ownEndpoint: string;
  /** Whose partner is not theirs. */
  asked: { partnerId: string };
  own: { partnerId: string };
}

const textOf = ({ status, text }: ConsoleAnswer): string => `${status} ${text.replace(/req_\w+/, 'req_')}`;

test(`two partners ask for ${FOREIGN_IDS} ids of each other`, async (t) => {
  const { owner, browser, clock, people, idsOf, endpointOf } = await openTwoPartners(t);
  const both: Asking[] = [];
  for (const [own, asked] of [people, people.toReversed()] as const) {
    assert.ok(own && asked);
    const page = browser();
    await page.signInWithProof(own, clock);
    both.push({ page, own, asked, ownEndpoint: await endpointOf(own.partnerId) });
  }

  await t.test('every route answers to them in its path as to one that never was', async () => {
    for (const { page, asked } of both) {
      const answers = new Set<string>();
      for (const [name, table] of Object.entries(NAMED_BY_ID) as [RouteWithId, string][]) {
        const ids = [randomUUID(), newId(), ...(await idsOf(table, asked.partnerId))];
        await inParts(ids, async (id) => {
          const headers = fromAnotherNetwork();
          answers.add(
            textOf(await page.call(name, BODIES[name], { id, headers, query: QUERIES[name] ?? '' })),
          );
        });
      }
      assert.deepEqual(
        [...answers],
        ['404 {"error":"There is nothing here under this address.","code":"not_found","requestId":"req_"}'],
      );
    }
  });

  for (const [name, { table, status, isPlace, ask }] of Object.entries<IdElsewhere>(IDS_ELSEWHERE)) {
    await t.test(`and so does ${name}`, async () => {
      for (const { page, asked, ownEndpoint } of both) {
        const answerTo = async (id: string): Promise<string> => textOf(await ask(page, { id, ownEndpoint }));
        const unknown = await answerTo(newId());
        assert.ok(unknown.startsWith(String(status)), unknown);
        await inParts(await idsOf(table, asked.partnerId), async (id) => {
          const expected = isPlace === true ? await answerTo(neighbourOf(id)) : unknown;
          assert.equal(await answerTo(id), expected);
        });
      }
    });
  }

  await t.test('nothing of the other has changed', async () => {
    const { rows } = await owner.query(
      `select (select count(*)::int4 from partner_person where removed_at is not null) as removed,
         (select count(*)::int4 from partner_invitation where withdrawn_at is not null) as withdrawn,
         (select count(*)::int4 from partner_passkey where name = 'Mine') as renamed,
         (select count(*)::int4 from credential where revoked_at is not null) as revoked,
         (select count(*)::int4 from webhook_endpoint where status <> 'active') as paused,
         (select count(*)::int4 from webhook_secret) as secrets,
         (select count(*)::int4 from webhook_delivery where state <> 'parked') as resent`,
    );
    assert.deepEqual(rows, [
      { removed: 0, withdrawn: 0, renamed: 0, revoked: 0, paused: 0, secrets: 0, resent: 0 },
    ]);
  });

  await t.test('an id of their own is answered otherwise, wherever it stands', async () => {
    for (const { page, own, ownEndpoint } of both) {
      const told = async (name: keyof typeof IDS_ELSEWHERE): Promise<ConsoleAnswer> => {
        const { table, ask } = IDS_ELSEWHERE[name];
        const [id = ''] = await idsOf(table, own.partnerId);
        return await ask(page, { id, ownEndpoint });
      };
      assert.equal((await told('resendEvent event')).status, 200);
      assert.equal(((await told('listAttempts event')).body['attempts'] as unknown[]).length, 1);
      assert.equal(((await told('searchTransactions text')).body['transactions'] as unknown[]).length, 1);
    }
  });
});
