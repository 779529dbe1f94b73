/**
 * Runs every sample of /docs and docs/first-deposit.md against a real service, in its own language. This needs bash, curl, openssl, PHP
 * and Python, so it is not part of `npm test`: `npm run test:samples`.
 */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { suite, test } from 'node:test';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { depositRequestExample, withdrawalRequestExample } from '@vezne/contract/partner/examples';
import { verifyRequestSignature } from '@vezne/sdk/signature';
import { countTransactions, startTestApi } from '../server/test/harness/api.ts';
import type { TestApi } from '../server/test/harness/api.ts';
import { post, send } from '../server/test/harness/client.ts';
import { depositBody } from '../server/test/harness/factories.ts';
import { CALLS, LANGUAGES, TIMEOUT_MS, programRunner, run, sampleRunner } from './languages.ts';

/** The pages that show samples. */
const PAGES = ['/docs', '/docs/signing', '/docs/webhooks', '/docs/sdk', '/docs/reference'];

const REPOSITORY = fileURLToPath(new URL('..', import.meta.url));

/** More than the samples' page size of 20. */
const OTHER_DEPOSITS = 25;
const SAMPLE_PAGE_SIZE = 20;

for (const language of LANGUAGES) {
  suite(`the samples in ${language.folder}`, () => {
    test('make each call, with the effect that the page promises', async (t) => {
      const api = await startTestApi(t);
      const sample = sampleRunner(api, language);

      const limits = parsed(await sample('get-limits'));
      assert.deepEqual(limits['deposit'], { minCents: 5_000, maxCents: 50_000_000 });

      const printed = await sample('create-deposit');
      const deposit = transactionIn(printed);
      const { hostedUrl, redirectUrl } = deposit;
      assert.ok(typeof hostedUrl === 'string' && URL.canParse(hostedUrl));
      for (const address of [hostedUrl, redirectUrl]) {
        assert.ok(
          printed.includes(`"${String(address)}"`),
          `${String(address)} can be copied from: ${printed}`,
        );
      }
      const withdrawal = transactionIn(await sample('create-withdrawal'));
      assert.deepEqual(await storedTransactions(api), [
        {
          type: 'deposit',
          status: 'waiting_payment',
          external_reference: depositRequestExample.externalReference,
          amount_cents: 100_000n,
          customer_full_name: depositRequestExample.customer.fullName,
          payout_iban: null,
        },
        {
          type: 'withdrawal',
          status: 'waiting_confirmation',
          external_reference: withdrawalRequestExample.externalReference,
          amount_cents: 100_000n,
          customer_full_name: withdrawalRequestExample.customer.fullName,
          payout_iban: withdrawalRequestExample.withdrawalAccount.iban.replaceAll(' ', ''),
        },
      ]);

      for (const created of [deposit, withdrawal]) {
        const read = transactionIn(await sample('get-transaction', String(created['id'])));
        assert.equal(read['id'], created['id']);
        assert.equal(read['currency'], 'TRY');
      }

      for (let made = 0; made < OTHER_DEPOSITS; made++) {
        await post(api.url, api.partner, '/v1/deposits', depositBody());
      }
      const listed = await sample('list-transactions');
      const ids = [...listed.matchAll(/"id":\s*"(txn_[0-9a-f]+)"/g)].map(([, id]) => id);
      assert.equal(new Set(ids).size, language.listsAll ? OTHER_DEPOSITS + 1 : SAMPLE_PAGE_SIZE);
      assert.equal(ids.includes(String(deposit['id'])), language.listsAll, 'the oldest is on the last page');
      assert.ok(!ids.includes(String(withdrawal['id'])), 'only deposits are requested');

      const cancelled = transactionIn(await sample('cancel-transaction', String(deposit['id'])));
      assert.equal(cancelled['status'], 'rejected');
      assert.equal(cancelled['reasonCode'], 'partner_cancelled');
      const [stored] = await storedTransactions(api);
      assert.equal(stored?.['status'], 'rejected');

      const others = ids.filter((id) => id !== deposit['id']);
      for (const id of others) await post(api.url, api.partner, `/v1/transactions/${id}/cancel`, {});
      const told = [...(await sample('list-events')).matchAll(/"transactionId":\s*"(txn_[0-9a-f]+)"/g)];
      assert.deepEqual(
        told.map(([, id]) => id),
        [deposit['id'], ...others].slice(0, language.listsAll ? undefined : SAMPLE_PAGE_SIZE),
      );

      const balance = parsed(await sample('get-balance'));
      assert.deepEqual([balance['availableCents'], balance['openWithdrawalsCents']], [0, 100_000]);
    });

    test('create nothing twice when they run twice', async (t) => {
      const api = await startTestApi(t);
      const sample = sampleRunner(api, language);
      for (const call of ['create-deposit', 'create-withdrawal'] as const) {
        assert.equal(await sample(call), await sample(call));
      }
      assert.equal(await countTransactions(api.owner), 2);
    });

    test('fail, and say why, when the service refuses', async (t) => {
      const api = await startTestApi(t);
      const sample = sampleRunner(
        { ...api, partner: { ...api.partner, apiSecret: 'vzs_not_the_right_one' } },
        language,
      );
      for (const call of CALLS) {
        await assert.rejects(
          sample(call, `txn_${'0'.repeat(32)}`),
          /signature_invalid|signature is not valid/,
        );
      }
      assert.equal(await countTransactions(api.owner), 0);
    });
  });
}

