import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { createVezneClient } from '@vezne/sdk/client';
import type { VezneClientOptions } from '@vezne/sdk/options';
import type { RetryNotice } from '@vezne/sdk/retries';
import { verifyRequestSignature } from '@vezne/sdk/signature';

/** What the server does with one request. */
export type Step = (response: ServerResponse) => void;

export type SeenRequest = {
  method: string;
  path: string;
  body: string;
  headers: IncomingHttpHeaders;
  atMs: number;
  isSigned: boolean;
};

export const CREDENTIALS = {
  apiKey: 'vzk_test_1',
  apiSecret: 'vzs_api secret',
  hashSecret: 'vzh_hash secret',
};

export const DEPOSIT = {
  amount: '1000.00',
  currency: 'TRY',
  externalReference: 'order-1',
  redirectUrl: 'https://shop.example/return',
  customer: { id: '42', username: 'ayse', fullName: 'Ayşe Işık' },
} as const;

export const WITHDRAWAL = {
  amount: '1000.00',
  currency: 'TRY',
  externalReference: 'payout-1',
  customer: { id: '42', username: 'ayse', fullName: 'Ayşe Işık' },
  withdrawalAccount: {
    bankName: 'Ziraat Bankası',
    accountHolderName: 'Ayşe Işık',
    iban: 'TR33 0006 1005 1978 6457 8413 26',
  },
} as const;

/** A real server that answers each request as the script says, and a client for it. */
export async function startScriptedServer(
  t: TestContext,
  steps: Step[],
  { prefix = '', ...options }: Partial<VezneClientOptions> & { prefix?: string } = {},
) {
  const requests: SeenRequest[] = [];
  const retries: RetryNotice[] = [];
  const remaining = [...steps];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const body = Buffer.concat(chunks);
      const path = url.slice(prefix.length);
      const timestamp = String(headers['x-timestamp']);
      const signature = String(headers['x-signature']);
      const isSigned = verifyRequestSignature({ ...CREDENTIALS, timestamp, signature, method, path, body });
      requests.push({ method, path, body: body.toString(), headers, atMs: performance.now(), isSigned });
      const step = remaining.shift();
      if (step === undefined) respond(418, { error: 'The script has ended.' })(response);
      else step(response);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${prefix}`;
  const client = createVezneClient({
    baseUrl: url,
    ...CREDENTIALS,
    backoffMs: 1,
    onRetry: (notice) => retries.push(notice),
    ...options,
  });
  return { client, url, requests, retries };
}

export function respond(status: number, body: unknown, headers: Record<string, string> = {}): Step {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
}

export function refuse(
  status: number,
  code: string,
  { headers, ...extras }: { headers?: Record<string, string> } & Record<string, unknown> = {},
): Step {
  return respond(status, { error: `It is ${code}.`, code, requestId: 'req_1', ...extras }, headers);
}

export function created(headers: Record<string, string> = {}): Step {
  return respond(201, { transaction: { id: 'txn_1', type: 'deposit', status: 'waiting_payment' } }, headers);
}

export function page(ids: string[], nextCursor: string | null): Step {
  return respond(200, { transactions: ids.map((id) => ({ id, type: 'deposit' })), nextCursor });
}

export function eventPage(ids: string[], nextCursor: string | null): Step {
  return respond(200, { events: ids.map((eventId) => ({ eventId, event: 'deposit.approved' })), nextCursor });
}

/** Closes the connection without an answer, as the service does when it does not know the outcome itself. */
export const hangUp: Step = (response) => response.destroy();

/** Never answers. */
export const keepSilent: Step = () => {};

/** Announces more bytes than it sends. */
export const breakOff: Step = (response) => {
  response.writeHead(201, { 'content-type': 'application/json', 'content-length': '1000' });
  response.write('{"transaction":');
  setTimeout(() => response.destroy(), 20);
};

/** The error of a failed call. */
export async function failureOf<E extends Error>(
  call: Promise<unknown>,
  kind: abstract new (...args: never[]) => E,
): Promise<E> {
  const error: unknown = await call.then(
    (result) => assert.fail(`it succeeded: ${JSON.stringify(result)}`),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof kind, `not a ${kind.name}: ${String(error)}`);
  return error;
}
