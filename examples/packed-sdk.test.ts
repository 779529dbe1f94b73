/**
 * The SDK as a partner gets it: packed with `npm pack`, installed in six fresh projects (JavaScript and TypeScript, each on the Node
 * versions that partners run), and used against a running api. It fetches those versions, so it isn't part of `npm test`.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { countTransactions, startTestApi } from '../server/test/harness/api.ts';
import type { TestApi } from '../server/test/harness/api.ts';
import { PARTNER_NODES, partnerNode, partnerTypeScript } from './partner-nodes.ts';

const SDK = fileURLToPath(new URL('../packages/sdk/', import.meta.url));
const TSC = fileURLToPath(new URL('../node_modules/typescript/bin/tsc', import.meta.url));
const STEP_TIMEOUT_MS = 60_000;

const execute = promisify(execFile);

interface Vector {
  id: string;
  secrets: string[];
  webhookId: string | null;
  svcEventId: string | null;
  timestamp: string;
  receivedAt: number;
  bodyBase64: string;
  signature: string;
  valid: boolean;
}
const { vectors } = JSON.parse(readFileSync(join(SDK, 'vectors/webhook-signature.json'), 'utf8')) as {
  vectors: Vector[];
};

/** What a partner's shell has. `npm run` sets more, such as this repository's own settings of npm. */
async function run(
  command: string,
  args: readonly string[],
  { cwd, node, home = process.env['HOME'] }: { cwd: string; node?: string; home?: string | undefined },
): Promise<string> {
  const path = [...(node === undefined ? [] : [node]), process.env['PATH'] ?? ''].join(delimiter);
  const env = { PATH: path, HOME: home };
  const { stdout } = await execute(command, args, { cwd, env, timeout: STEP_TIMEOUT_MS }).catch(
    (error: Error & { stdout?: string; stderr?: string }) => {
      throw new Error(`${command}: ${error.message}\n${error.stdout ?? ''}${error.stderr ?? ''}`);
    },
  );
  return stdout;
}

