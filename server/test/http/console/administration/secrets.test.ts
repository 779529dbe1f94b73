import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { createDatabase } from '../../../../src/db/kysely.ts';
import { createSealedSecrets } from '../../../../src/keys/sealed-secrets.ts';
import { createCredentials } from '../../../../src/usecases/credentials/create.ts';
import { addWebhookEndpoint } from '../../../../src/usecases/webhooks/add.ts';
import { openConsoleDesk } from '../../../harness/console-desk.ts';
import type { ConsoleDesk, Operator } from '../../../harness/console-desk.ts';
import { testKeys } from '../../../harness/keys.ts';

const ADMINISTRATOR = { roles: ['administrator' as const] };

function atTerminal({ database }: ConsoleDesk, { person }: Operator) {
  return {
    db: createDatabase(database.pool('vezne_admin')),
    actor: { kind: 'command_line' as const, id: person.id, name: person.handle },
    sealedSecrets: createSealedSecrets(testKeys.secretKeys),
    cell: 'c1',
  };
}

suite('secrets that are made at the console', () => {
  test('whoever confirms is told them once, and the console can read them never again', async (t) => {
    const desk = await openConsoleDesk(t);
    const [first, second] = [await desk.operator(ADMINISTRATOR), await desk.operator(ADMINISTRATOR)];
    const context = atTerminal(desk, first);
    const asked = [
      await createCredentials(context, desk.partner.id),
      await addWebhookEndpoint(context, {
        partner: desk.partner.id,
        url: 'https://shop.example/hooks',
        allowPrivate: false,
      }),
    ];
    const told: unknown[] = [];
    for (const performed of asked) {
      if (performed.outcome === 'done') assert.fail('This takes two people.');
      const press = async () =>
        await second.page.call('confirmRequest', { marksRead: [] }, { id: performed.requestId });
      const answer = await press();
      assert.equal(answer.status, 200, answer.text);
      told.push(answer.body['credentials'] ?? answer.body['webhookSecret']);
      assert.deepEqual((await press()).body, {
        status: 'confirmed',
        enrolment: null,
        credentials: null,
        webhookSecret: null,
      });
    }
    const [triple, webhookSecret] = told as [{ apiKey: string; apiSecret: string }, string];
    assert.match(triple.apiKey, /^vzk_test_/);
    assert.match(webhookSecret, /^whsec_/);
    const { rows } = await desk.owner.query<{ sealed: string }>(
      'select api_secret_sealed as sealed from credential where api_key = $1',
      [triple.apiKey],
    );
    assert.equal(
      await createSealedSecrets(testKeys.secretKeys).open(rows[0]?.sealed ?? ''),
      triple.apiSecret,
    );
    const { rows: entries } = await desk.owner.query<{ text: string }>(
      'select details::text as text from audit_entry',
    );
    for (const { text } of entries)
      for (const secret of [triple.apiSecret, webhookSecret]) assert.ok(!text.includes(secret));
  });

  test('nothing is sealed with a key that no process has started with which opens it', async (t) => {
    const desk = await openConsoleDesk(t);
    const [first, second] = [await desk.operator(ADMINISTRATOR), await desk.operator(ADMINISTRATOR)];
    const asked = await createCredentials(atTerminal(desk, first), desk.partner.id);
    if (asked.outcome === 'done') assert.fail('This takes two people.');
    await desk.owner.query(
      `insert into key_fingerprint (purpose, version, fingerprint) values ('secret', 99, sha256('x'))`,
    );
    await desk.owner.query(
      `insert into key_holder (purpose, version, role) values ('secret', 99, 'vezne_api')`,
    );
    const refused = await second.page.call('confirmRequest', { marksRead: [] }, { id: asked.requestId });
    assert.equal(refused.body['refusal'], 'key_not_started_with', refused.text);
    const { rows } = await desk.owner.query('select status from second_person_request');
    assert.deepEqual(rows, [{ status: 'open' }]);
  });
});
