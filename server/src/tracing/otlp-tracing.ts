/** The only file that loads OpenTelemetry. It is imported when an endpoint is set. */
import { randomBytes } from 'node:crypto';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { hostname } from 'node:os';
import { SpanKind, SpanStatusCode, TraceFlags } from '@opentelemetry/api';
import type { Attributes, HrTime } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor } from '@opentelemetry/sdk-trace';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';
import { withTimeout } from '../concurrency/timeout.ts';
import { traceIdsOf } from './span-ids.ts';
import type { TracedStep, Tracing, TracingOptions } from './tracing.ts';

/** About half a kilobyte each. While the receiver is away, what comes beyond them is dropped and counted. */
const MOST_WAITING = 4_096;
/** Made into text at once, which takes a millisecond or two. */
const MOST_TOGETHER = 256;
const SENT_EVERY_MS = 1_000;
/** For a batch with all its tries. A process that stops waits no longer. */
const SENT_WITHIN_MS = 2_000;
/** The exporter's own time is one of silence: a receiver that answers by the byte would hold its connection for ever. */
const CUT_OFF_AFTER_MS = 2_500;

/** OpenTelemetry's word for an export that failed. */
const FAILED = 1;

const KINDS = { server: SpanKind.SERVER, internal: SpanKind.INTERNAL, client: SpanKind.CLIENT } as const;

/**
 * Steps are told when they are over, so spans are made whole and go straight to the processor that gathers them. A tracer would give them
 * ids of its own.
 */
export function createOtlpTracing({
  endpoint,
  name,
  version,
  log,
}: TracingOptions & { endpoint: string }): Tracing {
  const resource = resourceFromAttributes({
    'service.namespace': 'vezne',
    'service.name': `vezne-${name}`,
    'service.version': version,
    'host.name': hostname(),
    'process.pid': process.pid,
  });
  const instrumentationScope = { name: 'vezne', version };
  const { agent, exporter } = createExporter(endpoint);
  let waiting = 0;
  let dropped = 0;

  /** Says what was lost. The log counts what repeats. */
  const told: SpanExporter = {
    export(spans, done) {
      let isOver = false;
      const end: typeof done = (result) => {
        if (isOver) return;
        isOver = true;
        clearTimeout(timer);
        waiting -= spans.length;
        warnOfLoss(log, result.error, { unsent: spans.length, dropped });
        dropped = 0;
        done(result);
      };
      const timer = setTimeout(() => {
        end({ code: FAILED, error: new Error('The receiver did not answer in time.') });
        agent.destroy();
      }, CUT_OFF_AFTER_MS);
      exporter.export(spans, end);
    },
    shutdown: async () => await exporter.shutdown(),
  };
  const processor = new BatchSpanProcessor({
    exporter: told,
    maxQueueSize: MOST_WAITING,
    maxExportBatchSize: MOST_TOGETHER,
    scheduledDelayMillis: SENT_EVERY_MS,
    exportTimeoutMillis: 2 * CUT_OFF_AFTER_MS,
  });

  return {
    record(step) {
      const ids = traceIdsOf(step.transactionId);
      if (ids === undefined) return;
      if (waiting >= MOST_WAITING) {
        dropped += 1;
        return;
      }
      waiting += 1;
      processor.onEnd({ ...spanOf(step, ids), resource, instrumentationScope });
    },
    async stop() {
      // What could not be sent was said by the exporter.
      await withTimeout(SENT_WITHIN_MS, processor.shutdown()).catch(() => undefined);
      agent.destroy();
    },
  };
}

function createExporter(endpoint: string): { agent: HttpAgent; exporter: OTLPTraceExporter } {
  const options = { keepAlive: true, maxSockets: 2 };
  const agent = endpoint.startsWith('https:') ? new HttpsAgent(options) : new HttpAgent(options);
  const exporter = new OTLPTraceExporter({
    url: `${endpoint}/v1/traces`,
    timeoutMillis: SENT_WITHIN_MS,
    // Ours, so that a receiver that hangs can be cut off when the process stops.
    httpAgentOptions: () => agent,
  });
  return { agent, exporter };
}

function warnOfLoss(
  log: Logger,
  err: Error | undefined,
  { unsent, dropped }: { unsent: number; dropped: number },
): void {
  const text = 'traces could not be sent';
  if (err !== undefined) log.warn({ err, lost: unsent + dropped }, text);
  else if (dropped > 0) log.warn({ reason: 'too many were waiting', lost: dropped }, text);
}

type SpanFacts = Omit<ReadableSpan, 'resource' | 'instrumentationScope'>;

function spanOf(
  { name, kind, isFirst = false, startedAtMs, durationMs, attributes, error }: TracedStep,
  { traceId, rootSpanId }: { traceId: string; rootSpanId: string },
): SpanFacts {
  const context = { traceId, traceFlags: TraceFlags.SAMPLED };
  const own = { ...context, spanId: isFirst ? rootSpanId : randomBytes(8).toString('hex') };
  const isError = error !== undefined && error !== null;
  return {
    name,
    kind: KINDS[kind],
    spanContext: () => own,
    ...(isFirst ? {} : { parentSpanContext: { ...context, spanId: rootSpanId, isRemote: true } }),
    startTime: hrTime(startedAtMs),
    endTime: hrTime(startedAtMs + durationMs),
    duration: hrTime(durationMs),
    ended: true,
    status: { code: isError ? SpanStatusCode.ERROR : SpanStatusCode.UNSET },
    attributes: { ...known(attributes), ...(isError ? { 'error.type': error } : {}) },
    links: [],
    events: [],
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  };
}

function known(attributes: TracedStep['attributes']): Attributes {
  return Object.fromEntries(
    Object.entries(attributes).flatMap(([name, value]) =>
      value === null || value === undefined ? [] : [[name, value]],
    ),
  );
}

function hrTime(ms: number): HrTime {
  const seconds = Math.floor(ms / 1000);
  return [seconds, Math.round((ms - seconds * 1000) * 1_000_000)];
}
