/**
 * `node tools/with-postgres.ts 18|15 [-c NAME=VALUE]… -- COMMAND…`: runs a command beside a temporary PostgreSQL server, whose address
 * is in VEZNE_TEST_POSTGRES_URL. The server runs outside the test runner, so a test file that dies cannot leave it behind, and
 * all files share one.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { constants } from 'node:os';
import { join } from 'node:path';
import { POSTGRES_VERSIONS } from './postgres/binaries.ts';
import { roomyFolder } from './postgres/roomy-folder.ts';
import { startPostgres } from './postgres/server.ts';

const USAGE = `Usage: node tools/with-postgres.ts ${POSTGRES_VERSIONS.join('|')} [-c NAME=VALUE]… -- COMMAND [ARGUMENT…]`;

async function main(): Promise<number> {
  const given = process.argv.slice(2);
  const separator = given.indexOf('--');
  const [wanted, ...options] = given.slice(0, Math.max(0, separator));
  const [command, ...argumentsOfCommand] = given.slice(separator + 1);
  const version = POSTGRES_VERSIONS.find((known) => known === wanted);
  const settings = readSettings(options);
  if (version === undefined || settings === undefined || command === undefined) {
    process.stderr.write(`${USAGE}\n`);
    return 2;
  }
  const directory = await mkdtemp(join(await roomyFolder(), 'vezne-test-'));
  const server = await startPostgres({
    version,
    directory,
    // A test database need not survive a power cut. Everything else is as in production.
    settings: { fsync: 'off', max_prepared_transactions: '10', ...settings },
  });
  try {
    return await run(command, argumentsOfCommand, { ...process.env, VEZNE_TEST_POSTGRES_URL: server.url });
  } finally {
    await server.stop();
    await rm(directory, { recursive: true, force: true });
  }
}

/** `-c name=value`, any number of times. Undefined: something else was given. */
function readSettings(options: readonly string[]): Record<string, string> | undefined {
  const settings: Record<string, string> = {};
  for (let place = 0; place < options.length; place += 2) {
    const [, name, value] = /^([a-z_]+)=(.+)$/.exec(options[place + 1] ?? '') ?? [];
    if (options[place] !== '-c' || name === undefined || value === undefined) return undefined;
    settings[name] = value;
  }
  return settings;
}

async function run(command: string, args: string[], env: NodeJS.ProcessEnv): Promise<number> {
  const child = spawn(command, args, { stdio: 'inherit', env });
  const passOn = (signal: NodeJS.Signals) => {
    child.kill(signal);
  };
  process.on('SIGINT', passOn);
  process.on('SIGTERM', passOn);
  return await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      resolve(code ?? 128 + (signal ? constants.signals[signal] : 0));
    });
  });
}

process.exitCode = await main();
