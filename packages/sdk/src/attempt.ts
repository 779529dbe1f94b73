import { judgeResponse } from './judge-response.ts';
import type { Outcome, ReadResult, ReceivedResponse } from './judge-response.ts';
import type { Operation } from './operation.ts';
import { signedHeaders } from './signature.ts';

export type Service = {
  /** Without a slash at the end. */
  origin: string;
  /** What comes before `/v1/` in the address and is not signed, such as `/payments`; usually empty. */
  prefix: string;
  apiKey: string;
  apiSecret: string;
  hashSecret: string;
  timeoutMs: number;
  fetch: typeof globalThis.fetch;
};

/** Sends the request once, signed with the current time, and reports what is known after it. It never throws. */
export async function attempt<Result>(
  operation: Operation,
  {
    service,
    nowMs,
    signal,
    read,
  }: { service: Service; nowMs: number; signal: AbortSignal | undefined; read: ReadResult<Result> },
): Promise<Outcome<Result>> {
  try {
    const response = await withinTime(
      async (stop) => await exchange(operation, { service, nowMs, signal: stop }),
      {
        timeoutMs: service.timeoutMs,
        signal,
      },
    );
    return judgeResponse(response, operation, read);
  } catch (error) {
    return { kind: 'unknown', reason: failureReason(error), cause: error, isWorthRepeating: true };
  }
}

async function exchange(
  { method, path, body }: Operation,
  { service, nowMs, signal }: { service: Service; nowMs: number; signal: AbortSignal },
): Promise<ReceivedResponse> {
  const { origin, prefix, apiKey, apiSecret, hashSecret } = service;
  const response = await service.fetch(origin + prefix + path, {
    method,
    headers: {
      Accept: 'application/json',
      'Content-Type': 'application/json',
      ...signedHeaders({ method, path, body, apiKey, apiSecret, hashSecret, nowMs }),
    },
    // A redirect would take a signed request, and the player's data, to an address that the partner did not choose.
    redirect: 'manual',
    signal,
    ...(method === 'POST' ? { body } : {}),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/**
 * Rejects when the time is over or the caller stops it, even if `work` ignores the signal. It uses its own timer instead of
 * AbortSignal.any and .timeout: the first is missing before Node 20.3, and leaves a listener on a long-lived signal.
 */
async function withinTime<T>(
  work: (signal: AbortSignal) => Promise<T>,
  { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal | undefined },
): Promise<T> {
  const controller = new AbortController();
  const stopped = new Promise<never>((_, reject) => {
    controller.signal.addEventListener('abort', () => reject(controller.signal.reason), { once: true });
  });
  const passOn = () => controller.abort(signal?.reason);
  const timer = setTimeout(() => {
    controller.abort(new Error(`no answer came within ${timeoutMs} ms`));
  }, timeoutMs);
  signal?.addEventListener('abort', passOn, { once: true });
  try {
    return await Promise.race([work(controller.signal), stopped]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', passOn);
  }
}

/** fetch itself only says "fetch failed"; its causes say why. */
function failureReason(error: unknown): string {
  const messages: string[] = [];
  for (let at: unknown = error; at instanceof Error && messages.length < 3; at = at.cause) {
    if (at.message !== '') messages.push(at.message);
  }
  return messages.length === 0 ? 'the connection failed' : messages.join(': ');
}
