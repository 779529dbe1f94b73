import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { VisibleProcess } from './visible-process.ts';

/** A request that changed something is work: a create, a decision. Reads are not, and health checks would look like work. */
export function noteWorkOfRequests(app: FastifyInstance, visible: Pick<VisibleProcess, 'noteWork'>): void {
  app.addHook('onResponse', (request, reply, done) => {
    if (request.method !== 'GET' && request.method !== 'HEAD' && reply.statusCode < 400) visible.noteWork();
    done();
  });
}

const LINE_EVERY_MS = 10_000;
/** A few are a burst: they come again and succeed. More in ten seconds, and a person has to know. */
const ALARM_FROM = 10;

/** Says that requests were refused because too many wait, at most once in ten seconds: it happens when there is no time for lines. */
export function alarmOnOverload(
  app: FastifyInstance,
  log: Logger,
  { lineEveryMs = LINE_EVERY_MS }: { lineEveryMs?: number } = {},
): void {
  let refused = 0;
  function write(): void {
    const line = { alarm: 'overloaded', refused };
    const text = 'requests were refused because too many wait';
    if (refused >= ALARM_FROM) log.error(line, text);
    else log.warn(line, text);
    refused = 0;
  }
  app.addHook('onResponse', (_request, reply, done) => {
    if (reply.errorCode === 'overloaded') {
      refused += 1;
      if (refused === 1) setTimeout(write, lineEveryMs).unref();
    }
    done();
  });
}
