import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { get, post } from '../harness/client.ts';
import { createTestDatabase } from '../harness/database.ts';
import { startDatabaseProxy } from '../harness/database-proxy.ts';
import { depositBody, insertBankAccount, insertPartner } from '../harness/factories.ts';
import type { LogLine } from '../harness/log-lines.ts';
import { startTalkative } from './canary/talkative.ts';
import type { TalkativeProcess } from './canary/talkative.ts';

const AWAY_MS = 5_000;
const ASK_EVERY_MS = 100;

function linesOf({ said }: TalkativeProcess): LogLine[] {
  return said()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as LogLine);
}

test('while the database is away, each thing that fails is one line, and one more that counts the others', async (t) => {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  const partner = await insertPartner(owner);
  await insertBankAccount(owner);
  const proxies = [
    await startDatabaseProxy(t, database.urlOf('vezne_api')),
    await startDatabaseProxy(t, database.urlOf('vezne_worker')),
  ] as const;
  const [api, worker] = await Promise.all([
    startTalkative(t, 'api', {
      VEZNE_ENV: 'development',
      VEZNE_API_DATABASE_URL: proxies[0].url,
      VEZNE_PUBLIC_URL: 'https://pay.example',
      VEZNE_PORT: '0',
      VEZNE_CREATE_BOUND_MS: '1000',
    }),
    startTalkative(t, 'worker', { VEZNE_ENV: 'development', VEZNE_WORKER_DATABASE_URL: proxies[1].url }),
  ]);
  for (const proxy of proxies) {
    proxy.refuse(true);
    proxy.cut();
  }
  let unanswered = 0;
  const asked: Promise<unknown>[] = [];
  for (let waitedMs = 0; waitedMs < AWAY_MS; waitedMs += ASK_EVERY_MS) {
    const created = post(api.url, partner, '/v1/deposits', depositBody());
    asked.push(
      created.catch(() => (unanswered += 1)),
      get(api.url, partner, '/v1/transactions'),
    );
    await sleep(ASK_EVERY_MS);
  }
  await Promise.allSettled(asked);
  for (const proxy of proxies) proxy.refuse(false);
  // Its end is also the end of what is counted.
  await api.stop();
  await worker.stop();

  for (const running of [api, worker]) {
    const loud = linesOf(running).filter(({ level }) => Number(level) >= 40);
    const news = loud
      .filter(({ repeated }) => repeated === undefined)
      .map(({ level, msg, job, channel, reason, err }) => {
        const { type, message, errorCode } = (err ?? {}) as Record<string, unknown>;
        return JSON.stringify([level, msg, job, channel, reason, type, message, errorCode]);
      });
    assert.deepEqual(news, [...new Set(news)], 'nothing is said twice');
    const counted = loud.reduce((sum, { repeated }) => sum + Number(repeated ?? 0), 0);
    t.diagnostic(`${String(loud[0]?.['process'])}: ${loud.length} lines for ${loud.length + counted}`);
    if (running === api) assert.ok(counted > loud.length, `${counted} were counted`);
    const alarms = loud.flatMap(({ alarm }) => alarm ?? []);
    assert.deepEqual(
      alarms.filter(
        (alarm) => alarm !== 'database_away' && alarm !== 'database_back' && alarm !== 'outcome_unknown',
      ),
      [],
      'what is away is no other trouble',
    );
    assert.ok(loud.length < 40, loud.map(({ msg }) => msg).join('\n'));
  }
  assert.ok(unanswered > 0);
  const left = linesOf(api).filter(({ msg }) => msg === 'left unanswered');
  assert.deepEqual(
    [left.length, new Set(left.map(({ requestId }) => requestId)).size],
    [unanswered, unanswered],
    'each request has a line of its own all the same',
  );
});
