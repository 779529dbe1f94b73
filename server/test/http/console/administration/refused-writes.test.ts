import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { openConsoleDesk } from '../../../harness/console-desk.ts';

test('what the database refuses is known to be undone, and the page is told so', async (t) => {
  const desk = await openConsoleDesk(t);
  const [first, second] = [
    await desk.operator({ roles: ['administrator', 'operator'] }),
    await desk.operator({ roles: ['administrator'] }),
  ];
  const id = desk.partner.id;
  const asked = await first.page.call('createPartnerCredentials', { pressId: randomUUID() }, { id });
  assert.equal(asked.body['outcome'], 'asked', asked.text);
  await desk.owner.query('revoke insert on credential, audit_entry from vezne_console');
  const pause = { pressId: randomUUID(), deposits: true, withdrawals: false };
  const answers = [
    await first.page.call('pausePartner', pause, { id }),
    await second.page.call('confirmRequest', { marksRead: [] }, { id: String(asked.body['requestId']) }),
  ];
  for (const { status, code, body, text } of answers)
    assert.deepEqual([status, code, body['refusal']], [409, 'decision_refused', 'refused_by_database'], text);
  const { rows } = await desk.owner.query(
    `select r.status, p.deposits_paused as paused from second_person_request r, partner p where p.id = $1`,
    [id],
  );
  assert.deepEqual(rows, [{ status: 'open', paused: false }]);
});
