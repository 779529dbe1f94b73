import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** Answers a request and returns true, or leaves it to the app. It must not wait for anything. */
export type AnswerFirst = (
  request: IncomingMessage,
  response: ServerResponse,
  requestId: (request: IncomingMessage) => string,
) => boolean;

/**
 * Lets a request be answered before the framework sees it: what thousands ask every second and memory knows. Everything that guards
 * connections runs before, as for every other request.
 *
 * Call it before anybody else listens for requests, so that the only listener is the framework's.
 */
export function answerBefore(
  server: Server,
  answerFirst: (request: IncomingMessage, response: ServerResponse) => boolean,
): { stop: () => void } {
  const [framework, ...others] = server.listeners('request') as ((...parameters: unknown[]) => void)[];
  if (!framework || others.length > 0) throw new Error('Somebody else listens for requests already.');
  let isStopped = false;
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    const mayAnswer = !isStopped && !request.socket.destroyed && !hasBody(request);
    if (!mayAnswer || !answerFirst(request, response)) framework.call(server, request, response);
  });
  return {
    stop() {
      isStopped = true;
    },
  };
}

/** A request whose headers announce no body has none. */
export function hasBody({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}
