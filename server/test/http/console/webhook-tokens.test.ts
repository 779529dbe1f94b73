import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getRequest } from '@vezne/contract/console/requests';
import { createDatabase } from '../../../src/db/kysely.ts';
import { setWebhookEndpoint } from '../../../src/usecases/webhooks/change.ts';
import { openConsoleDesk, read } from '../../harness/console-desk.ts';
import { insertEndpoint } from '../../harness/webhook-endpoints.ts';

test('a token in the address of an endpoint is in no request, no entry and no file, and stays in the log', async (t) => {
  const desk = await openConsoleDesk(t);
  const { person, page } = await desk.operator({ roles: ['administrator'] });
  const auditor = await desk.operator({ roles: ['auditor'] });
  const address = 'https://shop.example/hook';
  const { id } = await insertEndpoint(desk.owner, {
    partnerId: desk.partner.id,
    url: `${address}?token=hush1`,
  });
  const db = createDatabase(desk.database.pool('vezne_admin'));
  const actor = { kind: 'command_line' as const, id: person.id, name: person.handle };
  const url = `${address}?token=hush2`;
  const note = `was ${address}?token=hush1`;
  const asked = await setWebhookEndpoint({ db, actor, note }, { endpoint: id, url, allowPrivate: false });
  assert.equal(asked.outcome, 'asked');
  const requestId = asked.outcome === 'asked' ? asked.requestId : '';

  const shown = new Map<string, string>();
  for (const browser of [page, auditor.page]) {
    for (const path of ['/api/requests', `/api/requests/${requestId}`, '/api/audit', '/api/audit/export']) {
      const { status, body } = await read(browser, path);
      assert.equal(status, 200, path);
      shown.set(path, JSON.stringify(body));
    }
    const { entries } = (await read(browser, '/api/audit?action=request.ask')).body as {
      entries: { id: string }[];
    };
    const no = entries[0]?.id ?? assert.fail();
    shown.set('entry', JSON.stringify((await read(browser, `/api/audit/entries/${no}`)).body));
    for (const [path, text] of shown) {
      assert.ok(!text.includes('hush'), path);
      assert.ok(text.includes(`${address}?…`) || path === '/api/audit', path);
    }
  }
  const { lines } = getRequest.response.parse((await read(page, `/api/requests/${requestId}`)).body);
  const line = lines.find(({ field }) => field === 'url');
  const sides = [line?.before, line?.after].map(String);
  for (const side of sides) assert.match(side, /^https:\/\/shop\.example\/hook\?…[0-9a-f]{8}$/);
  assert.notEqual(sides[0], sides[1], 'that it differs can be seen');
  const { rows } = await desk.owner.query(`select from audit_entry where details::text like '%hush2%'`);
  assert.equal(rows.length, 1, 'the entry itself is what was sealed');
});