/** A deposit with wrong fields, by the function that the samples share. */
const WRONG_DEPOSITS: Readonly<Record<string, string>> = {
  php: `<?php require getcwd() . '/vezne.php'; vezne('POST', '/v1/deposits', ['amount' => '1,00', 'currency' => 'EUR']);`,
  python: `import os, sys; sys.path.insert(0, os.getcwd()); from vezne import vezne; vezne("POST", "/v1/deposits", {"amount": "1,00", "currency": "EUR"})`,
};

for (const [folder, program] of Object.entries(WRONG_DEPOSITS)) {
  suite(`the function that the samples in ${folder} share`, () => {
    const language = LANGUAGES.find((one) => one.folder === folder) ?? assert.fail(folder);
    const fail = async (t: TestContext): Promise<string> => {
      const { url, partner } = await startTestApi(t);
      const file = join(await mkdtemp(join(tmpdir(), 'vezne-sample-')), 'wrong-deposit');
      t.after(async () => await rm(dirname(file), { recursive: true }));
      await writeFile(file, program);
      return await programRunner(
        { url, partner },
        language,
      )(file).then(assert.fail, ({ message }: Error) => message);
    };

    test('prints each wrong field and the id of the request', async (t) => {
      const message = await fail(t);
      assert.match(message, /^400 invalid_request: /);
      assert.match(message, /^ {2}amount must be /m);
      assert.match(message, /^ {2}currency must be /m);
      assert.match(message, /^ {2}requestId: req_[0-9a-f]{32}$/m);
    });

    test('prints the time of the service when its own is too far off', async (t) => {
      const serverSeconds = Math.floor(Date.now() / 1_000) + 1_000;
      t.mock.timers.enable({ apis: ['Date'], now: serverSeconds * 1_000 });
      const message = await fail(t);
      assert.match(message, /^401 timestamp_out_of_range: /);
      assert.match(message, new RegExp(`^ {2}serverTime: ${serverSeconds}$`, 'm'));
      assert.match(message, /^ {2}requestId: req_[0-9a-f]{32}$/m);
    });
  });
}

