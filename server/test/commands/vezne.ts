import assert from 'node:assert/strict';
import { fork, spawn } from 'node:child_process';
import type { ChildProcess, ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { CLEAN_ENVIRONMENT } from '../harness/clean-environment.ts';
import type { TestDatabase } from '../harness/database.ts';
import { testKeysEnv } from '../harness/keys.ts';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
const RUNNER = fileURLToPath(new URL('runner.ts', import.meta.url));

export interface Ran {
  code: number;
  stdout: string;
  stderr: string;
}

export type Vezne = (...words: string[]) => Promise<Ran>;

/** The command line as a person uses it: its own process, with only the environment that the command needs. */
export function vezneOn(
  database: Pick<TestDatabase, 'urlOf'>,
  env: Record<string, string> = { VEZNE_ACTOR: 'ayse' },
  /** Of another version. */
  main = MAIN,
): Vezne {
  return async (...words) => await startVezne(database, words, env, main).ran;
}

/** The same for somebody who watches the command while it runs. */
export function startVezne(
  database: Pick<TestDatabase, 'urlOf'>,
  words: readonly string[],
  env: Record<string, string> = { VEZNE_ACTOR: 'ayse' },
  main = MAIN,
): { child: ChildProcessByStdio<null, Readable, Readable>; ran: Promise<Ran> } {
  const child = spawn(process.execPath, [main, ...words], {
    env: {
      ...CLEAN_ENVIRONMENT,
      ...testKeysEnv,
      VEZNE_ADMIN_DATABASE_URL: database.urlOf('vezne_admin'),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A command takes a second. One that never ends must fail its test and not run on after it.
    timeout: 30_000,
    killSignal: 'SIGKILL',
  });
  return { child, ran: whatRan(child) };
}

async function whatRan(child: ChildProcessByStdio<null, Readable, Readable>): Promise<Ran> {
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit') as Promise<[number]>,
  ]);
  return { code, stdout, stderr };
}

/**
 * The same for a test with many commands: one process runs all of them, because a start costs more than a command. The next test of the file
 * goes on with it.
 */
export function manyVezneOn(
  t: TestContext,
  database: Pick<TestDatabase, 'urlOf'>,
  env: Record<string, string> = {},
): Vezne {
  const runner = idleRunners.pop() ?? startRunner();
  t.after(async () => {
    // One that still runs a command is not for others.
    if (runner.waiting.length === 0 && runner.child.connected) idleRunners.push(runner);
    else await runner.kill();
  });
  const wholeEnv = {
    ...CLEAN_ENVIRONMENT,
    VEZNE_ADMIN_DATABASE_URL: database.urlOf('vezne_admin'),
    VEZNE_ACTOR: 'ayse',
    ...env,
  };
  return async (...words) => await runner.run(words, wholeEnv);
}

interface Runner {
  child: ChildProcess;
  waiting: ((ran: Ran) => void)[];
  run: (words: string[], env: NodeJS.ProcessEnv) => Promise<Ran>;
  kill: () => Promise<void>;
}

const idleRunners: Runner[] = [];

function startRunner(): Runner {
  const child = fork(RUNNER, { env: CLEAN_ENVIRONMENT, execArgv: [] });
  const ended = once(child, 'exit');
  const waiting: ((ran: Ran) => void)[] = [];
  // Answers arrive in the order of the commands.
  child.on('message', (ran) => waiting.shift()?.(ran as Ran));
  // An idle one keeps no test file from ending, and ends with it.
  child.unref();
  child.channel?.unref();
  return {
    child,
    waiting,
    async run(words, env) {
      const answer = new Promise<Ran>((resolve) => waiting.push(resolve));
      child.channel?.ref();
      child.send({ words, env });
      const ran = await Promise.race([
        answer,
        ended.then(() => assert.fail(`The process of the commands has ended before: ${words.join(' ')}`)),
      ]);
      if (waiting.length === 0) child.channel?.unref();
      return ran;
    },
    async kill() {
      child.kill('SIGKILL');
      child.ref();
      await ended;
    },
  };
}

/** Runs a command that takes two people, and confirms what it asked as the second. Returns what the second is told. */
export async function byTwo(vezne: Vezne, words: readonly string[], ...options: string[]): Promise<Ran> {
  const asked = jsonOf(await vezne(...words, '--json'));
  assert.equal(asked['outcome'], 'asked', words.join(' '));
  return await vezne('request', 'confirm', String(asked['requestId']), '--as', 'mehmet', ...options);
}

/** What a command printed with --json: exactly one line. */
export function jsonOf({ code, stdout, stderr }: Ran): Record<string, unknown> {
  assert.equal(code, 0, stderr);
  assert.match(stdout, /^[^\n]+\n$/);
  return JSON.parse(stdout) as Record<string, unknown>;
}
