import assert from 'node:assert/strict';
import { test } from 'node:test';
import { insertPartnerPerson, startTestPortal } from '../../harness/portal.ts';

/** Longer than a page takes, and less than a read may wait. */
const AT_ONCE_MS = 2_500;

/** What somebody asks for again and again, and the table that keeps it waiting. Home and the session read others. */
const LONG_READS = {
  searches: { route: 'searchTransactions', body: { text: 'nobody' }, table: 'transaction' },
  keys: { route: 'listCredentials', body: undefined, table: 'credential' },
  endpoints: { route: 'listEndpoints', body: undefined, table: 'webhook_endpoint' },
} as const;

for (const [what, { route, body, table }] of Object.entries(LONG_READS))
  test(`a partner whose ${what} take long keeps nobody of another partner waiting, and gets no more than its turns`, async (t) => {
    const { owner, browser } = await startTestPortal(t, { config: { environment: 'development' } });
    const [ayse, ece] = [await insertPartnerPerson(owner), await insertPartnerPerson(owner)];
    const [busy, other] = [browser(), browser('198.51.100.2')];
    await busy.signIn(ayse);
    await other.signIn(ece);
    const holder = await owner.connect();
    await holder.query(`begin; lock table ${table} in access exclusive mode`);
    const searches = Array.from({ length: 100 }, async () => await busy.call(route, body));
    // More than the turns of a partner and its line are refused at once.
    const first = await Promise.race(searches);
    assert.deepEqual([first.status, first.code], [503, 'unavailable']);
    const startMs = performance.now();
    const session = await other.call('getSession');
    const people = await other.call('listPeople');
    const tookMs = performance.now() - startMs;
    assert.deepEqual([session.status, people.status], [200, 200]);
    assert.ok(tookMs < AT_ONCE_MS, `${tookMs} ms`);
    await holder.query('rollback');
    holder.release();
    const answers = new Set((await Promise.all(searches)).map(({ status }) => status));
    assert.deepEqual([...answers].toSorted(), [200, 503]);
    assert.equal((await busy.call(route, body)).status, 200, 'it goes on');
  });
