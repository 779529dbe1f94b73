import { WebhookVerificationError } from './errors.ts';
import type { WebhookAnswer, WebhookHandler } from './handler.ts';
import { MAX_BODY_BYTES, readRawBody, tooLarge, UnreadableRequestError } from './raw-body.ts';
import type { RawRequest } from './raw-body.ts';

/** The parts of a node:http response, and so of an Express response, that are used. */
export interface RawResponse {
  readonly headersSent: boolean;
  writeHead(status: number, headers: Record<string, string>): unknown;
  end(body: string): unknown;
}

/** For `createServer` of node:http, or for one path of it. */
export function nodeHandler(handler: WebhookHandler): (request: RawRequest, response: RawResponse) => void {
  return (request, response) => void respond(handler, request, response, readRawBody);
}

/**
 * For `app.post(path, …)` of Express 4 or 5. It works before any body parser and after `express.raw`. After `express.json`
 * the raw bytes are gone, unless its `verify` option has kept them as `request.rawBody`. Without them it answers 500, and
 * `onError` is told of the mistake.
 */
export function expressHandler(
  handler: WebhookHandler,
): (request: RawRequest & { body?: unknown; rawBody?: unknown }, response: RawResponse) => void {
  return (request, response) =>
    void respond(handler, request, response, async () => {
      const kept = [request.rawBody, request.body].find(isRaw);
      return kept ?? (await readRawBody(request));
    });
}

async function respond<Request extends RawRequest>(
  handler: WebhookHandler,
  request: Request,
  response: RawResponse,
  readBody: (request: Request) => Promise<string | Uint8Array>,
): Promise<void> {
  const { status, headers, body } = await handleRequest(handler, request, readBody);
  // A timeout of the receiver's own program may have answered already.
  if (response.headersSent) return;
  response.writeHead(status, headers);
  response.end(body);
}

async function handleRequest<Request extends RawRequest>(
  handler: WebhookHandler,
  request: Request,
  readBody: (request: Request) => Promise<string | Uint8Array>,
): Promise<WebhookAnswer> {
  if (request.method !== 'POST') {
    const error = new UnreadableRequestError(405, 'method_not_allowed', 'Webhooks are sent with POST.');
    return withHeader(handler.refuse(error.status, error), 'allow', 'POST');
  }
  try {
    const body = await readBody(request);
    if (Buffer.byteLength(body) > MAX_BODY_BYTES) throw tooLarge();
    return await handler.handle({ headers: request.headers, body });
  } catch (error) {
    if (error instanceof WebhookVerificationError) return handler.refuse(500, error);
    const unreadable =
      error instanceof UnreadableRequestError
        ? error
        : new UnreadableRequestError(400, 'body_unreadable', 'The body could not be read.');
    return withHeader(handler.refuse(unreadable.status, unreadable), 'connection', 'close');
  }
}

function withHeader(answer: WebhookAnswer, name: string, value: string): WebhookAnswer {
  return { ...answer, headers: { ...answer.headers, [name]: value } };
}

function isRaw(body: unknown): body is string | Uint8Array {
  return typeof body === 'string' || body instanceof Uint8Array;
}
