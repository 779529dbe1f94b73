import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { depositAmounts, withdrawalAmounts } from '@vezne/domain/commission';
import { cents, parseAmount, toWireInteger } from '@vezne/domain/money';
import { isReferenceCode } from '@vezne/domain/reference-code';
import { EVENT_TYPES } from '@vezne/domain/transaction-state';
import { API_ERRORS, apiErrorBody } from '@vezne/contract/partner/errors';
import type { ApiErrorCode } from '@vezne/contract/partner/errors';
import {
  EVENT_EXAMPLES,
  RESPONSE_EXAMPLES,
  SIGNING_EXAMPLE,
  depositRequestExample,
  withdrawalRequestExample,
} from '@vezne/contract/partner/examples';
import { listEvents, partnerEvent } from '@vezne/contract/partner/events';
import type { PartnerEvent } from '@vezne/contract/partner/events';
import { buildOpenApi } from '@vezne/contract/partner/openapi';
import type { Operation } from '@vezne/contract/partner/openapi';
import { PARTNER_API } from '@vezne/contract/partner/routes';
import type { PartnerRoute } from '@vezne/contract/partner/route';
import { TEST_EVENT_NAME, testEvent } from '@vezne/contract/partner/test-event';
import type { TestEvent } from '@vezne/contract/partner/test-event';
import { listTransactions } from '@vezne/contract/partner/transactions';

const openApi = buildOpenApi({ serverUrl: 'https://api.vezne.example' });
const routes = Object.entries(PARTNER_API) as [string, PartnerRoute][];

function operationOf({ method, path }: PartnerRoute): Operation {
  const operation = openApi.paths[path]?.[method === 'GET' ? 'get' : 'post'];
  assert.ok(operation, `${method} ${path} is not described`);
  return operation;
}

/** Every value in the document, with its place. */
function* everyValue(value: unknown, place = '#'): Generator<[place: string, value: unknown]> {
  yield [place, value];
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) yield* everyValue(inner, `${place}/${name}`);
}

test('the document describes every endpoint of the contract, and no other', () => {
  const described = Object.entries(openApi.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { operationId }]: [string, Operation]) => [
      operationId,
      `${method.toUpperCase()} ${path}`,
    ]),
  );
  const served = routes.map(([name, { method, path }]) => [name, `${method} ${path}`]);
  assert.deepEqual(described.toSorted(), served.toSorted());
});

test('every reference leads somewhere, and every named part is referred to', () => {
  const references = new Set<string>();
  for (const [place, value] of everyValue(openApi)) {
    if (!place.endsWith('/$ref')) continue;
    references.add(String(value));
    let found: unknown = openApi;
    for (const name of String(value).replace('#/', '').split('/')) {
      found = (found as Record<string, unknown> | undefined)?.[name];
    }
    assert.ok(found, `${place} refers to ${String(value)}, which is not there`);
  }
  for (const kind of ['schemas', 'headers'] as const) {
    for (const name of Object.keys(openApi.components[kind])) {
      assert.ok(references.has(`#/components/${kind}/${name}`), `nothing refers to ${name}`);
    }
  }
});

test('the document is plain JSON without empty or undefined values', () => {
  for (const [place, value] of everyValue(openApi)) {
    assert.notEqual(value, undefined, place);
    assert.notEqual(value, '', place);
    assert.ok(['string', 'number', 'boolean', 'object'].includes(typeof value), place);
  }
  assert.deepEqual(JSON.parse(JSON.stringify(openApi)), openApi);
});

test('every endpoint lists its success and each of its errors under the right status, and nothing else', () => {
  for (const [name, route] of routes) {
    const { responses } = operationOf(route);
    const listed = Object.entries(responses).flatMap(([status, { content }]) =>
      Object.keys(content['application/json'].examples).map((example) => `${status} ${example}`),
    );
    const expected = [
      `${route.successStatus} success`,
      ...route.errors.map((code) => `${API_ERRORS[code].status} ${code}`),
    ];
    assert.deepEqual(listed.toSorted(), expected.toSorted(), name);
    for (const response of Object.values(responses)) assert.ok(response.headers?.['X-Request-Id'], name);
  }
});

