import { WebhookVerificationError } from './errors.ts';

/** The headers of a request: an object, as in Node, Express and Fastify, or the `Headers` of fetch. */
export type WebhookHeaders =
  | { readonly [name: string]: string | readonly string[] | undefined }
  | { get(name: string): string | null };

export type SignatureHeaders = {
  id: string;
  timestamp: string;
  /** The unparsed value of `webhook-signature`. */
  signatures: string;
};

/** Without a dot, which separates the signed parts, and without a space, which a header sent twice would contain. */
const ID_PATTERN = /^[\x21-\x2d\x2f-\x7e]{1,255}$/;

/** Whole seconds of any possible date; milliseconds would have more digits. */
const TIMESTAMP_PATTERN = /^[1-9]\d{0,11}$/;

export function readSignatureHeaders(headers: WebhookHeaders): SignatureHeaders {
  const id = readId(headers);
  const timestamp = required(headers, 'webhook-timestamp');
  if (!TIMESTAMP_PATTERN.test(timestamp)) {
    throw malformed('webhook-timestamp', 'is not Unix time in whole seconds');
  }
  return { id, timestamp, signatures: required(headers, 'webhook-signature') };
}

/** `X-Svc-Event-Id` is not signed. It may replace `webhook-id`, because the signature covers whichever id is used. */
function readId(headers: WebhookHeaders): string {
  const signedId = headerOf(headers, 'webhook-id');
  const eventId = headerOf(headers, 'x-svc-event-id');
  const id = signedId ?? eventId;
  if (id === undefined) throw missing('webhook-id');
  if (!ID_PATTERN.test(id)) throw malformed('webhook-id', 'is not the id of an event');
  if (eventId !== undefined && eventId !== id) {
    throw new WebhookVerificationError(
      'event_id_mismatch',
      'The headers webhook-id and X-Svc-Event-Id differ. The service sends the same id in both, so something on the way has changed one, or this is a forgery.',
    );
  }
  return id;
}

function required(headers: WebhookHeaders, name: string): string {
  const value = headerOf(headers, name);
  if (value === undefined) throw missing(name);
  return value;
}

function headerOf(headers: WebhookHeaders, name: string): string | undefined {
  const value = isFetchHeaders(headers) ? headers.get(name) : ownHeader(headers, name);
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value === 'string') return value;
  const [only] = value;
  if (value.length > 1 || typeof only !== 'string') throw malformed(name, 'came more than once');
  return only;
}

/** In upper or lower case: not every framework converts names to lower case. */
function ownHeader(headers: Exclude<WebhookHeaders, { get(name: string): string | null }>, name: string) {
  if (headers[name] !== undefined) return headers[name];
  const written = Object.keys(headers).find((key) => key.toLowerCase() === name);
  return written === undefined ? undefined : headers[written];
}

function isFetchHeaders(headers: WebhookHeaders): headers is { get(name: string): string | null } {
  return typeof headers['get'] === 'function';
}

function missing(name: string): WebhookVerificationError {
  return new WebhookVerificationError(
    'header_missing',
    `The header ${name} is missing. The service always sends it: either a proxy removes it, or the request is somebody else's.`,
  );
}

function malformed(name: string, problem: string): WebhookVerificationError {
  return new WebhookVerificationError('header_malformed', `The header ${name} ${problem}.`);
}
