import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { VezneError, VezneOutcomeUnknownError } from '@vezne/sdk/errors';
import {
  respond,
  created,
  DEPOSIT,
  failureOf,
  hangUp,
  keepSilent,
  refuse,
  startScriptedServer,
} from './scripted-server.ts';
import type { Step } from './scripted-server.ts';

/** Within this the first response has arrived, on a busy machine too; the retry would come after 20 s. */
const REFUSED_WITHIN_MS = 3_000;

const KNOWN = { headers: { 'ratelimit-limit': '200' } };

const fields = (...paths: string[]) => ({ fields: paths.map((path) => ({ path, problem: 'is wrong' })) });

/** What the service answers after it has looked up the reference and found nothing. */
const FREE: Record<string, Step> = {
  amount_out_of_range: refuse(400, 'amount_out_of_range'),
  commission_exceeds_amount: refuse(400, 'commission_exceeds_amount'),
  player_limit_reached: refuse(400, 'player_limit_reached'),
  player_blocked: refuse(403, 'player_blocked'),
  'invalid_request with fields': refuse(400, 'invalid_request', fields('amount', 'customer.id')),
  partner_disabled: refuse(403, 'partner_disabled'),
  address_not_allowed: refuse(403, 'address_not_allowed'),
  'rate_limited of a known partner': refuse(429, 'rate_limited', KNOWN),
  deposits_paused: refuse(503, 'deposits_paused'),
  withdrawals_paused: refuse(503, 'withdrawals_paused'),
  no_deposit_account: refuse(503, 'no_deposit_account'),
  overloaded: refuse(503, 'overloaded'),
  unavailable: refuse(503, 'unavailable'),
};

/** What it answers without a look-up, and codes that this version does not know. */
const OPEN: Record<string, Step> = {
  'invalid_request without fields': refuse(400, 'invalid_request'),
  'invalid_request with an empty list of fields': refuse(400, 'invalid_request', fields()),
  'invalid_request about the reference': refuse(
    400,
    'invalid_request',
    fields('amount', 'externalReference'),
  ),
  'invalid_request about the whole body': refuse(400, 'invalid_request', fields('')),
  invalid_json: refuse(400, 'invalid_json'),
  duplicate_key: refuse(400, 'duplicate_key'),
  query_not_allowed: refuse(400, 'query_not_allowed', KNOWN),
  body_not_allowed: refuse(400, 'body_not_allowed'),
  authentication_headers_invalid: refuse(401, 'authentication_headers_invalid'),
  signature_invalid: refuse(401, 'signature_invalid'),
  not_found: refuse(404, 'not_found'),
  not_cancellable: refuse(409, 'not_cancellable'),
  body_too_large: refuse(413, 'body_too_large'),
  unsupported_media_type: refuse(415, 'unsupported_media_type', KNOWN),
  'rate_limited of a stranger': refuse(429, 'rate_limited'),
  'a 400 of a later version': refuse(400, 'not_yet_invented', KNOWN),
  'a 503 of a later version': refuse(503, 'not_yet_invented', KNOWN),
};

/** Whether the reference is known to be free after this answer alone, and after it follows a lost answer. */
const REFUSALS: { name: string; step: Step; isReferenceFree: boolean; isDefinite: boolean }[] = [
  ...Object.entries(FREE).map(([name, step]) => ({ name, step, isReferenceFree: true, isDefinite: true })),
  ...Object.entries(OPEN).map(([name, step]) => ({ name, step, isReferenceFree: false, isDefinite: false })),
  {
    name: 'external_reference_conflict',
    step: refuse(409, 'external_reference_conflict'),
    isReferenceFree: false,
    isDefinite: true,
  },
];

for (const { name, step, isReferenceFree, isDefinite } of REFUSALS) {
  test(`${name} says that the reference is ${isReferenceFree ? '' : 'not known to be '}free`, async (t) => {
    const script = await startScriptedServer(t, [step], { maxAttempts: 1 });
    const error = await failureOf(script.client.createDeposit(DEPOSIT), VezneError);
    assert.equal(error.isReferenceFree, isReferenceFree);
  });

  test(`${name} after an attempt without an answer ${isDefinite ? 'settles it' : 'leaves it open'}`, async (t) => {
    const script = await startScriptedServer(t, [hangUp, step], { maxAttempts: 2 });
    const call = script.client.createDeposit(DEPOSIT);
    if (isDefinite) {
      assert.equal((await failureOf(call, VezneError)).isReferenceFree, isReferenceFree);
      return;
    }
    const error = await failureOf(call, VezneOutcomeUnknownError);
    assert.equal(error.attempts, 2);
    assert.ok(error.cause instanceof VezneError, 'the last answer is the cause');
    assert.match(
      error.message,
      /: fetch failed.*, and the last answer was [a-z_]+ \(req_1\)\. Do not refund.+finding nothing proves nothing\.$/,
    );
  });
}

