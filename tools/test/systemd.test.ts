import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { wholeProgram } from '../../server/src/commands/program.ts';
import { readApiConfig } from '../../server/src/config/api.ts';
import { readMigrateConfig } from '../../server/src/config/command-line.ts';
import { readConsoleConfig } from '../../server/src/config/console.ts';
import { readPortalConfig } from '../../server/src/config/portal.ts';
import { readWorkerConfig } from '../../server/src/config/worker.ts';
import { FILE_WITHIN_MS } from '../../server/src/http/server/time-limits.ts';
import { UNITS_FOLDER, environmentOf, milliseconds, readUnits } from './systemd-units.ts';
import type { Unit } from './systemd-units.ts';

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
const UNITS = readUnits();
const PROGRAM = await wholeProgram();
const NAMES = [
  'vezne-api@',
  'vezne-console',
  'vezne-migrate-contract',
  'vezne-migrate@',
  'vezne-portal',
  'vezne-worker',
];

const ANALYZE = '/usr/bin/systemd-analyze';
/** Of 10, by systemd's own count. */
const MOST_EXPOSURE = 1.2;

/** Systemd need not run: the units are read from a folder of their own, where their programs are those of this machine. */
async function installedUnits(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'vezne-units-'));
  t.after(async () => await rm(folder, { recursive: true }));
  await cp(UNITS_FOLDER, folder, { recursive: true });
  for (const { name } of UNITS) {
    const path = join(folder, `${name}.service`);
    const text = await readFile(path, 'utf8');
    await writeFile(
      path,
      text.replaceAll('/usr/bin/node', process.execPath).replaceAll(/\/opt\/vezne(-%i)?/g, REPOSITORY),
    );
  }
  return folder;
}

function analyze(...words: string[]): { status: number | null; output: string } {
  const { status, stdout, stderr, error } = spawnSync(ANALYZE, words, { encoding: 'utf8' });
  if (error !== undefined) throw new Error(`${ANALYZE} is missing: source .ci/setup`, { cause: error });
  return { status, output: stdout + stderr };
}

test('each process has a unit', () => {
  assert.deepEqual(
    UNITS.map(({ name }) => name),
    NAMES,
  );
});

for (const unit of UNITS) {
  test(`systemd finds nothing wrong with ${unit.name}, and it exposes little`, async (t) => {
    const path = join(await installedUnits(t), `${unit.name}.service`);

    const verified = analyze('verify', '--man=no', '--recursive-errors=no', path);
    assert.deepEqual(
      { status: verified.status, said: linesAbout(unit, verified.output) },
      { status: 0, said: [] },
    );

    const judged = analyze(
      'security',
      '--offline=true',
      '--no-pager',
      `--threshold=${MOST_EXPOSURE * 10}`,
      path,
    );
    const [, level = assert.fail(judged.output)] =
      /Overall exposure level for \S+: ([\d.]+)/.exec(judged.output) ?? [];
    t.diagnostic(`exposure ${level}`);
    assert.equal(judged.status, 0, judged.output);
    assert.ok(Number(level) <= MOST_EXPOSURE, judged.output);
  });

  test(`${unit.name} runs a command of ours`, () => {
    const [node, main, ...words] = unit.one('ExecStart').split(' ');
    assert.equal(node, '/usr/bin/node');
    // A migration comes before the version that brings it is the one that runs.
    const folder = unit.name === 'vezne-migrate@' ? '/opt/vezne-%i' : '/opt/vezne';
    assert.equal(main, `${folder}/server/bin/vezne.js`);
    let command = PROGRAM;
    for (const word of words) {
      if (word.startsWith('--')) {
        assert.ok(
          command.options.some(({ long }) => long === word),
          word,
        );
        continue;
      }
      command = command.commands.find((one) => one.name() === word) ?? assert.fail(`There is no ${word}.`);
    }
    assert.equal(command.commands.length, 0, 'a verb is missing');
  });

  test(`${unit.name} holds no secret, and hands on each that it loads`, () => {
    const loaded = unit.all('LoadCredential').map((line) => line.split(':')[0] ?? '');
    const files = unit.all('Environment').filter((line) => line.includes('%d/'));
    assert.deepEqual(
      files.map((line) => /^\w+_FILE=%d\/([\w-]+)$/.exec(line)?.[1]),
      loaded,
    );
    assert.ok(loaded.length > 1);
    const names = unit.all('Environment').map((line) => line.split('=')[0] ?? '');
    assert.deepEqual(
      names.filter((name) => /(URL|KEYS?)$/.test(name)),
      [],
      'A secret is a file.',
    );
  });

  test(`${unit.name} never runs as root`, () => {
    assert.equal(unit.one('DynamicUser'), 'yes');
  });
}

/** What systemd says of a unit. It also looks at the machine's own, which are not ours to mend. */
function linesAbout({ name }: Unit, output: string): string[] {
  return output.split('\n').filter((line) => line.includes(name.replace('@', '')));
}

