/**
 * Walks the first steps of the running documentation with nothing but what its pages print: the blocks are taken from the
 * page, in its order, and run in an empty folder. It needs curl, openssl, PHP and Python: `npm run test:samples`.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { VARIABLES } from '../server/src/http/docs/guides/facts.ts';
import { startTestApi } from '../server/test/harness/api.ts';
import type { TestApi } from '../server/test/harness/api.ts';
import { send } from '../server/test/harness/client.ts';
import { until } from '../server/test/harness/expectations.ts';
import { claimPorts } from '../tools/ports/claim.ts';
import { run, TIMEOUT_MS } from './languages.ts';

/** A page as a reader without the repository gets it. */
interface PrintedBlock {
  file: string | undefined;
  code: string;
}

async function blocksOf({ url }: TestApi, path: string): Promise<PrintedBlock[]> {
  const { text } = await send(url, { method: 'GET', path });
  return [...text.matchAll(/^```sh(?: (\S+))?\n(.*?)^```$/gms)].map(([, file, code = '']) => ({
    file,
    code,
  }));
}

function find(blocks: readonly PrintedBlock[], ending: string): string {
  return blocks.find(({ file }) => file?.endsWith(ending))?.code ?? assert.fail(`no block ${ending}`);
}

/** Where the reader works. The test's own port stands in for the printed one, which another test may have. */
async function emptyFolder(t: TestContext, api: TestApi) {
  const folder = await mkdtemp(join(tmpdir(), 'vezne-first-'));
  t.after(async () => await rm(folder, { recursive: true, force: true }));
  const port = String(await claimPorts());
  const env = {
    PATH: process.env['PATH'],
    [VARIABLES.urlVariable]: api.url,
    [VARIABLES.keyVariable]: api.partner.apiKey,
    [VARIABLES.secretVariable]: api.partner.apiSecret,
    [VARIABLES.hashVariable]: api.partner.hashSecret,
    PORT: port,
  };
  return {
    folder,
    bash: async (code: string): Promise<string> => {
      const { stdout } = await run('bash', ['-e', '-c', code.replaceAll('8080', port)], {
        cwd: folder,
        env,
        timeout: TIMEOUT_MS,
      });
      return stdout;
    },
    /** Runs until the test ends; the whole group, because bash waits for its program. */
    start: (code: string): (() => string) => {
      const child = spawn('bash', ['-c', code.replaceAll('8080', port)], {
        cwd: folder,
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
        detached: true,
      });
      let shown = '';
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (text: string) => (shown += text));
      const ended = once(child, 'exit');
      t.after(async () => {
        if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
        await ended;
      });
      return () => shown;
    },
  };
}

for (const page of ['/docs/webhooks.md', '/docs/tr/webhooks.md']) {
  for (const language of ['php', 'python', 'typescript']) {
    test(`${page} leads to a verified webhook in ${language}, by its printed lines alone`, async (t) => {
      const api = await startTestApi(t);
      const blocks = await blocksOf(api, page);
      assert.match(blocks[0]?.code ?? '', /^export VEZNE_URL='https:\/\/pay\.example'\n$/);
      const { folder, bash, start } = await emptyFolder(t, api);
      await bash(find(blocks, 'shell/secret.sh'));
      const terminal = start(find(blocks, `${language}/start.sh`));
      const attempt = find(blocks, 'shell/try.sh');
      assert.equal(await untilListening(async () => await bash(attempt)), '200\n');
      assert.equal(
        await bash(attempt),
        '200\n',
        'the second time nothing is credited, and it is answered 200',
      );
      await until(
        async () => terminal().match(/\b200\b/g)?.length ?? 0,
        (lines) => lines === 2,
      );
      const secret = join(folder, 'webhook.env');
      writeFileSync(
        secret,
        readFileSync(secret, 'utf8').replace(/whsec_./, (start) =>
          start.endsWith('A') ? 'whsec_B' : 'whsec_A',
        ),
      );
      assert.equal(await bash(attempt), '401\n', 'another secret');
    });
  }
}

/** A receiver takes a moment to start. curl fails until then. */
async function untilListening(attempt: () => Promise<string>): Promise<string> {
  const deadline = performance.now() + TIMEOUT_MS;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await sleep(50);
    }
  }
}