test('the schemas accept every example of a response, an error and a request unchanged', () => {
  for (const [name, route] of routes) {
    const { responses, requestBody } = operationOf(route);
    for (const [status, { content }] of Object.entries(responses)) {
      const isSuccess = status === String(route.successStatus);
      for (const [code, { value }] of Object.entries(content['application/json'].examples)) {
        const schema = isSuccess ? route.response : apiErrorBody;
        assert.deepEqual(schema.parse(value), value, `${name} ${status} ${code}`);
        if (!isSuccess) assert.equal((value as { code: ApiErrorCode }).code, code);
      }
    }
    for (const { value } of Object.values(requestBody?.content['application/json'].examples ?? {})) {
      assert.ok(route.request.safeParse(value).success, name);
    }
  }
});

test('the examples tell one story, with the amounts that the service would compute', () => {
  const terms = { basisPoints: 300, fixedCents: cents(0n), mode: 'deduct_from_amount' } as const;
  const requestedCents = parseAmount(depositRequestExample.amount) ?? assert.fail('no amount');
  const { transaction: deposit } = RESPONSE_EXAMPLES.createDeposit;
  const { transaction: read } = RESPONSE_EXAMPLES.getTransaction;
  assert.ok(read.type === 'deposit' && read.actualAmountCents !== null);
  for (const [shown, actualCents] of [
    [deposit, null],
    [read, cents(BigInt(read.actualAmountCents))],
  ] as const) {
    const { commissionCents, netAmountCents, playerAmountCents, balanceImpactCents } = shown;
    assert.deepEqual(
      { commissionCents, netAmountCents, playerAmountCents, balanceImpactCents },
      wire(depositAmounts({ requestedCents, actualCents, terms })),
    );
    assert.equal(shown.amountCents, toWireInteger(requestedCents));
    assert.equal(shown.externalReference, depositRequestExample.externalReference);
    assert.ok(isReferenceCode(shown.referenceCode), shown.referenceCode);
    assert.ok(shown.hostedUrl.includes(shown.id));
  }
  assert.equal(read.id, deposit.id);

  const { transaction: withdrawal } = RESPONSE_EXAMPLES.createWithdrawal;
  assert.equal(withdrawalRequestExample.amount, depositRequestExample.amount);
  const { commissionCents, playerAmountCents, balanceImpactCents } = withdrawal;
  assert.deepEqual(
    { commissionCents, playerAmountCents, balanceImpactCents },
    wire(withdrawalAmounts({ requestedCents, terms })),
  );
  assert.deepEqual(
    RESPONSE_EXAMPLES.listTransactions.transactions.map(({ id }) => id),
    [withdrawal.id, deposit.id],
    'newest first',
  );
  for (const told of RESPONSE_EXAMPLES.listEvents.events) {
    const { event: _event, eventId: _id, transactionId, occurredAt, ...fields } = told;
    assert.deepEqual({ ...read, ...fields }, read, 'the event says what the read shows');
    assert.deepEqual([transactionId, occurredAt], [read.id, read.decidedAt]);
  }
  assert.deepEqual(RESPONSE_EXAMPLES.getBalance, {
    currency: 'TRY',
    availableCents: read.balanceImpactCents,
    reservedCents: 0,
    openWithdrawalsCents: -withdrawal.balanceImpactCents,
  });
});

test('the signature of the worked example is the HMAC of its five parts, and the document shows it', () => {
  const { timestamp, method, path, body, hashSecret, apiSecret, signature } = SIGNING_EXAMPLE;
  const canonical = [timestamp, method, path, body, hashSecret].join('.');
  assert.equal(createHmac('sha256', apiSecret).update(canonical).digest('hex'), signature);
  assert.ok(openApi.info.description.includes(canonical) && openApi.info.description.includes(signature));
});