suite('the SDK that `npm pack` makes', () => {
  let folder: string;
  let tarball: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vezne-packed-'));
    // As a person does it, with nothing built before.
    await rm(join(SDK, 'dist'), { recursive: true, force: true });
    await run('npm', ['pack', '--pack-destination', folder], { cwd: SDK });
    const packed = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
    assert.deepEqual(packed, ['vezne-sdk-0.1.0.tgz']);
    tarball = join(folder, packed[0] ?? '');
  });
  after(async () => await rm(folder, { recursive: true, force: true }));

  /** A folder with nothing but the installed package. Settings that the package doesn't fit are an error here. */
  async function freshProject(name: string, node: string, type = 'module'): Promise<string> {
    const project = join(folder, name);
    await mkdir(project);
    await writeFile(join(project, 'package.json'), JSON.stringify({ name, private: true, type }));
    await run('npm', ['install', '--offline', '--engine-strict', '--no-audit', '--no-fund', tarball], {
      cwd: project,
      node,
    });
    return project;
  }

  for (const version of PARTNER_NODES) {
    test(`works from JavaScript on Node ${version}, with import and with require`, async (t) => {
      const api = await startTestApi(t);
      const node = await partnerNode(version);
      const project = await freshProject(`js-${version}`, node);
      await writeFile(join(project, 'main.js'), `${JAVASCRIPT_START}\n${program(api, version)}`);
      await writeFile(join(project, 'required.cjs'), REQUIRED);
      await assertWorks(api, version, await run('node', ['main.js'], { cwd: project, node }));
      const required = await run('node', ['required.cjs'], { cwd: project, node });
      assert.equal(required, `v${version} deposit.approved 64\n`);
    });

    test(`works from TypeScript on Node ${version}, with the settings that tsc --init writes`, async (t) => {
      const api = await startTestApi(t);
      const node = await partnerNode(version);
      const project = await freshProject(`ts-${version}`, node);
      await run(process.execPath, [TSC, '--init'], { cwd: project });
      await writeFile(join(project, 'main.ts'), `${TYPESCRIPT_START}\n${program(api, version)}`);
      await run(process.execPath, [TSC], { cwd: project });
      await assertWorks(api, version, await run('node', ['main.js'], { cwd: project, node }));
    });
  }

  for (const [name, compiler] of [
    ['this repository’s TypeScript', async () => TSC],
    ['the TypeScript of most partners', partnerTypeScript],
  ] as const) {
    test(`has declarations that ${name} compiles in every way to find modules, without the types of Node`, async () => {
      const tsc = await compiler();
      const project = await freshProject(
        tsc === TSC ? 'settings' : 'settings-5',
        await partnerNode('24.21.0'),
      );
      await writeFile(join(project, 'main.ts'), `${TYPESCRIPT_START}\n${RECEIVER}`);
      // Older compilers also find modules as Node 10 did. The one of this repository can't any more.
      const oldest = tsc === TSC ? [] : [{ module: 'commonjs', moduleResolution: 'node10' }];
      for (const settings of [
        { module: 'nodenext' },
        { module: 'node16' },
        { module: 'preserve', moduleResolution: 'bundler' },
        ...oldest,
      ]) {
        const compilerOptions = { ...settings, target: 'es2022', strict: true, noEmit: true };
        await writeFile(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
        await run(process.execPath, [tsc, '-p', '.'], { cwd: project });
      }
    });
  }

  test('works from TypeScript 5.9, with the settings that its tsc --init writes, and with those of a CommonJS project', async (t) => {
    const api = await startTestApi(t);
    const node = await partnerNode('22.23.3');
    const tsc = await partnerTypeScript();
    const project = await freshProject('ts-5', node);
    await run(process.execPath, [tsc, '--init'], { cwd: project });
    await writeFile(join(project, 'main.ts'), `${TYPESCRIPT_START}\n${program(api, '22.23.3')}`);
    await run(process.execPath, [tsc], { cwd: project });
    await assertWorks(api, '22.23.3', await run('node', ['main.js'], { cwd: project, node }));

    // What `tsc --init` wrote before 5.9, and most projects still have.
    const before = {
      target: 'es2016',
      module: 'commonjs',
      esModuleInterop: true,
      strict: true,
      skipLibCheck: true,
    };
    const older = await freshProject('ts-commonjs', node, 'commonjs');
    await writeFile(join(older, 'tsconfig.json'), JSON.stringify({ compilerOptions: before }));
    await writeFile(join(older, 'main.ts'), SIGNED);
    await run(process.execPath, [tsc], { cwd: older });
    assert.equal(await run('node', ['main.js'], { cwd: older, node }), '64 64\n');
  });

  test('tells TypeScript that a webhook.test has nothing to credit', async () => {
    const project = await freshProject('honest', await partnerNode('24.21.0'));
    const compilerOptions = { module: 'nodenext', strict: true, noEmit: true };
    await writeFile(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
    const compile = async (source: string): Promise<string> => {
      await writeFile(join(project, 'main.ts'), source);
      return await run(process.execPath, [TSC, '-p', '.'], { cwd: project });
    };
    await compile(HONEST);
    await assert.rejects(
      compile(HONEST.replace(`if (isTestWebhook(webhook)) return 0;`, '')),
      /main\.ts\(\d+,\d+\): error TS2322: Type 'number \| undefined' is not assignable to type 'number'/,
    );
  });

  test('is not made without a Node or a compiler that can build it, and npm says what to do', async () => {
    const empty = join(folder, 'nothing-packed');
    await mkdir(empty);
    const pack = ['pack', '--pack-destination', empty];
    await assert.rejects(
      run('npm', pack, { cwd: SDK, node: await partnerNode('20.20.2') }),
      /The SDK is built with Node 24, and this is v20\.20\.2\. In the repository: source \.ci\/setup, then npm pack/,
    );
    const alone = join(folder, 'without-compiler');
    await mkdir(alone);
    for (const file of ['package.json', 'prepack.js', 'build.ts']) {
      await copyFile(join(SDK, file), join(alone, file));
    }
    await assert.rejects(
      run('npm', pack, { cwd: alone }),
      /The compiler is missing\. In the repository: npm ci, then/,
    );
    assert.deepEqual(readdirSync(empty), []);
  });

  test('is packed although the user’s npm ignores scripts, and CONTRIBUTING says which way makes an empty package', async () => {
    const home = join(folder, 'careful-home');
    await mkdir(home);
    await writeFile(join(home, '.npmrc'), 'ignore-scripts=true\n');
    const filesOf = async (options: readonly string[]): Promise<string[]> => {
      const printed = await run('npm', ['pack', '--dry-run', '--json', ...options], { cwd: SDK, home });
      const [{ files } = assert.fail(printed)] = JSON.parse(printed) as { files: { path: string }[] }[];
      return files.map(({ path }) => path);
    };
    await rm(join(SDK, 'dist'), { recursive: true, force: true });
    assert.equal((await filesOf(['--ignore-scripts'])).includes('dist/index.js'), false, 'nothing can run');
    assert.match(await readFile(join(SDK, '../../CONTRIBUTING.md'), 'utf8'), /`--ignore-scripts`/);
    assert.equal((await filesOf([])).includes('dist/index.js'), true);
  });

  test('is installed from its file, as its README says, and nobody publishes it by accident', async () => {
    const { version, private: isPrivate } = JSON.parse(await readFile(join(SDK, 'package.json'), 'utf8')) as {
      version: string;
      private?: boolean;
    };
    assert.equal(isPrivate, true);
    const installs = (await readFile(join(SDK, 'README.md'), 'utf8')).match(/npm (?:install|i) .*/g);
    assert.deepEqual(installs, [`npm install ./vezne-sdk-${version}.tgz`]);
  });

  test('has the version of the sources that this repository imports', async () => {
    const versionIn = async (file: string): Promise<unknown> =>
      (JSON.parse(await readFile(join(SDK, file), 'utf8')) as { version: unknown }).version;
    assert.equal(await versionIn('package.json'), await versionIn('src/package.json'));
  });
});

