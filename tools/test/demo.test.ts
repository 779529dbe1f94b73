// Begins first: it waits for a demo that starts, twice.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { ROLES } from '@vezne/domain/permissions';
import { openPlayer } from '../../examples/shop/test/browser.ts';
import { until } from '../../server/test/harness/expectations.ts';
import { openDemos, REPOSITORY } from './demo-process.ts';
import type { Demo, Demos } from './demo-process.ts';
import { blocksOf, printedIn } from './printed-commands.ts';

/** A hanging step must be named before the runner gives up on the whole file. */
const COMMAND_WITHIN_MS = 60_000;
/** With the Node that the machine has, and no other: `vezne` finds its own. */
const run = async (file: string, args: string[]): Promise<{ stdout: string }> =>
  await promisify(execFile)(file, args, {
    timeout: COMMAND_WITHIN_MS,
    encoding: 'utf8',
    cwd: tmpdir(),
    env: { PATH: '/usr/bin:/bin' },
  });

/** README promises this. A laptop takes a third of it. */
const READY_WITHIN_MS = 15_000;
/**
 * The promise is for a machine that does nothing else. Where several programs share each core, the demo gets its share of
 * the time.
 */
const readyWithinMs = (): number =>
  READY_WITHIN_MS * Math.max(1, (loadavg()[0] ?? 0) / availableParallelism());

/** A webhook takes milliseconds. A failed first attempt is repeated after five seconds. */
const CREDITED_WITHIN_MS = 10_000;

/** Of each test, as of any other; and of both that follow one another in a folder. */
const EACH = { timeout: 240_000 };
const ALL = { timeout: 480_000 };

test('npm run demo', ALL, async (t) => {
  // In one folder: a demo that begins afresh takes three times as long as one that finds its data.
  const demos = await openDemos(t);
  let report: Demo['report'] = {};
  await t.test(
    'is ready in time, runs the samples of the documents twice with the same result, and leaves nothing behind',
    EACH,
    async () => {
      report = await useFreshDemo(demos);
    },
  );
  await t.test(
    'starts again on its data or afresh when it was killed, and ends when its PostgreSQL does',
    EACH,
    async () => await startAgain(demos, report),
  );
});

