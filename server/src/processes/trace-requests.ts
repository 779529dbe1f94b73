import type { FastifyInstance } from 'fastify';
import type { Tracing } from '../tracing/tracing.ts';

/** The answer to a request about one transaction becomes a step of its trace. Without tracing, no request knows of it. */
export function traceRequests(app: FastifyInstance, tracing: Tracing | undefined): void {
  if (tracing === undefined) return;
  app.addHook('onResponse', (request, reply, done) => {
    const { transactionId, isReplay } = request.logFields ?? {};
    if (typeof transactionId === 'string') {
      const { method, id } = request;
      const route = request.routeOptions.url ?? 'unknown';
      const { statusCode, elapsedTime, errorCode } = reply;
      tracing.record({
        // The route and not the address: a hosted page's address is a secret.
        name: `${method} ${route}`,
        kind: 'server',
        transactionId,
        isFirst: isReplay === false,
        startedAtMs: Date.now() - elapsedTime,
        durationMs: elapsedTime,
        attributes: {
          'http.request.method': method,
          'http.route': route,
          'http.response.status_code': statusCode,
          'vezne.request_id': id,
          'vezne.code': errorCode,
          'vezne.is_replay': typeof isReplay === 'boolean' ? isReplay : undefined,
        },
        error: statusCode >= 500 ? (errorCode ?? String(statusCode)) : undefined,
      });
    }
    done();
  });
}
