import { randomUUID } from 'node:crypto';
import type { TestContext } from 'node:test';
import type pg from 'pg';
import { seedHistory } from '../../bench/seed/history.ts';
import type { SeededHistory } from '../../bench/seed/history.ts';
import { systemClock } from '../../server/src/clock.ts';
import { startConsoleProcess } from '../../server/test/harness/console-process.ts';
import { Browser } from '../../server/test/harness/console.ts';
import { createTestDatabase } from '../../server/test/harness/database.ts';
import type { TestDatabase } from '../../server/test/harness/database.ts';
import { insertPerson } from '../../server/test/harness/staff.ts';

/** The steady partner's deposits never wait, and it has a tenth of everything. */
const STEADY_SHARE = 0.1;
/** So many are held, of those that wait. */
const HELD_SHARE = 0.01;

/** A console process on a database with a long queue. */
export interface QueueWorld {
  url: string;
  database: TestDatabase;
  owner: pg.Pool;
  history: SeededHistory;
  waiting: number;
  /** Somebody at a browser of their own, signed in. */
  session(): Promise<Browser>;
}

export async function openQueueWorld(
  t: TestContext,
  {
    transactions,
    waiting,
    players,
    say,
  }: { transactions: number; waiting: number; players?: number; say?: (line: string) => void },
): Promise<QueueWorld> {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  const history = await seedHistory(owner, {
    transactions,
    references: 'random',
    openToday: Math.round(waiting / (1 - STEADY_SHARE)),
    openKinds: 'to_confirm',
    ...(players === undefined ? {} : { players }),
    ...(say === undefined ? {} : { say }),
  });
  await holdSome(owner, Math.round(waiting * HELD_SHARE));
  const { rows } = await owner.query<{ count: string }>(
    `select count(*) from open_transaction where type = 'deposit' and status = 'waiting_confirmation'`,
  );
  const { url } = await startConsoleProcess(t, database);
  return {
    url,
    database,
    owner,
    history,
    waiting: Number(rows[0]?.count),
    async session() {
      const person = await insertPerson(owner, {
        handle: `op${randomUUID().replaceAll('-', '').slice(0, 16)}`,
      });
      const browser = new Browser(url, systemClock);
      const answer = await browser.signIn(person);
      if (answer.status !== 200)
        throw new Error(`A person could not sign in: ${JSON.stringify(answer.body)}`);
      return browser;
    },
  };
}

/** Here and there in the queue, until tomorrow. */
async function holdSome(owner: pg.Pool, count: number): Promise<void> {
  await owner.query(
    `update transaction set held_until = now() + interval '1 day', hold_reason = 'bank_down'
     where id in (select transaction_id from open_transaction
       where status = 'waiting_confirmation' and type = 'deposit' order by md5(transaction_id::text) limit $1)`,
    [count],
  );
  await owner.query('vacuum (analyze) open_transaction');
}
