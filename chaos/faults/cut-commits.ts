import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { countTransactions } from '../../server/test/harness/api.ts';
import { startApiProcess } from '../../server/test/harness/api-process.ts';
import { createAgent, post } from '../../server/test/harness/client.ts';
import { createTestDatabase } from '../../server/test/harness/database.ts';
import {
  depositBody,
  insertBankAccount,
  insertPartner,
  withdrawalBody,
} from '../../server/test/harness/factories.ts';
import { startCuttingProxy } from './cutting-proxy.ts';
import type { Moment } from './cutting-proxy.ts';

export interface CutCommitsFigures {
  cuts: number;
  creates: number;
  /** Cuts before PostgreSQL had said that it committed. */
  whenSent: number;
}

/** Creates that share a batch, whose connection is cut: each of them has an unknown outcome. */
const TOGETHER = 3;
const MOST_REFUSALS = 10;
const MOMENTS: readonly Moment[] = ['when committed', 'when sent'];

/**
 * Cuts the connection to the database after a commit was sent, again and again. Each create is answered with success all the same, and its
 * retry, at another process, gets the same transaction.
 */
export async function createThroughCuts(
  t: TestContext,
  { cuts, say }: { cuts: number; say: (line: string) => void },
): Promise<CutCommitsFigures> {
  const database = await createTestDatabase(t);
  const owner = database.pool();
  const partner = await insertPartner(owner);
  await insertBankAccount(owner);
  const proxy = await startCuttingProxy(t, database.urlOf('vezne_api'));
  const env = { VEZNE_LOG_LEVEL: 'silent' };
  const [cutOff, other] = await Promise.all([
    startApiProcess(t, database, { ...env, VEZNE_API_DATABASE_URL: proxy.url }),
    startApiProcess(t, database, env),
  ]);
  const agent = createAgent();

  for (let round = 0; round < cuts; round += 1) {
    const isCut = proxy.cutNext('insert-transactions', MOMENTS[round % MOMENTS.length] ?? 'when sent');
    await Promise.all(
      Array.from({ length: TOGETHER }, async (_, place) => {
        const [path, body] =
          place % 2 === 0 ? ['/v1/withdrawals', withdrawalBody()] : ['/v1/deposits', depositBody()];
        let answer = await post(cutOff.url, partner, path, body, agent);
        // When batch after batch was slow, creates are refused before anything is sent. One that was sent would be a replay now.
        for (let tries = 1; isOverloaded(answer) && tries < MOST_REFUSALS; tries += 1) {
          await sleep(200);
          answer = await post(cutOff.url, partner, path, body, agent);
        }
        assert.equal(answer.status, 201, answer.text);
        assert.equal(answer.headers['idempotent-replayed'], undefined, 'it was this request that created it');
        const retry = await post(other.url, partner, path, body, agent);
        assert.equal(retry.status, 201);
        assert.equal(retry.headers['idempotent-replayed'], 'true');
        assert.equal(retry.text, answer.text, 'the same transaction');
      }),
    );
    await isCut;
    if ((round + 1) % 50 === 0) say(`${round + 1} of ${cuts} connections were cut`);
  }
  agent.destroy();
  assert.equal(await countTransactions(owner), cuts * TOGETHER);
  return { cuts, creates: cuts * TOGETHER, whenSent: Math.floor(cuts / MOMENTS.length) };
}

/** Any other 503 would be a wrong answer. */
function isOverloaded({ status, text }: { status: number; text: string }): boolean {
  return status === 503 && (JSON.parse(text) as { code?: unknown }).code === 'overloaded';
}
