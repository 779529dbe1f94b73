import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { test } from 'node:test';
import { countTransactions, startTestApi } from '../server/test/harness/api.ts';
import { createAgent, post, send, sign } from '../server/test/harness/client.ts';
import { assertCreated, assertRefused } from '../server/test/harness/expectations.ts';
import { depositBody, withdrawalBody } from '../server/test/harness/factories.ts';
import { badBody } from './bad-bodies.ts';
import type { BadBody } from './bad-bodies.ts';
import { createRandom } from './random.ts';

/** Set it higher for a long night. */
const BODIES = Number(process.env['CHAOS_BODIES'] ?? 20_000);
const CONNECTIONS = 32;
const PROGRESS_EVERY = 10_000;
const showsProgress = process.stderr.isTTY || process.env['CHAOS_PROGRESS'] !== undefined;

test(`${BODIES} bad bodies, all correctly signed, are each refused for the right reason and leave no trace`, async (t) => {
  const seed = Number(process.env['CHAOS_SEED'] ?? randomInt(2 ** 31));
  t.diagnostic(`repeat it with CHAOS_SEED=${seed}`);
  const random = createRandom(seed);
  // As in production, where even http to the local machine is refused.
  const { url, owner, partner } = await startTestApi(t, { config: { environment: 'production' } });
  const agent = createAgent(CONNECTIONS);
  t.after(() => agent.destroy());
  const counts = new Map<string, number>();
  let sent = 0;

  const describe = ({ path, bytes }: BadBody) =>
    `${path} ${JSON.stringify(Buffer.from(bytes).toString('latin1').slice(0, 600))} (CHAOS_SEED=${seed})`;

  async function sendNext(): Promise<void> {
    const bad = badBody(random);
    const request = sign(partner, { path: bad.path, body: bad.bytes });
    const answer = await send(url, request, agent).catch((error: unknown) =>
      assert.fail(`no answer to ${describe(bad)}: ${String(error)}`),
    );
    const refused = assertRefused(answer, bad.code, describe(bad));
    const named = refused.fields?.map(({ path }) => path) ?? [];
    for (const field of bad.fields)
      assert.ok(named.includes(field), `${field} of ${describe(bad)}: ${answer.text}`);
    counts.set(bad.code, (counts.get(bad.code) ?? 0) + 1);
  }

  async function sendUntilEnough(): Promise<void> {
    while (sent < BODIES) {
      sent += 1;
      if (showsProgress && sent % PROGRESS_EVERY === 0) process.stderr.write(`${sent} of ${BODIES} sent\n`);
      await sendNext();
    }
  }

  await Promise.all(Array.from({ length: CONNECTIONS }, sendUntilEnough));
  t.diagnostic([...counts].map(([code, count]) => `${code} ${count}`).join(', '));
  assert.deepEqual([...counts.keys()].toSorted(), [
    'amount_out_of_range',
    'duplicate_key',
    'invalid_json',
    'invalid_request',
  ]);
  assert.equal(await countTransactions(owner), 0);
  assertCreated(await post(url, partner, '/v1/deposits', depositBody()));
  assertCreated(await post(url, partner, '/v1/withdrawals', withdrawalBody()));
});
