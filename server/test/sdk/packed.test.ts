import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { countTransactions, startTestApi } from '../harness/api.ts';
import { createPartnerProject, installedNodes } from './packed-sdk.ts';

const CLIENT = `createVezneClient({
  baseUrl: process.env.VEZNE_URL ?? '',
  apiKey: process.env.VEZNE_API_KEY ?? '',
  apiSecret: process.env.VEZNE_API_SECRET ?? '',
  hashSecret: process.env.VEZNE_HASH_SECRET ?? '',
})`;

function deposit(externalReference: string, amount = "'1000.00'"): string {
  return `{
  amount: ${amount},
  currency: 'TRY',
  externalReference: '${externalReference}',
  redirectUrl: 'https://shop.example/return',
  customer: { id: '42', username: 'ayse', fullName: 'Ayşe Işık' },
}`;
}

/** What a partner's receiver does with a webhook, a changed one, and the same one twice. */
const WEBHOOK_CHECK = `import { createServer } from 'node:http';
import { once } from 'node:events';
import { createWebhookHandler, memoryStore, nodeHandler, signedWebhookHeaders, verifyWebhook } from '@vezne/sdk';
const secrets = process.env.VEZNE_WEBHOOK_SECRET;
const body = JSON.stringify({ eventId: 'evt_1', event: 'deposit.approved', playerAmountCents: 92150 });
const headers = signedWebhookHeaders({ id: 'evt_1', body, secrets });
const printed = [String(verifyWebhook({ headers, body, secrets }).playerAmountCents)];
try {
  verifyWebhook({ headers, body: body.replace('92150', '99150'), secrets });
} catch (error) {
  printed.push(error.code);
}
const handler = createWebhookHandler({ secrets, store: memoryStore(), onEvent: () => {} });
const server = createServer(nodeHandler(handler)).listen(0, '127.0.0.1');
await once(server, 'listening');
for (let time = 0; time < 2; time++) {
  const response = await fetch('http://127.0.0.1:' + server.address().port, { method: 'POST', headers, body });
  printed.push((await response.json()).result);
}
server.closeAllConnections();
server.close();
console.log(JSON.stringify(printed));`;

test('the packed SDK, installed in a fresh folder, makes deposits', async (t) => {
  const api = await startTestApi(t);
  const project = await createPartnerProject(t);

  await t.test('from plain JavaScript, on every Node that is installed', async () => {
    const nodes = installedNodes();
    for (const [index, node] of nodes.entries()) {
      await project.write(
        'pay.js',
        `import { createVezneClient } from '@vezne/sdk';
const { transaction, isReplay } = await ${CLIENT}.createDeposit(${deposit(`js-${index}`)});
console.log(JSON.stringify({ transaction, isReplay }));`,
      );
      const printed = JSON.parse(await project.run('pay.js', api, node)) as Record<string, unknown>;
      assert.equal(printed['isReplay'], false, node);
      const transaction = printed['transaction'] as Record<string, unknown>;
      assert.match(String(transaction['id']), /^txn_[0-9a-f]{32}$/);
      assert.equal(transaction['playerAmountCents'], 97_000);
      assert.equal(transaction['externalReference'], `js-${index}`);
    }
    assert.equal(await countTransactions(api.owner), nodes.length);
  });

  await t.test('from TypeScript, with declarations that compile under the strictest settings', async () => {
    await project.write(
      'pay.ts',
      `import { createVezneClient, VezneError } from '@vezne/sdk';
import type { Created, CreatedDeposit, Transaction } from '@vezne/sdk';
import { signRequest } from '@vezne/sdk/signature';
const vezne = ${CLIENT};
const created: Created<CreatedDeposit> = await vezne.createDeposit(${deposit('ts-1')});
const read: Transaction = await vezne.getTransaction(created.transaction.id);
const hostedUrl: string = read.type === 'deposit' ? read.hostedUrl : '';
const code: string = await vezne.getTransaction('txn_0').then(
  () => 'found',
  (error: unknown) => (error instanceof VezneError ? error.code : 'other'),
);
console.log(JSON.stringify([hostedUrl === created.transaction.hostedUrl, code, typeof signRequest]));`,
    );
    assert.equal(await project.typeProblems(['pay.ts']), '');
    assert.deepEqual(JSON.parse(await project.run('pay.ts', api)), [true, 'not_found', 'function']);
  });

  await t.test('but a number as amount does not compile', async () => {
    await project.write(
      'float.ts',
      `import { createVezneClient } from '@vezne/sdk';
await ${CLIENT}.createDeposit(${deposit('ts-2', '1000.1')});`,
    );
    assert.match(
      await project.typeProblems(['float.ts']),
      /error TS2322: Type 'number' is not assignable to type 'string'/,
    );
  });

  await t.test('and it verifies webhooks, on every Node that is installed', async () => {
    await project.write('webhook.js', WEBHOOK_CHECK);
    for (const node of installedNodes()) {
      assert.deepEqual(
        JSON.parse(await project.run('webhook.js', api, node)),
        ['92150', 'signature_mismatch', 'done', 'already'],
        node,
      );
    }
  });

  await t.test('even on a machine whose clock is an hour slow', async () => {
    await project.write(
      'slow.js',
      `import { createVezneClient } from '@vezne/sdk';
const now = Date.now;
Date.now = () => now() - 3_600_000;
const { transaction } = await ${CLIENT}.createDeposit(${deposit('slow-1')});
console.log(transaction.externalReference);`,
    );
    assert.equal(await project.run('slow.js', api), 'slow-1\n');
  });

  await t.test('and it contains what a partner needs, and nothing else', () => {
    const modules = readdirSync(new URL('../../../packages/sdk/src/', import.meta.url), {
      encoding: 'utf8',
      recursive: true,
    }).filter((name) => name.endsWith('.ts'));
    assert.deepEqual(
      project.packedFiles.toSorted(),
      [
        ...modules.flatMap((name) =>
          ['.js', '.d.ts'].map((ending) => `dist/${name.replace(/\.ts$/, ending)}`),
        ),
        'LICENSE',
        'README.md',
        'package.json',
        'vectors/README.md',
        'vectors/check.py',
        'vectors/check_webhooks.py',
        'vectors/request-signature.json',
        'vectors/webhook-signature.json',
      ].toSorted(),
    );
    const installed = join(project.folder, 'node_modules/@vezne/sdk');
    const {
      private: isPrivate,
      dependencies,
      engines,
    } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as Record<string, unknown>;
    assert.deepEqual(
      { isPrivate, dependencies, engines },
      {
        // npm installs it all the same, and refuses to publish it.
        isPrivate: true,
        dependencies: undefined,
        engines: { node: '>=20' },
      },
    );
    for (const file of project.packedFiles.filter((path) => path.startsWith('dist/'))) {
      for (const [, target = ''] of readFileSync(join(installed, file), 'utf8').matchAll(/from '([^']+)'/g)) {
        const isThere = target === 'node:crypto' || existsSync(join(installed, file, '..', target));
        assert.ok(isThere && !target.endsWith('.ts'), `${file} imports ${target}`);
      }
    }
  });
});