async function useFreshDemo({ directory, start }: Demos): Promise<Demo['report']> {
  const demo = await start();
  const withinMs = readyWithinMs();
  assert.ok(demo.tookMs < withinMs, `it took ${demo.tookMs} of ${withinMs} ms`);
  const { partner, staff, partnerPeople, ...rest } = demo.report;
  assert.deepEqual(rest, {
    ready: true,
    apiUrl: `http://127.0.0.1:${demo.port}`,
    consoleUrl: `http://localhost:${demo.port + 1}`,
    portalUrl: `http://localhost:${demo.port + 2}`,
    shopUrl: `http://127.0.0.1:${demo.port + 3}`,
    databaseUrl: rest['databaseUrl'],
  });
  assert.deepEqual(Object.keys(partner as object), ['apiKey', 'apiSecret', 'hashSecret']);
  await signInAsEverybody(rest['consoleUrl'], staff as DemoPerson[]);
  await signInAtPortal(rest['portalUrl'], partnerPeople as { email: string; password: string }[]);

  await assert.rejects(start(), /ended before it was ready.*A demo already runs in .*--directory/s);

  const [deposit = '', withdrawal = '', ...others] = await scriptsOf('docs/first-deposit.md', directory);
  assert.ok(withdrawal !== '' && others.length === 0, 'It has a deposit and a withdrawal.');
  const firstDeposit = await run('bash', ['-c', deposit]);
  assert.match(firstDeposit.stdout, /"hostedUrl":"http:/);
  for (const sample of [deposit, deposit + withdrawal]) {
    const [first, replay] = [await run('bash', ['-c', sample]), await run('bash', ['-c', sample])];
    assert.deepEqual(new Set(first.stdout.match(/HTTP\/1\.1 .*/g)), new Set(['HTTP/1.1 201 Created']));
    assert.match(replay.stdout, /idempotent-replayed: true/);
    assert.equal(lastBody(replay.stdout), lastBody(first.stdout));
  }

  for (const document of ['README.md', 'README.tr.md']) {
    const [first, listing = '', ...more] = await scriptsOf(document, directory);
    assert.deepEqual([first, more], ['npm ci\nnpm run demo\n', []], document);
    assert.equal(
      (await run('bash', ['-c', listing])).stdout.split('\n').length,
      7,
      'a heading and five deposits',
    );
  }
  const [looking = '', asking = '', ...further] = await scriptsOf('docs/demo.md', directory);
  assert.deepEqual(further, []);
  assert.match((await run('bash', ['-c', looking])).stdout, /^ID +SEEN +CREATED /m);
  await askAndConfirm(directory, asking);
  await buyAndApprove(rest['shopUrl'], directory);
  await addEndpoint(directory);

  assert.equal(await demo.interrupt(), 0);
  assert.equal(demo.lines(), 1, 'exactly one line on standard output');
  assert.equal(
    existsSync(join(directory, 'postgres', 'data', 'postmaster.pid')),
    false,
    'PostgreSQL has ended',
  );
  await assert.rejects(fetch(`http://127.0.0.1:${demo.port}/healthz`), 'the API has ended');
  await assert.rejects(fetch(rest['shopUrl']), 'the shop has ended');
  return demo.report;
}

async function startAgain({ directory, start }: Demos, report: Demo['report']): Promise<void> {
  const first = await start();
  assert.deepEqual(first.report['partner'], report['partner']);
  await first.kill();
  const second = await start();
  assert.deepEqual(second.report['partner'], report['partner']);
  await second.kill();
  const third = await start('--fresh');
  assert.notDeepEqual(third.report['partner'], report['partner']);

  const pidFile = await readFile(join(directory, 'postgres', 'data', 'postmaster.pid'), 'utf8');
  process.kill(Number(pidFile.split('\n')[0]), 'SIGQUIT');
  assert.equal(await third.ended(), 1);
  assert.match(third.errors(), /^demo: The demo's PostgreSQL has ended\./m);
}

interface DemoPerson {
  handle: string;
  password: string;
  role: string;
}

/** Each with the password that the demo prints, and without a second factor. */
async function signInAsEverybody(consoleUrl: string, staff: readonly DemoPerson[]): Promise<void> {
  assert.deepEqual(new Set(staff.map(({ role }) => role)), new Set(ROLES));
  for (const { handle, password } of staff) {
    const response = await fetch(`${consoleUrl}/api/sign-in`, {
      method: 'POST',
      headers: { origin: consoleUrl, 'content-type': 'application/json' },
      body: JSON.stringify({ handle, password }),
    });
    assert.deepEqual(await response.json(), { next: 'signed_in' }, handle);
  }
}

async function signInAtPortal(
  portalUrl: string,
  people: readonly { email: string; password: string }[],
): Promise<void> {
  assert.equal(people.length, 2);
  for (const { email, password } of people) {
    const response = await fetch(`${portalUrl}/api/sign-in`, {
      method: 'POST',
      headers: { origin: portalUrl, 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    });
    assert.deepEqual(await response.json(), { next: 'signed_in' }, email);
  }
  assert.match(await (await fetch(portalUrl)).text(), /<div id="root">/);
}

/** A newcomer plays both of the two people, as docs/demo.md says. */
async function askAndConfirm(directory: string, asking: string): Promise<void> {
  const { stdout } = await run('bash', ['-c', asking]);
  const id = /vezne request confirm (\S+) --as NAME/.exec(stdout)?.[1] ?? assert.fail(stdout);
  assert.match(stdout, new RegExp(`^${id} .* partner\\.set Demo Shop: credit line `, 'm'));
  const confirm = `source ${join(directory, 'env')} && vezne request confirm ${id} --as mehmet`;
  const confirmed = await run('bash', ['-c', confirm]);
  assert.match(confirmed.stdout, /^The request of ayse is confirmed, and it is done\.\n/);
}

/** A player of the demo shop deposits, an operator approves at the command line, and the worker's webhook credits. */
async function buyAndApprove(shopUrl: string, directory: string): Promise<void> {
  const player = await openPlayer(() => shopUrl, 'ayse');
  const { location } = await player.submit('/deposit', { amount: '1000' });
  const id = /txn_[0-9a-f]+/.exec(location ?? '')?.[0] ?? assert.fail(`It leads to ${location}.`);
  const vezne = async (command: string): Promise<string> => {
    const line = `source ${join(directory, 'env')} && vezne ${command}`;
    return (await run('bash', ['-c', line])).stdout;
  };
  const confirmed = await vezne(`deposit confirm ${id}`);
  await vezne(/vezne (deposit approve .*)/.exec(confirmed)?.[1] ?? assert.fail(confirmed));
  await until(
    async () => await player.balance(),
    (cents) => cents === 97_000n,
    CREDITED_WITHIN_MS,
  );
}

const GUIDES = 'server/src/http/docs/guides';

/** What /docs/webhooks tells a newcomer to run in development, for an endpoint of their own. Both languages say the same. */
async function addEndpoint(directory: string): Promise<void> {
  const commandsOf = async (document: string): Promise<string[]> =>
    printedIn(document, await readFile(join(REPOSITORY, document), 'utf8'))
      .map(({ text }) => text)
      .filter((text) => /^(source \.demo\/|vezne )/.test(text));
  const [source = '', ...commands] = await commandsOf(`${GUIDES}/en/webhooks.md`);
  assert.deepEqual(await commandsOf(`${GUIDES}/tr/webhooks.md`), [source, ...commands]);
  assert.equal(commands.length, 2, 'one that adds, and one that replaces the secret');
  const secrets = new Set<string>();
  for (const command of commands) {
    const line = `${source.replace('.demo/env', join(directory, 'env'))} && ${command}`;
    const { stdout } = await run('bash', ['-c', line]);
    secrets.add(/whsec_\S+/.exec(stdout)?.[0] ?? assert.fail(stdout));
  }
  assert.equal(secrets.size, 2, 'each prints a secret of its own');
}

/** The scripts of a document, in their order, for the demo of this test. */
async function scriptsOf(document: string, directory: string): Promise<string[]> {
  return blocksOf(document, await readFile(join(REPOSITORY, document), 'utf8'))
    .filter(({ language }) => language === 'sh')
    .map(({ text }) => text.replace('.demo/env', join(directory, 'env')));
}

function lastBody(output: string): string {
  return output.split('\r\n\r\n').at(-1) ?? '';
}
