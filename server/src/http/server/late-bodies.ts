import type { FastifyInstance, FastifyRequest } from 'fastify';
import { hasBody } from './answer-first.ts';
import type { CutReason } from './cut-log.ts';
import type { RequestTimeLimits } from './time-limits.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How long a body may take on this route. At most FILE_WITHIN_MS, where the server's own limit ends every request. */
    bodyWithinMs?: number;
  }
}

/**
 * A weak mobile link of 300 kbit/s brings four times as much, so it may be away for most of the time. A client that sends less keeps
 * its place from others on purpose, or is gone.
 */
const LEAST_BYTES_PER_SECOND = 8 * 1024;

/** They are a fifth of the time apart, so a stall is noticed within about six fifths of it. */
const LOOKS_IN_A_STALL = 5;

type OnCut = (reason: CutReason, request: FastifyRequest) => void;

/** Breaks the connection instead of sending a refusal, so data that arrives later cannot contradict an answer. */
export function cutLateBodies(app: FastifyInstance, limits: RequestTimeLimits, onCut: OnCut): void {
  app.addHook('onRequest', (request, _reply, done) => {
    // Hooks run before the body is read, even if it came with the headers. So the timer starts only after all arrived data
    // has been read (at the next tick it has not been), and a complete body needs none. Reads, which send no body, cost nothing here.
    if (hasBody(request)) setImmediate(watchBody, request, limits, onCut);
    done();
  });
}

function watchBody(request: FastifyRequest, limits: RequestTimeLimits, onCut: OnCut): void {
  const { raw } = request;
  if (raw.complete || raw.destroyed) return;
  const bodyWithinMs = request.routeOptions.config.bodyWithinMs ?? limits.bodyWithinMs;
  const cut = (reason: CutReason): void => {
    if (raw.complete || raw.socket.destroyed) return;
    onCut(reason, request);
    raw.socket.destroy();
  };
  const late = setTimeout(cut, bodyWithinMs, 'late_body');
  // A stalled body would otherwise keep its place for the whole time of a file.
  const stalled = bodyWithinMs > limits.bodyWithinMs ? watchRate() : undefined;
  const stop = (): void => {
    clearTimeout(late);
    clearInterval(stalled);
  };
  raw.once('close', stop);

  function watchRate(): NodeJS.Timeout {
    const isStalled = createStallWatch(limits);
    return setInterval(() => {
      // A request that was answered before its body came has no event for the end of its connection.
      if (raw.complete || raw.socket.destroyed) stop();
      // After a busy moment, timers run before arrived data is read.
      else
        setImmediate(() => {
          if (isStalled(raw.socket.bytesRead)) cut('stalled_body');
        });
    }, limits.stalledWithinMs / LOOKS_IN_A_STALL);
  }
}

/** Whether less than the least rate has come since the look that was `stalledWithinMs` ago. */
function createStallWatch({ stalledWithinMs }: RequestTimeLimits): (bytesRead: number) => boolean {
  const leastBytes = (LEAST_BYTES_PER_SECOND * stalledWithinMs) / 1_000;
  const looks: number[] = [];
  return (bytesRead) => {
    looks.push(bytesRead);
    if (looks.length <= LOOKS_IN_A_STALL) return false;
    return bytesRead - (looks.shift() ?? 0) < leastBytes;
  };
}