suite('the documentation', () => {
  test('shows every sample file unchanged in /docs, and this test runs every one of them', async (t) => {
    const running = LANGUAGES.flatMap(({ folder, fileOf, shared }) => [
      ...CALLS.map((call) => `samples/${folder}/${fileOf(call)}`),
      ...(shared === undefined ? [] : [`samples/${folder}/${shared}`]),
    ]);
    const stored = globSync('samples/*/*', {
      cwd: fileURLToPath(new URL('.', import.meta.url)),
      exclude: (name) => name.startsWith('__'),
    });
    assert.deepEqual(stored.toSorted(), running.toSorted());

    const { url } = await startTestApi(t);
    const pages = await Promise.all(PAGES.map(async (path) => await send(url, { method: 'GET', path })));
    const shown = pages.flatMap(({ text }) => [
      ...text.matchAll(/<pre data-file="([^"]+)"[^>]*><code>(.*?)<\/code><\/pre>/gs),
    ]);
    const ofCalls = shown.map(([, file = '']) => file).filter((file) => file.startsWith('samples/'));
    assert.deepEqual([...new Set(ofCalls)].toSorted(), running.toSorted());
    for (const [, file = '', html = ''] of shown) {
      assert.equal(asText(html), readFileSync(new URL(file, import.meta.url), 'utf8').trimEnd(), file);
    }
  });

  test('has only JSON that the service could return in all other blocks of the reference', async (t) => {
    const { url } = await startTestApi(t);
    const { text } = await send(url, { method: 'GET', path: '/docs/reference' });
    const others = [...text.matchAll(/<pre (?!data-file)[^>]*><code>(.*?)<\/code><\/pre>/gs)];
    assert.ok(others.length >= CALLS.length);
    for (const [, html = ''] of others) assert.equal(typeof JSON.parse(asText(html)), 'object');
    assert.equal(text.split('<pre').length - 1, others.length + text.split('<pre data-file').length - 1);
  });

  test('has TypeScript blocks in docs/first-deposit.md that run unchanged, given credentials', async (t) => {
    const { url, partner } = await startTestApi(t);
    const blocks = typescriptBlocks();
    assert.ok(blocks.length > 0);
    for (const block of blocks) {
      const before = `const baseUrl = ${JSON.stringify(url)};
        const { apiKey, apiSecret, hashSecret } = ${JSON.stringify(partner)};`;
      // The last line prints the signed headers, if the block has signed any.
      const after = `console.log('\\n' + JSON.stringify(typeof headers === 'object' ? { headers, body } : {}));`;
      const { stdout } = await run(
        process.execPath,
        ['--input-type=module-typescript', '--eval', `${before}\n${block}\n${after}`],
        { cwd: REPOSITORY, timeout: TIMEOUT_MS },
      );
      const { headers, body } = JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '') as {
        headers?: Record<string, string>;
        body: string;
      };
      if (headers === undefined) continue;
      assert.ok(
        verifyRequestSignature({
          timestamp: headers['X-Timestamp'] ?? '',
          signature: headers['X-Signature'] ?? '',
          method: 'POST',
          path: '/v1/deposits',
          body,
          apiSecret: partner.apiSecret,
          hashSecret: partner.hashSecret,
        }),
      );
    }
  });
});

function parsed(text: string): Record<string, unknown> {
  return JSON.parse(text) as Record<string, unknown>;
}

/** The TypeScript client returns the transaction itself; the other samples print the whole response. */
function transactionIn(printed: string): Record<string, unknown> {
  const answer = parsed(printed);
  return (answer['transaction'] ?? answer) as Record<string, unknown>;
}

async function storedTransactions({ owner }: TestApi): Promise<Record<string, unknown>[]> {
  const { rows } = await owner.query(
    `select type, status, external_reference, amount_cents, customer_full_name, payout_iban
     from transaction where external_reference = any($1) order by id`,
    [[depositRequestExample.externalReference, withdrawalRequestExample.externalReference]],
  );
  return rows as Record<string, unknown>[];
}

function typescriptBlocks(): string[] {
  const text = readFileSync(new URL('../docs/first-deposit.md', import.meta.url), 'utf8');
  return [...text.matchAll(/```ts\n(.*?)```/gs)].map(([, block = '']) => block);
}

function asText(html: string): string {
  return html
    .replaceAll(/<span[^>]*>|<\/span>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}
