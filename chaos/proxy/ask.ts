import { request as httpsRequest } from 'node:https';
import type { RequestOptions } from 'node:https';
import { asAnswer } from '../../server/test/harness/client.ts';
import type { Answer, RawRequest } from '../../server/test/harness/client.ts';
import type { RunningProxy } from './running-proxy.ts';

const ANSWER_WITHIN_MS = 30_000;

/** Sends one request on a TLS connection of its own. Rejects when the connection ends without an answer. */
export async function ask(
  { httpsUrl, certificate }: Pick<RunningProxy, 'httpsUrl' | 'certificate'>,
  raw: RawRequest,
  options: Pick<RequestOptions, 'minVersion' | 'maxVersion' | 'ciphers' | 'signal'> = {},
): Promise<Answer & { protocol: string }> {
  const { hostname, port } = new URL(httpsUrl);
  return await new Promise((resolve, reject) => {
    const request = httpsRequest({
      hostname,
      port,
      method: raw.method ?? 'POST',
      path: raw.path,
      headers: raw.headers,
      ca: certificate,
      agent: false,
      timeout: ANSWER_WITHIN_MS,
      ...options,
    });
    let protocol = '';
    request.on('socket', (socket) => {
      socket.once('secureConnect', () => {
        protocol =
          ('getProtocol' in socket && (socket as { getProtocol(): string | null }).getProtocol()) || '';
      });
    });
    request.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        resolve({ ...asAnswer(response.statusCode ?? 0, response.headers, text), protocol });
      });
    });
    request.on('timeout', () => request.destroy(new Error('The answer took too long.')));
    request.on('error', reject);
    request.end(raw.body ?? '');
  });
}