async function assertWorks(api: TestApi, version: string, printed: string): Promise<void> {
  assert.deepEqual(JSON.parse(printed), {
    verified: vectors.map(({ id, valid }) => `${id} ${valid}`),
    created: `order-${version} 97000`,
    again: true,
    signedByHand: 200,
  });
  assert.equal(await countTransactions(api.owner), 1);
}

const JAVASCRIPT_START = `import { createVezneClient, signedHeaders, verifyWebhook } from '@vezne/sdk';`;
/** Strict TypeScript, and nothing of Node: the settings of \`tsc --init\` know none of its types. */
const TYPESCRIPT_START = `import { createVezneClient, createWebhookHandler, memoryStore, verifyWebhook, VezneError } from '@vezne/sdk';
import type { Created, CreatedDeposit, WebhookEvent } from '@vezne/sdk';
import { signedHeaders } from '@vezne/sdk/signature';
export function credited(event: WebhookEvent, created: Created<CreatedDeposit>): string {
  return event.event + created.transaction.hostedUrl;
}
export const codeOf = (error: unknown): string => (error instanceof VezneError ? error.code : 'other');
export const handler = createWebhookHandler({ secrets: 'whsec_AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyA=', store: memoryStore(), onEvent: () => {} });`;

/** Reads the published vectors with the installed package, then makes a deposit twice and signs a request by hand. */
function program({ url, partner }: TestApi, version: string): string {
  const { apiKey, apiSecret, hashSecret } = partner;
  const credentials = JSON.stringify({ apiKey, apiSecret, hashSecret });
  const webhooks = vectors.map(({ id, secrets, receivedAt, bodyBase64, ...sent }) => ({
    id,
    secrets,
    nowMs: receivedAt * 1000,
    body: [...Buffer.from(bodyBase64, 'base64')],
    headers: {
      ...(sent.webhookId === null ? {} : { 'webhook-id': sent.webhookId }),
      ...(sent.svcEventId === null ? {} : { 'x-svc-event-id': sent.svcEventId }),
      'webhook-timestamp': sent.timestamp,
      'webhook-signature': sent.signature,
    },
  }));
  return `
const verified = ${JSON.stringify(webhooks)}.map(({ id, body, ...webhook }) => {
  try {
    verifyWebhook({ ...webhook, body: new Uint8Array(body) });
    return id + ' true';
  } catch {
    return id + ' false';
  }
});
const vezne = createVezneClient({ baseUrl: '${url}', ...${credentials} });
const create = () => vezne.createDeposit({
  amount: '1000.00',
  currency: 'TRY',
  externalReference: 'order-${version}',
  redirectUrl: 'https://shop.example/return',
  customer: { id: '42', username: 'ayse', fullName: 'Ayşe Işık' },
});
const { transaction } = await create();
const created = transaction.externalReference + ' ' + transaction.playerAmountCents;
const again = (await create()).isReplay;
const headers = signedHeaders({ ...${credentials}, method: 'GET', path: '/v1/limits', body: '' });
const { status: signedByHand } = await fetch('${url}/v1/limits', { headers });
console.log(JSON.stringify({ verified, created, again, signedByHand }));
`;
}

const RECEIVER = `
export const { event, playerAmountCents } = verifyWebhook({ headers: {}, body: '', secrets: [] });
export const headers = signedHeaders({ apiKey: '', apiSecret: '', hashSecret: '', method: 'GET', path: '/v1/limits', body: '' });
export const vezne = createVezneClient({ baseUrl: '', apiKey: '', apiSecret: '', hashSecret: '' });
export const limits: Promise<{ currency: string }> = vezne.getLimits();`;

/** Both entries of the package, as a CommonJS project imports them. */
const SIGNED = `import { signRequest } from '@vezne/sdk';
import { signRequest as again } from '@vezne/sdk/signature';
const request = { timestamp: '1', method: 'GET', path: '/v1/limits', body: '', apiSecret: 'a', hashSecret: 'b' };
declare const console: { log(text: string): void };
console.log(signRequest(request).length + ' ' + again(request).length);
`;

/** A receiver that verifies by itself. */
const HONEST = `import { isTestWebhook, verifyWebhook } from '@vezne/sdk';
export function toCredit(headers: Record<string, string>, body: string): number {
  const webhook = verifyWebhook({ headers, body, secrets: [] });
  if (isTestWebhook(webhook)) return 0;
  return webhook.playerAmountCents;
}
`;

/** CommonJS, as most of npm's older projects are. */
const REQUIRED = `const { signRequest, verifyWebhook } = require('@vezne/sdk');
const { vectors: [first] } = require('@vezne/sdk/vectors/webhook-signature.json');
const { event } = verifyWebhook({
  headers: { 'webhook-id': first.webhookId, 'webhook-timestamp': first.timestamp, 'webhook-signature': first.signature },
  body: first.body,
  secrets: first.secrets,
  nowMs: first.receivedAt * 1000,
});
const signature = signRequest({ timestamp: '1', method: 'GET', path: '/v1/limits', body: '', apiSecret: 'a', hashSecret: 'b' });
console.log(process.version, event, signature.length);
`;