test('every event is described as a webhook, with its headers, its body and what an answer means', () => {
  assert.deepEqual(Object.keys(openApi.webhooks), [...EVENT_TYPES, TEST_EVENT_NAME]);
  const ids = new Set(routes.map(([name]) => name));
  for (const [event, { post }] of Object.entries(openApi.webhooks)) {
    assert.deepEqual(
      post.parameters.map(({ in: place, name, required }) => [place, name, required]),
      ['webhook-id', 'webhook-timestamp', 'webhook-signature', 'X-Svc-Event-Id'].map((name) => [
        'header',
        name,
        true,
      ]),
    );
    const { schema, examples } = post.requestBody.content['application/json'];
    const isTest = event === TEST_EVENT_NAME;
    assert.deepEqual(
      schema,
      isTest
        ? { $ref: '#/components/schemas/TestEvent' }
        : { allOf: [{ $ref: '#/components/schemas/Event' }, { properties: { event: { const: event } } }] },
    );
    const example = examples['event']?.value;
    assert.deepEqual((isTest ? testEvent : partnerEvent).parse(example), example, event);
    assert.equal((example as PartnerEvent | TestEvent).event, event);
    assert.deepEqual(Object.keys(post.responses), ['2XX', 'default']);
    assert.deepEqual(post.security, [], 'a webhook is not signed like a request');
    assert.ok(!ids.has(post.operationId), 'an operationId occurs twice');
    ids.add(post.operationId);
    for (const tag of post.tags)
      assert.ok(
        openApi.tags.some(({ name }) => name === tag),
        tag,
      );
  }
});

test('the events of the webhooks have the amounts that the service would compute', () => {
  const terms = { basisPoints: 300, fixedCents: cents(0n), mode: 'deduct_from_amount' } as const;
  for (const event of ['deposit.approved', 'deposit.corrected'] as const) {
    const { amountCents, actualAmountCents, ...told } = EVENT_EXAMPLES[event];
    const amounts = depositAmounts({
      requestedCents: cents(BigInt(amountCents)),
      actualCents: cents(BigInt(actualAmountCents ?? 0)),
      terms,
    });
    assert.deepEqual({ ...told, ...wire(amounts) }, told, event);
  }
  const paid = EVENT_EXAMPLES['withdrawal.approved'];
  const amounts = withdrawalAmounts({ requestedCents: cents(BigInt(paid.amountCents)), terms });
  assert.deepEqual({ ...paid, ...wire(amounts) }, paid);
  assert.equal(EVENT_EXAMPLES['withdrawal.rejected'].playerAmountCents, paid.amountCents, 'all of it');
});

test('the size of a page is published as a number, with the limits that are enforced', () => {
  for (const route of [listTransactions, listEvents]) {
    const limit = operationOf(route).parameters?.find(({ name }) => name === 'limit');
    assert.deepEqual(limit?.schema, { type: 'integer', minimum: 1, maximum: 250, default: 50 }, route.path);
    const isAccepted = (size: number) => route.query.safeParse({ limit: String(size) }).success;
    assert.deepEqual([0, 1, 250, 251].map(isAccepted), [false, true, true, false], route.path);
    assert.equal(route.query.parse({}).limit, 50);
  }
});

test('responses may gain fields: no schema forbids unknown ones', () => {
  for (const [place, value] of everyValue(openApi.components.schemas)) {
    assert.ok(!(place.endsWith('/additionalProperties') && value === false), place);
  }
});

test('every field that a partner sends or receives is explained', () => {
  // Their names say everything.
  const obvious = new Set(['type', 'code', 'requestId', 'transaction', 'transactions', 'customer']);
  const groups = new Set(['withdrawalAccount', 'deposit', 'withdrawal']);
  for (const [place, value] of everyValue(openApi.components.schemas)) {
    const [, name] = /\/properties\/([^/]+)$/.exec(place) ?? [];
    if (name === undefined || obvious.has(name) || groups.has(name)) continue;
    assert.ok((value as { description?: string }).description, place);
  }
  for (const [name, route] of routes) {
    const operation = operationOf(route);
    assert.ok(operation.description.length > 100, name);
    for (const { name: parameter, description } of operation.parameters ?? []) {
      assert.match(description, /\.$/, `${name} ${parameter}`);
    }
  }
});

function wire(amounts: object): Record<string, number> {
  return Object.fromEntries(Object.entries(amounts).map(([name, value]) => [name, toWireInteger(value)]));
}
