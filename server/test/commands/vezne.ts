import assert from 'node:assert/strict';
import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
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
  return async (...words) => {
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
    const [stdout, stderr, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'exit') as Promise<[number]>,
    ]);
    return { code, stdout, stderr };
  };
}

/** The same for a test with many commands: one process runs all of them, because a start costs more than a command. */
export function manyVezneOn(
  t: TestContext,
  database: Pick<TestDatabase, 'urlOf'>,
  env: Record<string, string> = {},
): Vezne {
  const child = fork(RUNNER, {
    env: {
      ...CLEAN_ENVIRONMENT,
      VEZNE_ADMIN_DATABASE_URL: database.urlOf('vezne_admin'),
      VEZNE_ACTOR: 'ayse',
      ...env,
    },
    execArgv: [],
  });
  const ended = once(child, 'exit');
  t.after(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  const waiting: ((ran: Ran) => void)[] = [];
  // Answers arrive in the order of the commands.
  child.on('message', (ran) => waiting.shift()?.(ran as Ran));
  return async (...words) => {
    const answer = new Promise<Ran>((resolve) => waiting.push(resolve));
    child.send(words);
    return await Promise.race([
      answer,
      ended.then(() => assert.fail(`The process of the commands has ended before: ${words.join(' ')}`)),
    ]);
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
