/** How the partner sends: signed, over kept connections, by turns to both apis. */
import { hash } from 'node:crypto';
import { signedHeaders } from '@vezne/sdk/signature';
import { Pool } from 'undici';
import type { Credentials } from '../../server/test/harness/client.ts';

/** A patient client: more than an api follows an unknown outcome. */
const ANSWER_WITHIN_MS = 20_000;
const CONNECT_WITHIN_MS = 2_000;

export interface Reply {
  api: number;
  at: number;
  tookMs: number;
  /** 0: there was no answer. */
  status: number;
  /** Of an error, or why there was no answer. */
  code?: string;
  text: string;
}

export interface PartnerClient {
  create(credentials: Credentials, path: string, body: string): Promise<Reply>;
  /** A player's press on the hosted page, whose path this is. */
  press(path: string, playerAddress: string): Promise<Reply>;
  ready(api: number): Promise<number>;
  readonly apis: number;
  close(): Promise<void>;
}

export function createPartnerClient(urls: readonly string[]): PartnerClient {
  const pools = urls.map(
    (url) =>
      new Pool(url, {
        connect: { timeout: CONNECT_WITHIN_MS },
        headersTimeout: ANSWER_WITHIN_MS,
        bodyTimeout: ANSWER_WITHIN_MS,
      }),
  );
  let turn = 0;
  const post = async (path: string, headers: Record<string, string>, body: string): Promise<Reply> => {
    const api = (turn += 1) % pools.length;
    const at = Date.now();
    try {
      const answer = await poolAt(pools, api).request({ method: 'POST', path, headers, body });
      const text = await answer.body.text();
      const status = answer.statusCode;
      return { api, at, tookMs: Date.now() - at, status, text, ...codeOf(status, text) };
    } catch (error) {
      return { api, at, tookMs: Date.now() - at, status: 0, text: '', code: reasonOf(error) };
    }
  };
  return {
    apis: pools.length,
    create: async (credentials, path, body) =>
      await post(path, { 'content-type': 'application/json', ...signed(credentials, path, body) }, body),
    press: async (path, playerAddress) =>
      await post(
        path,
        { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': playerAddress },
        '',
      ),
    async ready(api) {
      const options = { method: 'GET', path: '/readyz', headersTimeout: CONNECT_WITHIN_MS } as const;
      return await poolAt(pools, api)
        .request(options)
        .then(
          async ({ statusCode, body }) => {
            await body.dump();
            return statusCode;
          },
          () => 0,
        );
    },
    async close() {
      await Promise.all(pools.map(async (pool) => await pool.destroy()));
    },
  };
}

/** So that an answer can be compared with another without keeping it. */
export function digestOf(text: string): string {
  return hash('sha1', text).slice(0, 16);
}

function signed(credentials: Credentials, path: string, body: string): Record<string, string> {
  return signedHeaders({ method: 'POST', path, body, ...credentials });
}

function poolAt(pools: readonly Pool[], api: number): Pool {
  const pool = pools[api];
  if (pool === undefined) throw new Error(`There is no api ${api}.`);
  return pool;
}

function codeOf(status: number, text: string): { code?: string } {
  if (status < 400) return {};
  try {
    const { code } = JSON.parse(text) as { code?: unknown };
    return typeof code === 'string' ? { code } : {};
  } catch {
    return {};
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
