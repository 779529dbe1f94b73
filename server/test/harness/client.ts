import { Agent, request as httpRequest } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import { signRequest } from '@vezne/sdk/signature';

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  /** The body as JSON; undefined if it is not JSON. */
  json: Record<string, unknown> | undefined;
}

export interface Credentials {
  apiKey: string;
  apiSecret: string;
  hashSecret: string;
}

export interface RawRequest {
  method?: string;
  path: string;
  headers?: Record<string, string | string[]>;
  body?: string | Uint8Array;
  timeoutMs?: number;
}

/**
 * Without a timeout, Node's client ignores how long a server says it keeps connections. Any longer timeout makes it obey.
 */
const IDLE_AT_MOST_MS = 600_000;

/**
 * Keeps connections open, as a partner's client does, and closes them before the server does: some tests pause for a
 * minute.
 */
export function createAgent(maxSockets = 64): Agent {
  return new Agent({ keepAlive: true, maxSockets, timeout: IDLE_AT_MOST_MS });
}

const sharedAgent = createAgent();

/** Sends exactly what it is given. Rejects when the connection ends without an answer. */
export async function send(baseUrl: string, raw: RawRequest, agent = sharedAgent): Promise<Answer> {
  const { hostname, port } = new URL(baseUrl);
  return await new Promise((resolve, reject) => {
    const request = httpRequest(
      {
        hostname,
        port,
        method: raw.method ?? 'POST',
        path: raw.path,
        headers: raw.headers,
        agent,
        timeout: raw.timeoutMs ?? 30_000,
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8');
          resolve(asAnswer(response.statusCode ?? 0, response.headers, text));
        });
      },
    );
    request.on('timeout', () => request.destroy(new Error('The answer took too long.')));
    request.on('error', reject);
    request.end(raw.body ?? '');
  });
}

export function asAnswer(status: number, headers: IncomingHttpHeaders, text: string): Answer {
  return { status, headers, text, json: asJson(text) };
}

function asJson(text: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}

export interface SignedRequest {
  method?: string;
  path: string;
  body?: unknown;
  /** Unix seconds; default: now. */
  timestamp?: number;
  headers?: Record<string, string>;
}

/** The request that a partner would send. An object is serialised; a string or bytes are sent unchanged. */
export function sign(credentials: Credentials, signed: SignedRequest): RawRequest {
  const method = signed.method ?? 'POST';
  const body = toBytes(signed.body);
  const timestamp = String(signed.timestamp ?? Math.floor(Date.now() / 1000));
  const signature = signRequest({
    timestamp,
    method,
    path: signed.path,
    body,
    apiSecret: credentials.apiSecret,
    hashSecret: credentials.hashSecret,
  });
  return {
    method,
    path: signed.path,
    body,
    headers: {
      'content-type': 'application/json',
      'content-length': String(body.byteLength),
      'x-api-key': credentials.apiKey,
      'x-timestamp': timestamp,
      'x-signature': signature,
      ...signed.headers,
    },
  };
}

function toBytes(body: unknown): Buffer {
  if (body === undefined) return Buffer.alloc(0);
  if (body instanceof Uint8Array) return Buffer.from(body);
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}

export async function post(
  baseUrl: string,
  credentials: Credentials,
  path: string,
  body: unknown,
  agent?: Agent,
): Promise<Answer> {
  return await send(baseUrl, sign(credentials, { path, body }), agent);
}

export async function get(baseUrl: string, credentials: Credentials, path: string): Promise<Answer> {
  return await send(baseUrl, sign(credentials, { method: 'GET', path }));
}
