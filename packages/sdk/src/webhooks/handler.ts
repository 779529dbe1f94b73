import { WebhookVerificationError } from './errors.ts';
import { webhookKeys } from './secret.ts';
import type { ProcessedEvents } from './store.ts';
import { verifyWebhook } from './verify.ts';
import type { ReceivedWebhook, WebhookEvent } from './verify.ts';

export type WebhookHandlerOptions<Transaction> = {
  /** The secret of the endpoint; while it is being replaced, the old one and the new one. */
  secrets: string | readonly string[];
  /** What remembers the processed events. */
  store: ProcessedEvents<Transaction>;
  /** Does what the event asks for, through the transaction that the store gives. If it throws, the event comes again. */
  onEvent: (event: WebhookEvent, transaction: Transaction) => Promise<void> | void;
  /** Told of every webhook that was not answered with 200, for a log; a warning of the process unless given. */
  onError?: ((error: Error) => void) | undefined;
  /** How far the clocks may be apart; 300 unless given. */
  toleranceSeconds?: number | undefined;
};

export type WebhookAnswer = {
  status: number;
  headers: Record<string, string>;
  /** JSON. The service keeps the beginning of it in the log of deliveries, where you can read it. */
  body: string;
};

export type WebhookHandler = {
  /** Never throws: whatever happens, there is an answer. */
  handle(webhook: ReceivedWebhook): Promise<WebhookAnswer>;
  /** The answer to a request that can't be handled, after `onError` was told of it. */
  refuse(status: number, error: Error & { code: string }): WebhookAnswer;
};

/** What a framework needs to answer webhooks. A wrong secret is found here, when the program starts. */
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
      let event: WebhookEvent;
      try {
        event = verifyWebhook({ headers, body, secrets, toleranceSeconds });
      } catch (error) {
        if (!(error instanceof WebhookVerificationError)) return failureResponse(onError, error);
        return refuse(error.isReceiversMistake ? 500 : 401, error);
      }
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

/** Without the message: it is the receiver's own, and may name what is nobody else's business. */
function failureResponse(onError: (error: Error) => void, error: unknown): WebhookAnswer {
  report(onError, error instanceof Error ? error : new Error(String(error)));
  return jsonResponse(500, {
    error: 'The event could not be processed. Please send it again.',
    code: 'event_not_processed',
  });
}

/** A log that fails must not turn a webhook into an unanswered one. */
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
