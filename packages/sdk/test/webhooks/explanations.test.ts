import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signedWebhookHeaders } from '@vezne/sdk/webhooks/signature';
import { verifyWebhook } from '@vezne/sdk/webhooks/verify';
import { asSent, assertProblem, BODY, EVENT, OTHER_SECRET, problemOf, SECRET } from './sample-webhook.ts';

const { headers, body } = asSent();

function verifyWith(changes: Record<string, string | string[] | undefined>) {
  return () => verifyWebhook({ headers: { ...headers, ...changes }, body, secrets: SECRET });
}

function verifyBody(changed: unknown) {
  return () => verifyWebhook({ headers, body: changed as string, secrets: SECRET });
}

function verifyBySecret(secrets: unknown) {
  return () => verifyWebhook({ headers, body, secrets: secrets as string });
}

test('a missing header is named', () => {
  for (const name of ['webhook-timestamp', 'webhook-signature']) {
    assertProblem(
      verifyWith({ [name]: undefined }),
      'header_missing',
      new RegExp(`header ${name} is missing`),
    );
    assertProblem(verifyWith({ [name]: '' }), 'header_missing', new RegExp(`header ${name} is missing`));
  }
  assertProblem(
    verifyWith({ 'webhook-id': undefined, 'X-Svc-Event-Id': undefined }),
    'header_missing',
    /header webhook-id is missing.*proxy/,
  );
});

test('a header that came twice or contains something else is named', () => {
  assertProblem(verifyWith({ 'webhook-id': [EVENT.eventId, 'evt_2'] }), 'header_malformed', /more than once/);
  assertProblem(verifyWith({ 'webhook-timestamp': String(Date.now() * 10) }), 'header_malformed', /seconds/);
  assertProblem(verifyWith({ 'webhook-timestamp': '-1' }), 'header_malformed', /webhook-timestamp/);
  assertProblem(verifyWith({ 'webhook-signature': 'nothing' }), 'header_malformed', /holds no signature/);
});

test('an X-Svc-Event-Id that differs from webhook-id is explained', () => {
  assertProblem(verifyWith({ 'X-Svc-Event-Id': 'evt_2' }), 'event_id_mismatch', /X-Svc-Event-Id differ/);
});

test('a body that was already parsed is explained, whatever it became', () => {
  assertProblem(verifyBody(EVENT), 'body_parsed', /it is an object\. Give the raw bytes/);
  assertProblem(verifyBody(undefined), 'body_parsed', /it is undefined/);
  assertProblem(verifyBody(42), 'body_parsed', /it is a number/);
});

test('a body that was parsed and written again is distinguished from a wrong secret', () => {
  const escaped = BODY.replace('deposit', String.raw`\u0064eposit`);
  for (const written of [JSON.stringify(EVENT, null, 2), `${BODY}\n`, escaped, Buffer.from(`${BODY} `)]) {
    assertProblem(verifyBody(written), 'body_reserialised', /secret is right.*written again/);
  }
  const forged = JSON.stringify({ ...EVENT, playerAmountCents: 1 }, null, 2);
  assertProblem(verifyBody(forged), 'signature_mismatch', /forged/);
});

test('the explanation of a wrong clock says by how much it is wrong', () => {
  const at = (nowMs: number) => () => verifyWebhook({ headers, body, secrets: SECRET, nowMs });
  const signedAtMs = Number(headers['webhook-timestamp']) * 1000;
  assertProblem(at(signedAtMs + 720_000), 'timestamp_too_old', /720 seconds ago.*at most 300.*clock is fast/);
  assertProblem(at(signedAtMs - 720_000), 'timestamp_too_new', /720 seconds in the future.*clock is slow/);
});

test('a signature by another secret is explained', () => {
  assertProblem(verifyBySecret(OTHER_SECRET), 'signature_mismatch', /not made with the secret given here/);
  assertProblem(
    verifyBySecret([OTHER_SECRET, OTHER_SECRET]),
    'signature_mismatch',
    /any of the 2 secrets.*each endpoint has its own/,
  );
});

test('a signature of an unknown version is named', () => {
  assertProblem(
    verifyWith({ 'webhook-signature': 'v2,AAAA v1a,BBBB v2,CCCC' }),
    'signature_version_unknown',
    /version v2, v1a, and this package knows v1/,
  );
});

test('a malformed secret is explained, and never repeated', () => {
  const cases: [secret: unknown, message: RegExp][] = [
    [undefined, /is missing/],
    ['', /is missing/],
    [[], /is missing/],
    [SECRET.slice('whsec_'.length), /does not start with whsec_/],
    ['vzs_rT0pBq3mX8kVn5LwYd2JhGc7ZfE9uSaQ1oKiM4tRxN6', /that is the API secret, which signs your requests/],
    ['vzh_eW6yCjP2nQ9sHbU4gTzD7rLkX1vMfA3oJ5iYwN8dKq0', /that is the hash secret/],
    ['vzk_c1_abcdefghijklmnopqrstuvwxyz', /that is the API key/],
    [`${SECRET}\n`, /spaces or a line end/],
    [SECRET.replace('d', '*'), /is not base64/],
    [SECRET.slice(0, -5), /is not base64|holds \d+ bytes/],
    ['whsec_c2hvcnQ=', /holds 5 bytes.*to its last character/],
  ];
  for (const [secret, message] of cases) {
    assertProblem(verifyBySecret(secret), 'secret_malformed', message);
    if (typeof secret !== 'string' || secret === '') continue;
    assert.ok(!problemOf(verifyBySecret(secret)).message.includes(secret.trim().slice(6)));
  }
});

test('signed content that is not an event is refused too', () => {
  const signed = (text: string, id = EVENT.eventId) => {
    return () =>
      verifyWebhook({
        headers: signedWebhookHeaders({ id, body: text, secrets: SECRET }),
        body: text,
        secrets: SECRET,
      });
  };
  for (const text of ['', 'null', '42', 'not JSON'])
    assertProblem(signed(text), 'not_an_event', /JSON object/);
  assertProblem(signed(BODY, 'evt_2'), 'event_id_mismatch', /eventId of the body/);
});

test('no message repeats what a stranger wrote', () => {
  const text = '<script>alert(1)</script>';
  for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature', 'X-Svc-Event-Id']) {
    const { message } = problemOf(verifyWith({ [name]: `${text},AAAA` }));
    assert.ok(!message.includes('script'), message);
  }
});

test('only mistakes of the receiving program are called so', () => {
  assert.equal(problemOf(verifyBody(EVENT)).isReceiversMistake, true);
  assert.equal(problemOf(verifyBySecret('')).isReceiversMistake, true);
  assert.equal(problemOf(verifyBySecret(OTHER_SECRET)).isReceiversMistake, false);
});
