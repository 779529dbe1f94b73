import type { SurfaceRoute } from '@vezne/contract/sign-in/route';
import type { z } from 'zod';
import { ApiError } from './api-error.ts';
import { readErrorBody } from './error-body.ts';
import { askedAgain } from './renewed-session.ts';

/** The names after a colon in a path: '/api/sessions/:id' has 'id'. */
type ParamsOf<Path extends string> = Path extends `${string}/:${infer Name}/${infer Rest}`
  ? Name | ParamsOf<`/${Rest}`>
  : Path extends `${string}/:${infer Name}`
    ? Name
    : never;

export type ApiInput<Route extends SurfaceRoute> = ([ParamsOf<Route['path']>] extends [never]
  ? object
  : { params: Record<ParamsOf<Route['path']>, string> }) &
  (Route extends { request: infer Request extends z.ZodType } ? { body: z.input<Request> } : object) &
  (Route extends { query: infer Query extends z.ZodType } ? { query?: z.input<Query> } : object);

export type ApiOutput<Route extends SurfaceRoute> = z.output<Route['response']>;

/** Calls an endpoint. The route says what goes in and what comes out; every failure is an ApiError. */
export async function api<Route extends SurfaceRoute>(
  route: Route,
  input: ApiInput<Route>,
  { signal }: { signal?: AbortSignal } = {},
): Promise<ApiOutput<Route>> {
  const { params = {}, query, body } = input as LooseInput;
  const response = await send(addressOf(route.path, params, query), {
    method: route.method,
    headers: {
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
    credentials: 'same-origin',
    cache: 'no-store',
  });
  const answer: unknown = await response.json().catch(() => undefined);
  if (!response.ok) throw failureOf(response.status, answer);
  const read = route.response.safeParse(answer);
  if (!read.success) throw new ApiError('unreadable', { status: response.status, body: null });
  return read.data as ApiOutput<Route>;
}

/** Fetches a file, with the name that the server gives it. A refusal is an ApiError, as of every call: a link would leave it to the browser. */
export async function fetchFile(address: string): Promise<{ content: Blob; name: string }> {
  const response = await send(address, { credentials: 'same-origin', cache: 'no-store' });
  if (!response.ok) throw failureOf(response.status, await response.json().catch(() => undefined));
  const [, name = ''] = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? [];
  try {
    return { content: await response.blob(), name };
  } catch {
    // It was cut in the middle.
    throw new ApiError('offline', { status: null, body: null });
  }
}

interface LooseInput {
  params?: Record<string, string>;
  query?: Record<string, string | number | boolean | undefined>;
  body?: unknown;
}

export async function send(address: string, init: RequestInit): Promise<Response> {
  return await askedAgain(async () => await sendOnce(address, init), isForNobody);
}

/** A session that has ended says so; of this one nothing is known. */
async function isForNobody(response: Response): Promise<boolean> {
  if (response.status !== 401) return false;
  const answer: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  return readErrorBody(answer)?.code === 'sign_in_required';
}

async function sendOnce(address: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(address, init);
  } catch (error) {
    if (init.signal?.aborted === true) throw error;
    throw new ApiError('offline', { status: null, body: null });
  }
}

export function failureOf(status: number, answer: unknown): ApiError {
  const body = readErrorBody(answer);
  return body === undefined
    ? new ApiError('unreadable', { status, body: null })
    : new ApiError(body.code, { status, body });
}

export function addressOf(
  path: string,
  params: Readonly<Record<string, string>>,
  query: LooseInput['query'] = {},
): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  return search.size === 0 ? filled : `${filled}?${search}`;
}
