import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { processCounts } from '../../../src/metrics/process-counts.ts';
import { markedReferences, startTestApi, writtenReferences } from '../../harness/api.ts';
import type { TestApi } from '../../harness/api.ts';
import { createAgent, get, post } from '../../harness/client.ts';
import { assertCreated, assertUnanswered, until } from '../../harness/expectations.ts';
import { depositBody, withdrawalBody } from '../../harness/factories.ts';
import { holdTable, untilStatementWaits } from '../../harness/hold-table.ts';
import { captureLog } from '../../harness/log-lines.ts';

/** A partner that waits for an answer and can hang up. */
function impatient({ url, partner }: TestApi, body: object) {
  const agent = createAgent(1);
  const ended = assertUnanswered(post(url, partner, '/v1/withdrawals', body, agent));
  return async (): Promise<void> => {
    agent.destroy();
    await ended;
    // The api notices these requests after it notices that the connection is gone.
    for (let round = 0; round < 3; round += 1) await get(url, partner, '/v1/limits');
  };
}

async function create({ url, partner }: TestApi) {
  const body = withdrawalBody();
  assertCreated(await post(url, partner, '/v1/withdrawals', body));
  return body;
}

suite('a partner that hangs up', { concurrency: 4 }, () => {
  test('while its request waits in the queue leaves no withdrawal', async (t) => {
    const api = await startTestApi(t);
    const [sent, waiting] = [withdrawalBody(), withdrawalBody()];
    const release = await holdTable(api.owner);
    const answering = post(api.url, api.partner, '/v1/withdrawals', sent);
    await untilStatementWaits(api.owner);
    const hangUp = impatient(api, waiting);
    await get(api.url, api.partner, '/v1/limits');
    await hangUp();
    await release();
    assertCreated(await answering);
    const later = await create(api);
    assert.deepEqual(
      await writtenReferences(api.owner),
      [sent.externalReference, later.externalReference].sort(),
    );
    // Its retry is a new request.
    const retry = await post(api.url, api.partner, '/v1/withdrawals', waiting);
    assertCreated(retry);
    assert.equal(retry.headers['idempotent-replayed'], undefined);
  });

  test('while its withdrawal is being written leaves the mark "the partner may not know" until a retry is answered', async (t) => {
    const api = await startTestApi(t);
    const body = withdrawalBody();
    const release = await holdTable(api.owner);
    const hangUp = impatient(api, body);
    await untilStatementWaits(api.owner);
    await hangUp();
    await release();

    const later = await create(api);
    const references = [body.externalReference, later.externalReference].sort();
    assert.deepEqual(await writtenReferences(api.owner), references);
    // The mark of a given answer disappears a moment later. Everything that was confirmed earlier is gone by then.
    await until(
      async () => await markedReferences(api.owner),
      (marked) => !marked.includes(later.externalReference),
    );
    assert.deepEqual(await markedReferences(api.owner), [body.externalReference]);

    const retry = await post(api.url, api.partner, '/v1/withdrawals', body);
    assert.equal(retry.headers['idempotent-replayed'], 'true');
    await until(
      async () => await markedReferences(api.owner),
      (marked) => marked.length === 0,
    );
  });
});

/** What the metrics say: by code, and of the two routes. Nothing else of this file hangs up there at the same time. */
function unansweredCounts(): number[] {
  const of = (path: string): number =>
    [...processCounts.answers.all()]
      .find(({ method, route }) => method === 'POST' && route === path)
      ?.statuses.get('unanswered') ?? 0;
  return [processCounts.errors.get('outcome_unknown'), of('/v1/deposits'), of('/v1/withdrawals')];
}

suite('the log', { concurrency: 4 }, () => {
  test('names the partner and the request that got no answer after a hang-up', async (t) => {
    const { log, lines } = captureLog();
    const { url, owner, partner } = await startTestApi(t, { log, config: { createBoundMs: 200 } });
    const requests = [
      { type: 'deposit', route: '/v1/deposits', body: depositBody() },
      { type: 'withdrawal', route: '/v1/withdrawals', body: withdrawalBody() },
    ];
    const release = await holdTable(owner);
    const before = unansweredCounts();
    for (const { route, body } of requests) await assertUnanswered(post(url, partner, route, body));
    await release();
    assert.deepEqual(
      unansweredCounts().map((count, place) => count - (before[place] ?? 0)),
      [2, 1, 1],
    );
    const hangUps = lines('the outcome is unknown; the connection is closed unanswered');
    assert.deepEqual(
      hangUps.map(({ method, route, partnerId, type, externalReference }) => ({
        method,
        route,
        partnerId,
        type,
        externalReference,
      })),
      requests.map(({ type, route, body: { externalReference } }) => ({
        method: 'POST',
        route,
        partnerId: partner.id,
        type,
        externalReference,
      })),
    );
    for (const { requestId, err } of hangUps) {
      assert.match(String(requestId), /^req_/);
      assert.equal((err as { type: string }).type, 'OutcomeUnknownError');
    }
  });

  test('names the transaction of each answer, and whether it was a replay', async (t) => {
    const { log, lines } = captureLog();
    const { url, partner } = await startTestApi(t, { log });
    const body = withdrawalBody();
    const { id } = assertCreated(await post(url, partner, '/v1/withdrawals', body));
    await post(url, partner, '/v1/withdrawals', body);
    const answers = await until(
      async () => await Promise.resolve(lines('answered')),
      ({ length }) => length === 2,
    );
    for (const [index, line] of answers.entries()) {
      assert.deepEqual(
        [line['status'], line['partnerId'], line['type'], line['externalReference'], line['isReplay']],
        [201, partner.id, 'withdrawal', body.externalReference, index === 1],
      );
      assert.equal(`txn_${String(line['transactionId']).replaceAll('-', '')}`, id);
    }
  });
});
