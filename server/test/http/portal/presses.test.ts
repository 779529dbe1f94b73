import assert from 'node:assert/strict';
import { test } from 'node:test';
import { insertPartner } from '../../harness/factories.ts';
import { insertPartnerPerson, startTestPortal } from '../../harness/portal.ts';
import { insertEndpoint } from '../../harness/webhook-endpoints.ts';

test('who presses without an end is refused after some in a minute, and fills no log; a colleague goes on', async (t) => {
  const { owner, browser } = await startTestPortal(t, { pressesAMinute: 6 });
  const { id: partnerId } = await insertPartner(owner);
  const { id } = await insertEndpoint(owner, { partnerId, url: 'https://shop.example/hooks' });
  const [busy, calm] = [browser(), browser()];
  for (const page of [busy, calm])
    assert.equal((await page.signIn(await insertPartnerPerson(owner, { partnerId }))).status, 200);
  const answers: number[] = [];
  for (let press = 0; press < 10; press += 1) {
    const route = press % 2 === 0 ? 'pauseEndpoint' : 'resumeEndpoint';
    answers.push((await busy.call(route, {}, { id })).status);
  }
  assert.deepEqual(answers.slice(-4), [429, 429, 429, 429]);
  assert.equal(answers.filter((status) => status === 200).length, 6);
  const { rows } = await owner.query(
    `select 1 from audit_entry where action in ('webhook.pause', 'webhook.resume')`,
  );
  assert.equal(rows.length, 6);
  assert.equal((await busy.call('getHome')).status, 200, 'and may still look');
  assert.equal((await calm.call('pauseEndpoint', {}, { id })).status, 200);
});
