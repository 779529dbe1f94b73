import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { signWebhook } from '@vezne/sdk/webhooks/signature';
import { reSumLedger } from '../../src/usecases/ledger/re-sum.ts';
import { CANCEL, bareEventSql, moveSql } from '../db/forgeries/honest-writes.ts';
import { openDesk } from '../harness/desk.ts';
import { until } from '../harness/expectations.ts';
import { insertEndpoint } from '../harness/webhook-endpoints.ts';
import { startWorkerProcess } from '../harness/worker-process.ts';
import { startReceiver } from '../jobs/webhooks/receiver.ts';

interface Delivery {
  isSigned: boolean;
  transactionId: string;
  playerAmountCents: number;
}

/** A worker looks twice a second by itself. */
const LOOKED_MS = 2_500;

test('a forged refund never reaches the partner, whichever process wrote it, while an honest one does', async (t) => {
  const desk = await openDesk(t);
  const { database, owner } = desk;
  const deliveries: Delivery[] = [];
  let secret = '';
  const receive = async (request: IncomingMessage): Promise<void> => {
    const body = await text(request);
    const header = (name: string): string => String(request.headers[name]);
    const signed = { id: header('webhook-id'), timestamp: header('webhook-timestamp'), body };
    const told = JSON.parse(body) as Omit<Delivery, 'isSigned'>;
    deliveries.push({
      ...told,
      isSigned: signWebhook({ secret, ...signed }) === header('webhook-signature'),
    });
  };
  const receiver = await startReceiver(t, (request, response) => {
    void receive(request).finally(() => response.end());
  });
  ({ secret } = await insertEndpoint(owner, { partnerId: desk.partner.id, url: receiver.url }));
  const [forged, honest] = [await desk.withdrawal(), await desk.withdrawal()];
  await startWorkerProcess(t, database, { VEZNE_ENV: 'development' });
  const received = () =>
    deliveries.map(({ isSigned, playerAmountCents }) => ({ isSigned, playerAmountCents }));

  const refund = { amount_cents: '999999999999' };
  const rule = { constraint: 'event_agrees_with_its_transaction' };
  await assert.rejects(database.pool('vezne_api').query(bareEventSql(forged, refund), [forged]), rule);
  const expiry = { ...refund, reason_code: `'expired'` };
  await assert.rejects(database.pool('vezne_worker').query(bareEventSql(forged, expiry), [forged]), rule);

  const cancelled = await database.pool('vezne_api').query(moveSql(CANCEL), [honest]);
  assert.equal(cancelled.rowCount, 1);
  await until(
    async () => await Promise.resolve(deliveries.length),
    (count) => count > 0,
  );
  await sleep(LOOKED_MS);
  assert.deepEqual(received(), [{ isSigned: true, playerAmountCents: 100_000 }]);
  assert.match(deliveries[0]?.transactionId ?? '', new RegExp(honest.replaceAll('-', '')));
  assert.deepEqual(await brokenRules(), []);

  // The owner stands above the rules: what it forges is sent and signed. So the receiver would have seen the others, and the nightly
  // look at the books names it.
  await owner.query(bareEventSql(forged, refund), [forged]);
  await until(
    async () => await Promise.resolve(deliveries.length),
    (count) => count > 1,
  );
  assert.deepEqual(received()[1], { isSigned: true, playerAmountCents: 999_999_999_999 });
  assert.ok((await brokenRules()).includes('an event says what its transaction and its step say'));

  async function brokenRules(): Promise<string[]> {
    const rules = await reSumLedger(database.pool('vezne_worker'));
    return rules.filter(({ differences }) => differences.length > 0).map(({ rule: name }) => name);
  }
});
