// Before a release: each of its tests starts a demo of its own. What lands has passed tools/test/demo.test.ts.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { until } from '../../server/test/harness/expectations.ts';
import { postgresHome } from '../demo/database.ts';
import { endLeftover } from '../demo/leftover.ts';
import { FIRST_COMMANDS } from '../demo/ready-text.ts';
import { claimPorts } from '../ports/claim.ts';
import { REPOSITORY } from './demo-process.ts';

const READY_WITHIN_MS = 120_000;
/** The demo gives a surface 20 s. */
const GONE_WITHIN_MS = 60_000;
const COMMAND_WITHIN_MS = 60_000;

/** A folder for demos that run one after another, and by what their processes are known. */
interface Place {
  directory: string;
  marks: string[];
}

/** `npm run demo`, as a person types it, in a folder of its own. */
async function startWithNpm(
  t: TestContext,
  { directory, marks }: Place,
): Promise<{ npm: ChildProcess; ready: Promise<string>; told: () => string }> {
  const port = await claimPorts();
  marks.push(`http://127.0.0.1:${port}\0`);
  const words = ['run', 'demo', '--', '--port-base', String(port), '--directory', directory];
  const npm = spawn('npm', words, {
    cwd: REPOSITORY,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, DATABASE_URL: '' },
  });
  t.after(() => npm.kill('SIGTERM'));
  let [output, errors] = ['', ''];
  npm.stderr.setEncoding('utf8').on('data', (text: string) => void (errors += text));
  const ready = new Promise<string>((resolve, reject) => {
    npm.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (output.includes('Ctrl-C ends everything.')) resolve(output);
    });
    const timer = setTimeout(() => reject(new Error(`It is not ready: ${errors}`)), READY_WITHIN_MS);
    timer.unref();
    npm.once('close', () => reject(new Error(`It has ended: ${errors}`)));
  });
  // Of a demo that is ended before it is ready, nobody waits for it.
  ready.catch(() => undefined);
  return { npm, ready, told: () => errors };
}

async function ownPlace(t: TestContext): Promise<Place> {
  const directory = await mkdtemp(join(tmpdir(), 'vezne-demo-npm-'));
  await chmod(directory, 0o755);
  const place = { directory, marks: [directory] };
  t.after(async () => {
    await untilNobody(place).catch(() => undefined);
    await endLeftover(join(postgresHome(directory), 'data'));
    await rm(directory, { recursive: true, force: true });
  });
  return place;
}

/** Programs that name the folder or the address, or whose environment does: PostgreSQL, the demo and each surface. */
function processesOf({ marks }: Place): string[] {
  return globSync('/proc/[0-9]*').flatMap((process) => {
    const [command, environment] = ['cmdline', 'environ'].map((file) => textOf(join(process, file)));
    const known = [command, environment].join('\0');
    return marks.some((mark) => known.includes(mark))
      ? [`${process}: ${command?.replaceAll('\0', ' ')}`]
      : [];
  });
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

async function untilNobody(place: Place): Promise<void> {
  await until(
    async () => await Promise.resolve(processesOf(place)),
    (found) => found.length === 0,
    GONE_WITHIN_MS,
  );
}

async function assertNobodyLeft(place: Place): Promise<void> {
  await untilNobody(place).catch(() => assert.deepEqual(processesOf(place), []));
  const isThere = (...path: string[]): boolean => existsSync(join(place.directory, ...path));
  // The files go with the last processes, which on a busy machine are not the ones that were looked for.
  await until(
    async () => await Promise.resolve(isThere('postgres', 'data', 'postmaster.pid') || isThere('demo.pid')),
    (isLeft) => !isLeft,
    GONE_WITHIN_MS,
  );
}

/** Of each test, as of any other; and of all that follow one another in a folder. */
const EACH = { timeout: 240_000 };
const ALL = { timeout: 480_000 };

test('npm run demo leaves nothing behind, however it is ended', ALL, async (t) => {
  // In one folder: a demo that begins afresh takes three times as long as one that finds its data.
  const place = await ownPlace(t);
  await t.test('by npm while the demo starts', EACH, async (t) => {
    const early = await startWithNpm(t, place);
    await until(
      async () => await Promise.resolve(early.told()),
      (told) => told.includes('migrations'),
      READY_WITHIN_MS,
    );
    early.npm.kill('SIGTERM');
    await assertNobodyLeft(place);
  });
  await t.test('by a hang-up of npm; and every command that it prints runs as it stands', EACH, async (t) => {
    await runWhatIsPrinted(t, place);
  });
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    await t.test(`by npm that gets ${signal}`, EACH, async (t) => {
      const { npm, ready } = await startWithNpm(t, place);
      await ready;
      npm.kill(signal);
      await assertNobodyLeft(place);
    });
  }
});

async function runWhatIsPrinted(t: TestContext, place: Place): Promise<void> {
  const { npm, ready, told } = await startWithNpm(t, place);
  const text = await ready;
  assert.match(told(), /demo: +\d+\.\d s {2}PostgreSQL\n/, 'It says how far it is.');
  const [, section = assert.fail(text)] =
    /\nIn a second terminal, in this folder\n(.*?)\n\n/s.exec(text) ?? [];
  const commands = section.split('\n').map((line) => line.trim().split(/ {2,}/)[1] ?? assert.fail(line));
  const [source = '', ...others] = commands;
  assert.deepEqual(
    others,
    FIRST_COMMANDS.map(([, command]) => command),
  );
  for (const command of others) {
    // Twice, as somebody does who has forgotten the first time.
    const ran = spawnSync('bash', ['-c', `${source}\n${source}\n${command}`], {
      cwd: REPOSITORY,
      timeout: COMMAND_WITHIN_MS,
      encoding: 'utf8',
      // Where another Node comes first, or none.
      env: { PATH: '/usr/bin:/bin' },
    });
    // The morning has a webhook that nobody took, and status says so.
    assert.equal(ran.status, command === 'vezne status' ? 1 : 0, `${command}: ${ran.stderr}`);
    assert.notEqual(ran.stdout, '', command);
  }
  assert.ok(processesOf(place).length >= 6, 'Its processes can be seen.');
  npm.kill('SIGHUP');
  await once(npm, 'exit');
  await assertNobodyLeft(place);
}
