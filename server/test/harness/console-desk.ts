import { randomUUID } from 'node:crypto';
import type { TestContext } from 'node:test';
import { NO_THROTTLE, startTestConsole } from './console.ts';
import type { Browser, ConsoleAnswer, ConsoleOptions, TestConsole } from './console.ts';
import { openDesk } from './desk.ts';
import type { Desk } from './desk.ts';
import { insertPerson } from './staff.ts';
import type { PersonOptions, TestPerson } from './staff.ts';

/** Somebody at a screen, signed in and with a fresh proof. */
export interface Operator {
  person: TestPerson;
  page: Browser;
}

/** Operators at the console, with deposits to decide on. */
export interface ConsoleDesk extends Desk, TestConsole {
  operator(options?: PersonOptions): Promise<Operator>;
  /** What a press carries: what is seen of the deposit now, and an id of its own. */
  press(id: string): Promise<{ seen: string; decisionId: string }>;
}

const CODE_MS = 30_000;

export async function openConsoleDesk(
  t: TestContext,
  options: Omit<ConsoleOptions, 'database'> = {},
): Promise<ConsoleDesk> {
  const desk = await openDesk(t);
  const started = await startTestConsole(t, {
    throttleRules: NO_THROTTLE,
    ...options,
    database: desk.database,
  });
  return {
    ...desk,
    ...started,
    async operator(person) {
      const somebody = await insertPerson(desk.owner, person);
      const page = started.browser();
      await page.signIn(somebody);
      started.clock.advance(CODE_MS);
      await page.call('stepUp', { code: page.codeOf(somebody) });
      return { person: somebody, page };
    },
    press: async (id) => ({ seen: (await desk.see(id)).fingerprint, decisionId: randomUUID() }),
  };
}

/** Reads an address of the API, with its query. */
export async function read(page: Browser, path: string): Promise<ConsoleAnswer> {
  return await page.send(path, { method: 'GET', headers: { 'sec-fetch-site': 'same-origin' } });
}
