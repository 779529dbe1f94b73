import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parseEnv, promisify } from 'node:util';
import { pino } from 'pino';
import { startApi } from '../../server/src/processes/api.ts';
import { apiConfig } from '../../server/test/harness/api.ts';
import { get } from '../../server/test/harness/client.ts';
import { createTestDatabase } from '../../server/test/harness/database.ts';
import { until } from '../../server/test/harness/expectations.ts';
import { insertBankAccount, insertPartner } from '../../server/test/harness/factories.ts';
import { insertPartnerPerson } from '../../server/test/harness/portal.ts';
import { nameSealingKeys } from '../../server/test/harness/sealing.ts';
import { openBrowser } from '../browser.ts';
import { openPlacePage } from '../signed-in/place.ts';
import { enter, openPortal } from './portal.ts';
import { prove } from './screens/screen.ts';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** What stands in a copied form is only this, and what runs it has no other variable of ours. */
const PLAIN = { PATH: process.env['PATH'] };

/** The variables that texts of programs name, but for the secret of a webhook, which is no part of a key. */
function variablesIn(files: readonly string[]): string[] {
  assert.ok(files.length > 0);
  const named = files.flatMap(
    (file) => readFileSync(join(ROOT, file), 'utf8').match(/\bVEZNE_[A-Z_]+/g) ?? [],
  );
  return [...new Set(named)].filter((name) => name !== 'VEZNE_WEBHOOK_SECRET').toSorted();
}

test('what a developer copies of a new key works as it is: .env, and with it curl, the SDK and every sample', async (t) => {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  const partner = await insertPartner(owner, { redirectHosts: ['shop.example'] });
  await insertBankAccount(owner);
  await nameSealingKeys(database);
  const api = await startApi(apiConfig(database), pino({ level: 'silent' }));
  t.after(api.stop);
  const { url } = await openPortal(t, { environment: 'development', database, config: { apiUrl: api.url } });
  const deniz = await insertPartnerPerson(owner, {
    partnerId: partner.id,
    roles: ['developer'],
    factors: 'none',
  });
  const { page, messages } = await openPlacePage(await openBrowser(t), {
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  await enter(page, url, deniz);
  await page.goto(`${url}/credentials`);
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Yeni anahtar' }).click();
  await dialog.getByRole('button', { name: 'Yeni anahtar' }).click();
  await prove(page, deniz);
  await dialog.getByText('Bunlar yalnızca şimdi gösterilir').waitFor();

  const copied = async (form: string): Promise<string> => {
    await dialog.getByRole('tab', { name: form, exact: true }).click();
    await page.evaluate(`navigator.clipboard.writeText('')`);
    await dialog.getByRole('button', { name: 'Kodu kopyala' }).click();
    const text = await until(
      async () => String(await page.evaluate('navigator.clipboard.readText()')),
      (copy) => copy !== '',
    );
    assert.equal(text, await dialog.getByRole('tabpanel').textContent(), 'what is shown is what is copied');
    return text;
  };
  const [env, curl, typescript] = [await copied('.env'), await copied('curl'), await copied('TypeScript')];
  const shown = await dialog.locator('dd code').allInnerTexts();
  await page.keyboard.press('Escape');

  const [apiKey = '', apiSecret = '', hashSecret = ''] = shown;
  const variables = {
    VEZNE_API_KEY: apiKey,
    VEZNE_API_SECRET: apiSecret,
    VEZNE_HASH_SECRET: hashSecret,
    VEZNE_URL: api.url,
  };
  const names = Object.keys(variables);
  assert.deepEqual({ ...parseEnv(env) }, variables);
  for (const folder of ['curl', 'php', 'python', 'typescript'])
    assert.deepEqual(variablesIn(globSync(`examples/samples/${folder}/*`, { cwd: ROOT })), names, folder);
  for (const text of ['packages/sdk/README.md', 'server/src/http/docs/guides/facts.ts'])
    assert.deepEqual(variablesIn([text]), names, text);

  // Processes know of a key some moments after it was made.
  await until(
    async () => await get(api.url, { apiKey, apiSecret, hashSecret }, '/v1/limits'),
    ({ status }) => status === 200,
  );
  const directory = await mkdtemp(join(tmpdir(), 'vezne-copied-'));
  t.after(async () => await rm(directory, { recursive: true }));
  await writeFile(join(directory, '.env'), `${env}\n`);
  await writeFile(join(directory, 'first.sh'), `set -a\n. ./.env\nset +a\n${curl}\n`);
  const first = await run('bash', ['first.sh'], { cwd: directory, env: PLAIN });
  const { transaction } = JSON.parse(first.stdout) as { transaction?: Record<string, unknown> };
  assert.ok(transaction, first.stdout);
  assert.deepEqual(
    [transaction['type'], transaction['status'], transaction['externalReference']],
    ['deposit', 'waiting_payment', 'order-1'],
    first.stdout,
  );

  // The same order with the SDK: what it gets is the first answer.
  const program = `${typescript}\nconsole.log(JSON.stringify(deposit));`;
  const second = await run(
    process.execPath,
    [`--env-file=${directory}/.env`, '--input-type=module-typescript', '--eval', program],
    { cwd: ROOT, env: PLAIN },
  );
  const again = JSON.parse(second.stdout) as { transaction: Record<string, unknown> };
  assert.equal(again.transaction['id'], transaction['id'], second.stdout);

  const limits = await run('bash', [`-c`, `set -a; . ${directory}/.env; set +a; bash get-limits.sh`], {
    cwd: join(ROOT, 'examples/samples/curl'),
    env: PLAIN,
  });
  assert.equal((JSON.parse(limits.stdout) as Record<string, unknown>)['currency'], 'TRY', limits.stdout);
  const { rows } = await owner.query(
    `select t.partner_id, t.external_reference, t.amount_cents, t.customer_full_name, c.api_key
     from transaction t join credential c on c.partner_id = t.partner_id and c.api_key = $1`,
    [apiKey],
  );
  assert.deepEqual(rows, [
    {
      partner_id: partner.id,
      external_reference: 'order-1',
      amount_cents: 100_000n,
      customer_full_name: 'Ayşe Işık',
      api_key: apiKey,
    },
  ]);
  assert.deepEqual(messages, []);
});
