import type { WebhookAnswer, WebhookHandler } from './handler.ts';
import { MAX_BODY_BYTES, tooLarge, UnreadableRequestError } from './raw-body.ts';
import type { WebhookHeaders } from './headers.ts';

interface FastifyRequest {
  headers: WebhookHeaders;
  body: unknown;
}

interface FastifyReply {
  code(status: number): unknown;
  headers(headers: Record<string, string>): unknown;
  send(body: string): unknown;
}

/** The parts of Fastify 4 and 5 that are used. */
export interface FastifyScope {
  removeAllContentTypeParsers(): unknown;
  addContentTypeParser(
    type: string,
    options: { parseAs: 'buffer' },
    parser: (request: unknown, body: Uint8Array, done: (error: Error | null, body?: unknown) => void) => void,
  ): unknown;
  setErrorHandler(
    handler: (error: { statusCode?: number | undefined }, request: unknown, reply: FastifyReply) => unknown,
  ): unknown;
  post(
    path: string,
    options: { bodyLimit: number },
    handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
  ): unknown;
}

/**
 * For `app.register(fastifyPlugin(handler), { path: '/webhooks/vezne' })`. It keeps the raw bytes for its own route. Other
 * routes parse as before, because a Fastify plugin has its own scope.
 */
export function fastifyPlugin(
  handler: WebhookHandler,
): (scope: FastifyScope, options: { path: string }) => Promise<void> {
  return async (scope, { path }) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    scope.setErrorHandler((error, _request, reply) => {
      const unreadable =
        error.statusCode === 413
          ? tooLarge()
          : new UnreadableRequestError(400, 'body_unreadable', 'The body could not be read.');
      send(reply, handler.refuse(unreadable.status, unreadable));
    });
    scope.post(path, { bodyLimit: MAX_BODY_BYTES }, async (request, reply) => {
      const body = request.body instanceof Uint8Array ? request.body : '';
      send(reply, await handler.handle({ headers: request.headers, body }));
      return reply;
    });
  };
}

function send(reply: FastifyReply, { status, headers, body }: WebhookAnswer): void {
  reply.code(status);
  reply.headers(headers);
  reply.send(body);
}
