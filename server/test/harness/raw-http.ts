import { connect } from 'node:net';
import { asAnswer } from './client.ts';
import type { Answer, RawRequest } from './client.ts';

export type HeaderLine = readonly [name: string, value: string];

export interface RawMessage {
  method?: string;
  target: string;
  version?: string;
  /** In this order and spelling, including repetitions. */
  headers: readonly HeaderLine[];
  body?: Uint8Array;
}

/** The bytes of a request, for what Node's own client refuses to send. Each character is one byte (latin1). */
export function rawMessage({
  method = 'POST',
  target,
  version = 'HTTP/1.1',
  headers,
  body,
}: RawMessage): Buffer {
  const lines = [`${method} ${target} ${version}`, ...headers.map(([name, value]) => `${name}: ${value}`)];
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), body ?? Buffer.alloc(0)]);
}

/** The lines that Node's client would send for the last request of a connection. */
export function headerLines(request: RawRequest): HeaderLine[] {
  const own = Object.entries(request.headers ?? {}).map(([name, value]): HeaderLine => [name, String(value)]);
  return [['host', 'pay.example'], ['connection', 'close'], ...own];
}

/** A request as bytes, with a change: header lines removed or added, another body, method or target. */
export function rawRequest(
  request: RawRequest,
  {
    without = [],
    add = [],
    ...changes
  }: { without?: string[]; add?: HeaderLine[]; method?: string; target?: string; body?: Uint8Array } = {},
): Buffer {
  const kept = headerLines(request).filter(([name]) => !without.includes(name));
  return rawMessage({
    target: request.path,
    headers: [...kept, ...add],
    body: Buffer.from(request.body ?? ''),
    ...changes,
  });
}

/**
 * Sends bytes on a new connection and reads until the server closes it. So a request that the server would keep open needs
 * `Connection: close`. Undefined: it closed without an answer.
 */
export async function exchange(
  baseUrl: string,
  bytes: Uint8Array,
  { endAfterSending = false }: { endAfterSending?: boolean } = {},
): Promise<Answer | undefined> {
  const { hostname, port } = new URL(baseUrl);
  const text = await new Promise<string>((resolve, reject) => {
    const received: Buffer[] = [];
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    // Longer than the server waits for the rest of a request.
    socket.setTimeout(20_000, () => socket.destroy(new Error('The server keeps the connection open.')));
    socket.on('data', (chunk: Buffer) => received.push(chunk));
    // A server that refuses early resets the connection when more bytes arrive. What it sent before counts.
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') reject(error);
    });
    socket.on('end', () => socket.end());
    socket.on('close', () => resolve(Buffer.concat(received).toString('utf8')));
    socket.write(bytes);
    if (endAfterSending) socket.end();
  });
  return parseAnswer(text);
}

function parseAnswer(text: string): Answer | undefined {
  const headEnd = text.indexOf('\r\n\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(text)?.[1]);
  if (headEnd === -1 || Number.isNaN(status)) return undefined;
  const headers: Record<string, string> = {};
  for (const line of text.slice(0, headEnd).split('\r\n').slice(1)) {
    const colon = line.indexOf(':');
    headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim();
  }
  return asAnswer(status, headers, text.slice(headEnd + 4));
}
