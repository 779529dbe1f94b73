/** Orders from the benchmark to the process that delivers. */
export type DeliveryOrder =
  /** The service as a worker runs it, until `stop`. */
  | { kind: 'start' }
  | { kind: 'stop' }
  /** What `bare` will send. */
  | { kind: 'load'; webhooks: readonly BareWebhook[] }
  /** What is new, sent by the least program that could do it, until `stop`. */
  | { kind: 'follow'; endpoints: readonly (readonly [partnerId: string, endpoint: BareEndpoint])[] }
  /** The same events without a database, with as many at a time for each endpoint. */
  | { kind: 'bare'; by: BareInterface };

/**
 * Undici as its documentation shows it; its lowest interface, which the service uses; and that with a row for each delivery, inserted in
 * batches: the least that a durable log can cost.
 */
export type BareInterface = 'request' | 'dispatch' | 'durable';

export interface BareEndpoint {
  url: string;
  secret: string;
}

export interface BareWebhook {
  endpoint: BareEndpoint;
  id: string;
  body: string;
}

/** It reports `done` when an order is carried out. */
export type DeliveryReport = { kind: 'ready' } | { kind: 'done' } | { kind: 'failed'; reason: string };

/**
 * Orders from the benchmark to the process of the receivers: forget what has arrived, and report when this many have
 * arrived.
 */
export interface ReceiverOrder {
  expected: number;
  /** Whether to record the time of each arrival. */
  isTimed: boolean;
}

export type ReceiverReport =
  | { kind: 'ready'; port: number }
  /** `waiting`: the order was received. `complete`: as many as expected have arrived. */
  | { kind: 'waiting' }
  | { kind: 'complete'; atMs: number; received: readonly Received[] };

export interface Received {
  eventId: string;
  /** Milliseconds since 1970, with fractions: the clock that all processes of a machine share. */
  atMs: number;
}

export function sharedClockMs(): number {
  return performance.timeOrigin + performance.now();
}

/** How many deliveries may run per endpoint: a worker's default. */
export const PER_ENDPOINT = 16;
