/**
 * What happened to a transaction, in every process, as one trace. The id of the trace is the transaction's own, so nothing has to be
 * stored or handed on, and whoever has the id has the trace.
 */
import type { Logger } from 'pino';

/** One thing that was done for a transaction. */
export interface TracedStep {
  name: string;
  /** Who waits for it: somebody outside (server), nobody (internal), or we for somebody outside (client). */
  kind: 'server' | 'internal' | 'client';
  /** A uuid, or as partners see it. */
  transactionId: string;
  /** What made the transaction. All other steps stand below it. */
  isFirst?: boolean;
  startedAtMs: number;
  durationMs: number;
  /** Words and numbers of ours. No name, IBAN, amount, token or address ever. */
  attributes: Readonly<Record<string, string | number | boolean | null | undefined>>;
  /** A code, never a sentence: a sentence of a database may show values. */
  error?: string | null | undefined;
}

export interface Tracing {
  /** Returns at once, whatever has become of the receiver. */
  record(step: TracedStep): void;
  /** Sends what waits, for a short time. Never throws. */
  stop(): Promise<void>;
}

export interface TracingOptions {
  /** Where traces go, without `/v1/traces`. */
  endpoint: string | undefined;
  /** What kind of process it is. */
  name: string;
  version: string;
  log: Logger;
}
