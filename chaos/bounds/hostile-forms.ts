/** A process that sends hostile forms to hosted pages while it is told to: each page from an address of its own, one form after another. */
import { Agent, request as httpRequest } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { BOUNDARY, multipart, pdf } from '../../server/test/http/pay/detail-forms.ts';

export interface Target {
  url: string;
  /** The paths of hosted pages whose players have pressed. */
  paths: readonly string[];
}

export type Order = Target | 'begin' | 'pause';

/** What a form has at most, with its file. */
const BYTES = 2_200_000;
const MULTIPART = `multipart/form-data; boundary=${BOUNDARY}`;

const inTextField = (text: string): Buffer => multipart([], { senderName: text });

interface Form {
  type: string;
  body: Buffer;
  /** Without a length, in pieces of so many bytes. */
  pieces?: number;
}

const FORMS: readonly Form[] = [
  { type: MULTIPART, body: inTextField('"'.repeat(BYTES)) },
  { type: MULTIPART, body: inTextField(`a${'\u0301\u0316'.repeat(BYTES / 4)}`) },
  { type: MULTIPART, body: inTextField('"'.repeat(BYTES)), pieces: 16_384 },
  { type: MULTIPART, body: inTextField('\ufdfa'.repeat(330)) },
  { type: MULTIPART, body: inTextField(`a${'\u0301\u0316'.repeat(250)}`) },
  { type: MULTIPART, body: multipart(Array.from({ length: 13_000 }, () => ({ content: Buffer.alloc(0) }))) },
  { type: MULTIPART, body: multipart([{ content: pdf(), name: 'n'.repeat(BYTES) }]) },
  {
    type: MULTIPART,
    body: multipart([{ content: Buffer.alloc(BYTES - 1_000, `\r\n--${BOUNDARY.slice(0, -1)}`) }]),
  },
  { type: MULTIPART, body: Buffer.alloc(BYTES, `--${BOUNDARY}\r\nA: b\r\n`) },
  { type: 'application/x-www-form-urlencoded', body: Buffer.alloc(BYTES, 'a=%22&') },
  { type: 'application/x-www-form-urlencoded', body: Buffer.from(`senderName=${'%22'.repeat(5_000)}`) },
];

let isSending = false;

async function sendForm(
  { url, path, agent }: { url: string; path: string; agent: Agent },
  { type, body, pieces }: Form,
): Promise<number> {
  const { hostname, port } = new URL(url);
  return await new Promise((resolve, reject) => {
    const headers = {
      'content-type': type,
      ...(pieces === undefined ? { 'content-length': body.length } : { 'transfer-encoding': 'chunked' }),
    };
    const request = httpRequest({ hostname, port, agent, method: 'POST', path: `${path}/details`, headers });
    request.on('response', (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
    });
    request.on('error', reject);
    const size = pieces ?? body.length;
    for (let at = 0; at < body.length; at += size) request.write(body.subarray(at, at + size));
    request.end();
  });
}

/** Until the process is killed. */
async function attack(url: string, path: string, index: number): Promise<never> {
  const agent = new Agent({ keepAlive: true, localAddress: `127.0.2.${index + 1}` });
  for (let round = index; ; round += 1) {
    const form = FORMS[round % FORMS.length];
    if (isSending && form) process.send?.(await sendForm({ url, path, agent }, form).catch(() => 0));
    // All of them at once, and as often as a deposit may have a file.
    await sleep(500);
  }
}

process.on('message', (order: Order) => {
  isSending = order === 'begin';
  if (typeof order === 'string') return;
  for (const [index, path] of order.paths.entries()) void attack(order.url, path, index);
});
process.on('disconnect', () => process.exit());