for (const language of ['curl', 'php', 'python']) {
  test(`the quick start makes a deposit in ${language}, by its printed lines alone`, async (t) => {
    const api = await startTestApi(t);
    const blocks = await blocksOf(api, '/docs/index.md');
    const { bash } = await emptyFolder(t, api);
    const printed = await bash(find(blocks, `first-deposit/${language}/run.sh`));
    const { transaction } = JSON.parse(printed) as { transaction: { status: string; hostedUrl: string } };
    assert.equal(transaction.status, 'waiting_payment');
    assert.match(transaction.hostedUrl, /^https:\/\/pay\.example\/pay\/txn_/);
  });
}

test('the printed lines make a deposit and cancel it, which a webhook tells, as often as they are run', async (t) => {
  const api = await startTestApi(t);
  const code = find(await blocksOf(api, '/docs/webhooks.md'), 'shell/real.sh');
  const { bash } = await emptyFolder(t, api);
  await bash('curl -fsSO "$VEZNE_URL/docs/samples/curl/create-deposit.sh"\nbash create-deposit.sh');
  assert.match(await bash(code), /"reasonCode":"partner_cancelled"/);
  const { rows } = await api.owner.query<{ type: string }>('select type from event');
  assert.deepEqual(rows, [{ type: 'deposit.rejected' }]);
});

test('the printed lines show why the deposit was refused, and cancel nothing then', async (t) => {
  const api = await startTestApi(t);
  const code = find(await blocksOf(api, '/docs/webhooks.md'), 'shell/real.sh');
  const { bash } = await emptyFolder(t, api);
  const printed = await bash(`export ${VARIABLES.secretVariable}=wrong\n${code}`);
  assert.match(printed, /"code":"signature_invalid"/);
  assert.doesNotMatch(printed, /"code":"not_found"/);
});

test('the variables of the quick start are those that its samples read', async (t) => {
  const api = await startTestApi(t);
  for (const page of ['/docs/index.md', '/docs/tr/index.md']) {
    const [variables] = await blocksOf(api, page);
    assert.deepEqual(
      [...(variables?.code ?? '').matchAll(/^export (\w+)='/gm)].map(([, name]) => name),
      [VARIABLES.urlVariable, VARIABLES.keyVariable, VARIABLES.secretVariable, VARIABLES.hashVariable],
      page,
    );
  }
});

test('the vectors are downloaded and checked by the printed lines', async (t) => {
  const api = await startTestApi(t);
  const { bash } = await emptyFolder(t, api);
  for (const [page, block] of [
    ['/docs/signing.md', 'check-vectors.sh'],
    ['/docs/webhooks.md', 'check-webhook-vectors.sh'],
  ] as const) {
    assert.match(
      await bash(find(await blocksOf(api, page), block)),
      /^\d{2,} vectors checked, 0 differences$/m,
    );
  }
});

suite('verify.sh', () => {
  test('accepts exactly the published vectors that are valid', async () => {
    const script = fileURLToPath(new URL('first-webhook/shell/verify.sh', import.meta.url));
    const { vectors } = JSON.parse(
      readFileSync(new URL('../packages/sdk/vectors/webhook-signature.json', import.meta.url), 'utf8'),
    ) as { vectors: Vector[] };
    // The script is given one id. Which of two headers counts is for a receiver to decide.
    const judged = vectors.filter(({ webhookId }) => webhookId !== null);
    assert.ok(judged.length >= 20);
    for (const {
      id,
      webhookId,
      svcEventId,
      timestamp,
      signature,
      bodyBase64,
      secrets,
      receivedAt,
      valid,
    } of judged) {
      if (svcEventId !== null && svcEventId !== webhookId) continue;
      const child = spawn('bash', [script, webhookId ?? '', timestamp, signature], {
        stdio: ['pipe', 'ignore', 'ignore'],
        env: {
          PATH: process.env['PATH'],
          [VARIABLES.webhookVariable]: secrets.join(' '),
          RECEIVED_AT: String(receivedAt),
        },
      });
      const ended = once(child, 'exit');
      child.stdin.on('error', () => undefined);
      child.stdin.end(Buffer.from(bodyBase64, 'base64'));
      const [status] = await ended;
      assert.equal(status === 0, valid, id);
    }
  });
});

interface Vector {
  id: string;
  webhookId: string | null;
  svcEventId: string | null;
  timestamp: string;
  signature: string;
  bodyBase64: string;
  secrets: string[];
  receivedAt: number;
  valid: boolean;
}