const SAMPLES: Readonly<Record<string, () => string>> = {
  'secret-keys': () => `1:${randomBytes(32).toString('base64')}`,
  'page-keys': () => `1:${randomBytes(32).toString('base64')}`,
  'portal-keys': () => `1:${randomBytes(32).toString('base64')}`,
  'smtp-url': () => 'smtps://vezne:password@mail.example.com',
  'reference-code-key': () => randomBytes(32).toString('base64'),
};

/** The environment that a unit gives its process, with sample secrets where systemd would put them. */
async function environmentAt(t: TestContext, name: string): Promise<Record<string, string>> {
  const unit = UNITS.find((one) => one.name === name) ?? assert.fail(name);
  const credentials = await mkdtemp(join(tmpdir(), 'vezne-credentials-'));
  t.after(async () => await rm(credentials, { recursive: true }));
  for (const line of unit.all('LoadCredential')) {
    const [id = '', source] = line.split(':');
    assert.equal(source, `/etc/vezne/credentials/${id}`);
    const secret = SAMPLES[id]?.() ?? `postgres://${id}:secret@db.internal/vezne`;
    await writeFile(join(credentials, id), `${secret}\n`);
  }
  return environmentOf(unit, { instance: '4010', credentials, state: '/var/lib' });
}

test('what a unit gives its process is all that the process asks for, in production', async (t) => {
  const api = readApiConfig(await environmentAt(t, 'vezne-api@'));
  assert.equal(api.environment, 'production');
  assert.equal(api.port, 4010);
  assert.match(api.databaseUrl, /api-database-url/);
  assert.match(
    readConsoleConfig(await environmentAt(t, 'vezne-console')).databaseUrl,
    /console-database-url/,
  );
  const portal = readPortalConfig(await environmentAt(t, 'vezne-portal'));
  assert.match(portal.databaseUrl, /portal-database-url/);
  assert.ok(portal.mail !== undefined && portal.port !== api.port);
  const worker = readWorkerConfig(await environmentAt(t, 'vezne-worker'));
  assert.match(worker.databaseUrl, /worker-database-url/);
  assert.equal(worker.auditHeadFile, '/var/lib/vezne-worker/audit-heads');
  for (const name of ['vezne-migrate@', 'vezne-migrate-contract']) {
    const migrate = readMigrateConfig(await environmentAt(t, name));
    assert.match(migrate.databaseUrl, /owner-database-url/);
    assert.equal(migrate.roleUrls.length, 5);
  }
});

test('each process of a machine has a port of its own for its metrics, and Prometheus looks there', async (t) => {
  const ports = [
    readApiConfig(await environmentAt(t, 'vezne-api@')).metrics?.port,
    readConsoleConfig(await environmentAt(t, 'vezne-console')).metrics?.port,
    readPortalConfig(await environmentAt(t, 'vezne-portal')).metrics?.port,
    readWorkerConfig(await environmentAt(t, 'vezne-worker')).metrics?.port,
  ];
  assert.deepEqual(ports, [14_010, 9_420, 9_425, 9_430]);
  const prometheus = await readFile(join(REPOSITORY, 'deploy/prometheus/prometheus.example.yml'), 'utf8');
  for (const port of ports) assert.ok(prometheus.includes(`127.0.0.1:${port} `), String(port));
});

test('a worker may write where its heads go', () => {
  const worker = UNITS.find(({ name }) => name === 'vezne-worker') ?? assert.fail();
  assert.ok(
    worker
      .all('Environment')
      .includes(`VEZNE_AUDIT_HEAD_FILE=%S/${worker.one('StateDirectory')}/audit-heads`),
  );
});

/** Pools, files and what Node itself has open; with room. */
const FILES_OF_ITS_OWN = 500;

test('an api has the time to answer what has arrived, and files for the connections that it takes', async (t) => {
  const unit = UNITS.find(({ name }) => name === 'vezne-api@') ?? assert.fail();
  const { drainMs, createBoundMs, maxConnections } = readApiConfig(await environmentAt(t, unit.name));
  assert.ok(milliseconds(unit.one('TimeoutStopSec')) > drainMs + FILE_WITHIN_MS + createBoundMs);
  assert.ok(Number(unit.one('LimitNOFILE')) >= maxConnections + FILES_OF_ITS_OWN);
  assert.equal(unit.one('KillSignal'), 'SIGTERM');
});

test('a process that ended is started again, however often, and a migration is not', () => {
  for (const unit of UNITS) {
    const isMigration = unit.name.startsWith('vezne-migrate');
    assert.deepEqual(unit.all('Restart'), isMigration ? [] : ['always'], unit.name);
    assert.deepEqual(unit.all('StartLimitIntervalSec'), isMigration ? [] : ['0'], unit.name);
    if (isMigration) assert.equal(unit.one('TimeoutStartSec'), 'infinity');
  }
});
