/** What the benchmark asks of the process that delivers. */
export type DeliveryOrder =
  /** The service as a worker runs it, until `stop`. */
  | { kind: 'start' }
  | { kind: 'stop' }
  /** What `bare` sends, told beforehand. */
  | { kind: 'load'; webhooks: readonly BareWebhook[] }
  /** The same events without a database: as many at a time for each endpoint. */
  | { kind: 'bare'; by: BareInterface };

/** Undici as its documentation shows it, or its lowest interface, which the service uses. */
export type BareInterface = 'request' | 'dispatch';

export interface BareEndpoint {
  url: string;
  secret: string;
}

export interface BareWebhook {
  endpoint: BareEndpoint;
  id: string;
  body: string;
}

/** It says `done` to each order when it is carried out. */
export type DeliveryReport = { kind: 'ready' } | { kind: 'done' } | { kind: 'failed'; reason: string };

/** What the benchmark asks of the process of the receivers: forget what came, and say when so many have come. */
export interface ReceiverOrder {
  expected: number;
  /** Whether to note when each came. */
  isTimed: boolean;
}

export type ReceiverReport =
  | { kind: 'ready'; port: number }
  /** `waiting`: the order is heard. `complete`: as many as expected have come. */
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

/** Deliveries that an endpoint may have under way: what a worker has unless configured. */
export const PER_ENDPOINT = 16;
