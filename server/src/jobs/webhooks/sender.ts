import type { Dispatcher } from 'undici';
import { responseText } from './response-text.ts';
import { createConnector } from './connector.ts';
import type { ConnectorOptions } from './connector.ts';
import { createClientsByUrl } from './endpoint-clients.ts';
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
  /** Every kind of failure is a result. A callback and not a promise: there are thousands a second. */
  send: (delivery: Delivery, done: (result: DeliveryResult) => void) => void;
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
  resolveName,
}: Omit<ConnectorOptions, 'timeoutMs'> & { readonly timeoutMs?: number }): Sender {
  const clients = createClientsByUrl(createConnector({ allowPrivate, timeoutMs, resolveName }));
  return {
    send({ url, headers, body }, done) {
      const endpoint = clients.of(url);
      if (endpoint === undefined) return new Attempt(done, timeoutMs).end('address_malformed');
      const { origin, path, take, give } = endpoint;
      const client = take();
      const attempt = new Attempt((result) => {
        give(client);
        done(result);
      }, timeoutMs);
      client.dispatch({ origin, path, method: 'POST', headers, body }, attempt);
    },
    async close() {
      await clients.close();
    },
  };
}

/**
 * Uses undici's lowest-level interface: a request costs a handler and a timer, without the streams that `request` creates.
 */
class Attempt implements Dispatcher.DispatchHandler {
  readonly #done: (result: DeliveryResult) => void;
  readonly #startedAt = performance.now();
  readonly #timer: NodeJS.Timeout;
  #controller: Dispatcher.DispatchController | undefined;
  #isOver = false;
  #status: number | null = null;
  #retryAfterSeconds: number | null = null;
  #receivedBytes = 0;
  #start: Buffer[] = [];

  constructor(done: (result: DeliveryResult) => void, timeoutMs: number) {
    this.#done = done;
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
    this.#done({
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
