import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { pino } from 'pino';
import { ConfigError } from '../../../src/config/environment.ts';
import { createSealedSecrets } from '../../../src/keys/sealed-secrets.ts';
import { startApi } from '../../../src/processes/api.ts';
import { vezneOn } from '../../commands/vezne.ts';
import { apiConfig, countTransactions, startTestApi } from '../../harness/api.ts';
import { get, post } from '../../harness/client.ts';
import { createTestDatabase } from '../../harness/database.ts';
import { assertCreated, assertRefused, assertUnanswered, until } from '../../harness/expectations.ts';
import { insertCredential, insertPartner, withdrawalBody } from '../../harness/factories.ts';

const versionTwo = { current: 2, byVersion: new Map([[2, randomBytes(32)]]) };

test('an api process without the key of its credentials does not start, and names the missing version', async (t) => {
  const database = await createTestDatabase(t);
  await insertPartner(database.pool());
  const started = startApi(apiConfig(database, { secretKeys: versionTwo }), pino({ level: 'silent' }));
  await assert.rejects(
    started.then(async ({ stop }) => await stop()),
    (error: unknown) => {
      assert.ok(error instanceof ConfigError);
      assert.match(error.message, /VEZNE_SECRET_KEYS lacks version 1\b/);
      return true;
    },
  );

  const { code, stderr } = await vezneOn(database, {
    VEZNE_ENV: 'development',
    VEZNE_LOG_LEVEL: 'silent',
    VEZNE_CELL: 'test',
    VEZNE_PORT: '0',
    VEZNE_API_DATABASE_URL: database.urlOf('vezne_api'),
    VEZNE_PUBLIC_URL: 'https://pay.example',
    VEZNE_SECRET_KEYS: `2:${randomBytes(32).toString('base64')}`,
  })('api');
  assert.equal(code, 1);
  assert.match(stderr, /VEZNE_SECRET_KEYS lacks version 1\b/);
  assert.doesNotMatch(stderr, / at /, 'a sentence, not a stack');
});

test('an API key that a running api cannot open is neither served nor called unknown, and others are served', async (t) => {
  const { url, owner, partner } = await startTestApi(t);
  const sealedElsewhere = await insertCredential(owner, partner.id, createSealedSecrets(versionTwo));
  const unavailable = await until(
    async () => await get(url, sealedElsewhere, '/v1/limits'),
    ({ status }) => status !== 401,
  );
  assertRefused(unavailable, 'unavailable');
  assert.equal(unavailable.headers['retry-after'], '2');
  await assertUnanswered(post(url, sealedElsewhere, '/v1/withdrawals', withdrawalBody()));
  assert.equal(await countTransactions(owner), 0);
  assertCreated(await post(url, partner, '/v1/withdrawals', withdrawalBody()));
  const stranger = { ...partner, apiKey: `vzk_test_${'0'.repeat(26)}` };
  assertRefused(await post(url, stranger, '/v1/withdrawals', withdrawalBody()), 'signature_invalid');
});