test('a reference that is not a text was not looked up, whatever the refusal', async (t) => {
  const { client } = await startScriptedServer(t, [refuse(403, 'partner_disabled')]);
  const input = Object.assign({ ...DEPOSIT }, { externalReference: 42 as unknown as 'order-1' });
  assert.equal((await failureOf(client.createDeposit(input), VezneError)).isReferenceFree, false);
});

test('a 4xx that is not from the service leaves the outcome unknown, and the request is not sent again', async (t) => {
  const script = await startScriptedServer(t, [respond(403, '<html>Blocked by the firewall</html>')]);
  const error = await failureOf(script.client.createDeposit(DEPOSIT), VezneOutcomeUnknownError);
  assert.match(error.message, /something other than the service answered HTTP 403/);
  assert.equal(script.requests.length, 1);
});

test("a proxy's own JSON does not count as an answer of the service", async (t) => {
  const body = { error: 'Denied.', code: 'denied', requestId: 'f3a1' };
  const script = await startScriptedServer(t, [respond(403, body)]);
  await failureOf(script.client.createDeposit(DEPOSIT), VezneOutcomeUnknownError);
});

test('a redirect is not followed: the signed request goes nowhere else', async (t) => {
  const elsewhere = await startScriptedServer(t, [created()]);
  const script = await startScriptedServer(t, [
    respond(307, '', { location: `${elsewhere.url}/v1/deposits` }),
  ]);
  const error = await failureOf(script.client.createDeposit(DEPOSIT), VezneOutcomeUnknownError);
  assert.match(error.message, /redirects \(HTTP 307 to .+\), so check baseUrl/);
  assert.equal(elsewhere.requests.length, 0);
});

test('a call that is stopped before anything was sent ends with the caller’s reason', async (t) => {
  const script = await startScriptedServer(t, [created()]);
  const stop = AbortSignal.abort(new RangeError('The player has left.'));
  await failureOf(script.client.createDeposit(DEPOSIT, { signal: stop }), RangeError);
  assert.equal(script.requests.length, 0);
});

test('a create that is stopped after it was sent has an unknown outcome, at once', async (t) => {
  const script = await startScriptedServer(t, [keepSilent, created()]);
  const controller = new AbortController();
  const { signal } = controller;
  const failing = failureOf(script.client.createDeposit(DEPOSIT, { signal }), VezneOutcomeUnknownError);
  while (script.requests.length === 0) await nextTurn();
  controller.abort();
  assert.equal((await failing).cause, signal.reason);
  assert.equal(script.requests.length, 1);
});

test('a create that is stopped while it waits for a retry says what it knew', async (t) => {
  const paused = refuse(503, 'deposits_paused', { headers: { 'retry-after': '20' } });
  const refused = await startScriptedServer(t, [paused, created()]);
  const call = refused.client.createDeposit(DEPOSIT, { signal: AbortSignal.timeout(REFUSED_WITHIN_MS) });
  assert.equal((await failureOf(call, VezneError)).isReferenceFree, true);
  assert.equal(refused.requests.length, 1);

  const controller = new AbortController();
  const stopInCallback = await startScriptedServer(t, [hangUp, created()], {
    onRetry: () => controller.abort(),
  });
  const { signal } = controller;
  const stopped = await failureOf(
    stopInCallback.client.createDeposit(DEPOSIT, { signal }),
    VezneOutcomeUnknownError,
  );
  assert.equal(stopped.attempts, 1);
  assert.equal(stopInCallback.requests.length, 1);
});

test('for a cancellation, only an answer about the state of the transaction settles an unanswered attempt', async (t) => {
  for (const [code, status] of [
    ['not_cancellable', 409],
    ['not_found', 404],
  ] as const) {
    const { client } = await startScriptedServer(t, [hangUp, refuse(status, code)]);
    assert.equal((await failureOf(client.cancelTransaction('txn_1'), VezneError)).code, code);
  }
  for (const [code, status] of [
    ['overloaded', 503],
    ['partner_disabled', 403],
  ] as const) {
    const { client } = await startScriptedServer(t, [hangUp, refuse(status, code)], { maxAttempts: 2 });
    const error = await failureOf(client.cancelTransaction('txn_1'), VezneOutcomeUnknownError);
    assert.match(
      error.message,
      /not known whether the transaction txn_1 was cancelled.+Cancel it again, or read it/,
    );
  }
});

test('for a read, the last answer counts, and without one the error says that trying again is safe', async (t) => {
  const refused = await startScriptedServer(t, [hangUp, refuse(503, 'unavailable')], { maxAttempts: 2 });
  assert.equal((await failureOf(refused.client.getTransaction('txn_1'), VezneError)).code, 'unavailable');
  const silent = await startScriptedServer(t, [hangUp], { maxAttempts: 1 });
  const error = await failureOf(silent.client.getLimits(), VezneOutcomeUnknownError);
  assert.match(error.message, /the limits could not be read: .+\. Reading changes nothing, so try again\.$/);
});
