import type { Dispatcher } from 'undici';
import { responseText } from './response-text.ts';
import { createConnector } from './connector.ts';
import type { ConnectorOptions } from './connector.ts';
import { createEndpointPools } from './endpoint-pools.ts';
import { problemCode } from './problem-code.ts';
import { readRetryAfter } from './retry-after.ts';

export interface Delivery {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

export interface DeliveryResult {
  readonly outcome: 'delivered' | 'failed';
  /** Null: no response came. */
  readonly status: number | null;
  /** A word for the delivery log, such as `timeout` or `address_refused: loopback`; null when the status says enough. */
  readonly error: string | null;
  readonly durationMs: number;
  /** The first bytes of the response, as text that is safe to show. */
  readonly answerStart: string;
  readonly retryAfterSeconds: number | null;
}

export interface Sender {
  /** Never rejects: every kind of failure is a result. */
  send: (delivery: Delivery) => Promise<DeliveryResult>;
  /** Aborts deliveries in flight. */
  close: () => Promise<void>;
}

/** What we promise partners: 15 s for everything, from the first DNS query to the last byte of the response. */
export const DEFAULT_TIMEOUT_MS = 15_000;

/** We read no more of a response than this, so an endless one cannot keep a connection busy. */
const MAX_RESPONSE_BYTES = 16 * 1024;

/** Enough for the first lines of an error page. The log has a row for every attempt, so not more. */
const RESPONSE_START_BYTES = 512;

export function createSender({
  allowPrivate,
  timeoutMs = DEFAULT_TIMEOUT_MS,
  maxConnectionsPerEndpoint,
  resolveName,
}: Omit<ConnectorOptions, 'timeoutMs'> & {
  readonly timeoutMs?: number;
  readonly maxConnectionsPerEndpoint: number;
}): Sender {
  const connect = createConnector({ allowPrivate, timeoutMs, resolveName });
  const pools = createEndpointPools({ connect, maxConnectionsPerEndpoint });
  return {
    async send({ url, headers, body }) {
      return await new Promise((resolve) => {
        const attempt = new Attempt(resolve, timeoutMs);
        const endpoint = pools.of(url);
        if (endpoint === undefined) return attempt.end('address_malformed');
        const { pool, origin, path } = endpoint;
        pool.dispatch({ origin, path, method: 'POST', headers, body }, attempt);
      });
    },
    async close() {
      await pools.close();
    },
  };
}

/**
 * Uses undici's lowest-level interface: a request costs a handler and a timer, without the streams that `request` creates.
 */
class Attempt implements Dispatcher.DispatchHandler {
  readonly #resolve: (result: DeliveryResult) => void;
  readonly #startedAt = performance.now();
  readonly #timer: NodeJS.Timeout;
  #controller: Dispatcher.DispatchController | undefined;
  #isOver = false;
  #status: number | null = null;
  #retryAfterSeconds: number | null = null;
  #receivedBytes = 0;
  #start: Buffer[] = [];

  constructor(resolve: (result: DeliveryResult) => void, timeoutMs: number) {
    this.#resolve = resolve;
    this.#timer = setTimeout(() => this.#stop('timeout'), timeoutMs);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // The timeout came before the connection. The event must not be sent after it was counted as failed.
    if (this.#isOver) controller.abort(new Error('The delivery is over.'));
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    // 100 and 103 are not final: the real response follows.
    if (status < 200) return;
    this.#status = status;
    const retryAfter = headers['retry-after'];
    if (typeof retryAfter === 'string') this.#retryAfterSeconds = readRetryAfter(retryAfter, Date.now());
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#isOver) return;
    if (this.#receivedBytes < RESPONSE_START_BYTES) {
      this.#start.push(chunk.subarray(0, RESPONSE_START_BYTES - this.#receivedBytes));
    }
    this.#receivedBytes += chunk.byteLength;
    // The status is enough; the rest of a long response does not matter.
    if (this.#receivedBytes >= MAX_RESPONSE_BYTES) this.#stop(null);
  }

  onResponseEnd(): void {
    this.end(null);
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.end(problemCode(error));
  }

  /** Reports once; later events change nothing. */
  end(problem: string | null): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearTimeout(this.#timer);
    const status = this.#status;
    // Redirects are not followed, because they could lead anywhere.
    const error = problem ?? (status !== null && status >= 300 && status < 400 ? 'redirect' : null);
    const isSuccess = error === null && status !== null && status >= 200 && status < 300;
    this.#resolve({
      outcome: isSuccess ? 'delivered' : 'failed',
      status,
      error,
      durationMs: Math.round(performance.now() - this.#startedAt),
      answerStart: responseText(this.#start),
      retryAfterSeconds: this.#retryAfterSeconds,
    });
  }

  #stop(problem: string | null): void {
    this.end(problem);
    this.#controller?.abort(new Error('The delivery is over.'));
  }
}
