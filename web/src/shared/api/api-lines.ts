import type { SurfaceRoute } from '@vezne/contract/sign-in/route';
import { addressOf, failureOf, send } from './api.ts';
import { ApiError } from './api-error.ts';
import type { ApiInput, ApiOutput } from './api.ts';

/** Calls an endpoint that answers line by line (NDJSON). Each line is given as soon as it is whole. */
export async function apiLines<Route extends SurfaceRoute>(
  route: Route,
  input: ApiInput<Route>,
  onLine: (line: ApiOutput<Route>) => void,
): Promise<void> {
  const { body } = input as { body?: unknown };
  const response = await send(addressOf(route.path, {}), {
    method: route.method,
    headers: { accept: 'application/x-ndjson', 'content-type': 'application/json' },
    body: JSON.stringify(body),
    credentials: 'same-origin',
    cache: 'no-store',
  });
  if (!response.ok) throw failureOf(response.status, await response.json().catch(() => undefined));
  const broken = new ApiError('unreadable', { status: response.status, body: null });
  if (response.body === null) throw broken;
  const take = (text: string): void => {
    if (text.trim() === '') return;
    const line = route.response.safeParse(parsed(text));
    if (!line.success) throw broken;
    onLine(line.data as ApiOutput<Route>);
  };
  let rest = '';
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw new ApiError('offline', { status: null, body: null });
    });
    if (done) break;
    const lines = (rest + value).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) take(line);
  }
  take(rest);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
