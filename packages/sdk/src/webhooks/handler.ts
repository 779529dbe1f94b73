import { WebhookVerificationError } from './errors.ts';
import { webhookKeys } from './secret.ts';
import type { ProcessedEvents } from './store.ts';
import { isTestWebhook } from './test-event.ts';
import { verifyWebhook } from './verify.ts';
import type { ReceivedWebhook, VerifiedWebhook, WebhookEvent } from './verify.ts';

export type WebhookHandlerOptions<Transaction> = {
  /** The endpoint's secret; during a rotation, the old one and the new one. */
  secrets: string | readonly string[];
  /** Remembers the processed events. */
  store: ProcessedEvents<Transaction>;
  /** Does the work for the event, through the transaction that the store gives. If it throws, the event comes again. */
  onEvent: (event: WebhookEvent, transaction: Transaction) => Promise<void> | void;
  /** Called for every webhook that was not answered with 200, for a log. By default it emits a process warning. */
  onError?: ((error: Error) => void) | undefined;
  /** How far the clocks may differ; 300 by default. */
  toleranceSeconds?: number | undefined;
};

export type WebhookAnswer = {
  status: number;
  headers: Record<string, string>;
  /** JSON. The service keeps its beginning in the delivery log, where you can read it. */
  body: string;
};

export type WebhookHandler = {
  /** Never throws: there is always an answer. */
  handle(webhook: ReceivedWebhook): Promise<WebhookAnswer>;
  /** The answer to a request that cannot be handled; it calls `onError` first. */
  refuse(status: number, error: Error & { code: string }): WebhookAnswer;
};

/** Handles webhooks for any framework. It checks the secrets at once, when the program starts. */
export function createWebhookHandler<Transaction>(
  options: WebhookHandlerOptions<Transaction>,
): WebhookHandler {
  const { secrets, store, onEvent, onError = warn, toleranceSeconds } = options;
  webhookKeys(secrets);
  const refuse = (status: number, error: Error & { code: string }): WebhookAnswer => {
    report(onError, error);
    return jsonResponse(status, { error: error.message, code: error.code });
  };
  return {
    refuse,
    async handle({ headers, body }) {
      let webhook: VerifiedWebhook;
      try {
        webhook = verifyWebhook({ headers, body, secrets, toleranceSeconds });
      } catch (error) {
        if (!(error instanceof WebhookVerificationError)) return failureResponse(onError, error);
        return refuse(error.isReceiversMistake ? 500 : 401, error);
      }
      // Neither your work nor your store hears of it: there is nothing to do, and nothing to remember.
      if (isTestWebhook(webhook)) return jsonResponse(200, { result: 'test' });
      const event: WebhookEvent = webhook;
      try {
        const result = await store.once(event.eventId, async (transaction) => {
          await onEvent(event, transaction);
        });
        return jsonResponse(200, { result });
      } catch (error) {
        return failureResponse(onError, error);
      }
    },
  };
}

/** Without the message: it belongs to the receiver, and may name private things. */
function failureResponse(onError: (error: Error) => void, error: unknown): WebhookAnswer {
  report(onError, error instanceof Error ? error : new Error(String(error)));
  return jsonResponse(500, {
    error: 'The event could not be processed. Please send it again.',
    code: 'event_not_processed',
  });
}

/** A webhook must get its answer even if the log fails. */
function report(onError: (error: Error) => void, error: Error): void {
  try {
    onError(error);
  } catch (failure) {
    warn(failure instanceof Error ? failure : new Error(String(failure)));
  }
}

function warn(error: Error): void {
  process.emitWarning(error.message, { type: error.name, ...(error.stack && { detail: error.stack }) });
}

function jsonResponse(status: number, content: Record<string, string>): WebhookAnswer {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(content) };
}
