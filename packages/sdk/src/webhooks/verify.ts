import { timingSafeEqual } from 'node:crypto';
import type { PartnerEvent } from '../types.ts';
import { WebhookVerificationError } from './errors.ts';
import { readSignatureHeaders } from './headers.ts';
import type { SignatureHeaders, WebhookHeaders } from './headers.ts';
import { isSignedReserialised, signatureProblem } from './explain.ts';
import { webhookKeys } from './secret.ts';
import { signatureBy } from './signature.ts';
import type { WebhookTest } from './test-event.ts';

/** The content of a webhook about a transaction: an event, as `listEvents` returns it too. */
export type WebhookEvent = PartnerEvent;

/** What a verified webhook can be. `event` tells which, and so does `isTestWebhook`. */
export type VerifiedWebhook = WebhookEvent | WebhookTest;

export type ReceivedWebhook = {
  headers: WebhookHeaders;
  /** The bytes that came, or their text: never something parsed and written again. */
  body: string | Uint8Array;
};

export type VerifyOptions = {
  /** The endpoint's secret; during a rotation, the old one and the new one. */
  secrets: string | readonly string[];
  /** How far the clocks may differ; 300 by default. */
  toleranceSeconds?: number | undefined;
  /** Used instead of this machine's clock. */
  nowMs?: number | undefined;
};

/** What Standard Webhooks recommends. Each attempt has a new signature, so a late retry is not too old. */
const DEFAULT_TOLERANCE_SECONDS = 300;
const MS_PER_SECOND = 1000;

/** `v1,` and 32 bytes in base64. A signature has only one spelling, so no changed one is accepted. */
const SIGNATURE_PATTERN = /^v1,[A-Za-z0-9+/]{43}=$/;

/**
 * Returns the event of a webhook that is proven to come from the service. Otherwise it throws a `WebhookVerificationError`
 * that says what is wrong.
 */
export function verifyWebhook({
  headers,
  body,
  ...options
}: ReceivedWebhook & VerifyOptions): VerifiedWebhook {
  const keys = webhookKeys(options.secrets);
  const signed = readSignatureHeaders(headers);
  assertSigned(keys, signed, body);
  // After the signature, so a wrong clock is reported only when everything else is right.
  assertFresh(Number(signed.timestamp), options);
  return readEvent(signed.id, body);
}

function assertSigned(keys: readonly Buffer[], signed: SignatureHeaders, body: unknown): void {
  const isSigned = (content: string | Uint8Array): boolean => {
    const expected = keys.map((key) => Buffer.from(signatureBy(key, { ...signed, body: content })));
    return signed.signatures
      .split(' ')
      .filter((signature) => SIGNATURE_PATTERN.test(signature))
      .some((signature) => expected.some((one) => timingSafeEqual(one, Buffer.from(signature))));
  };
  const isRaw = typeof body === 'string' || body instanceof Uint8Array;
  if (!isRaw) {
    throw new WebhookVerificationError(
      'body_parsed',
      `The body was parsed before it was verified: it is ${typeName(body)}. Give the raw bytes of the request, as they came; JSON that is written again need not have the same bytes.`,
    );
  }
  if (isSigned(body)) return;
  if (isSignedReserialised(body, isSigned)) {
    throw new WebhookVerificationError(
      'body_reserialised',
      'The secret is right, but the body was parsed and written again on its way here: its fields are those that were signed, its bytes are not. Give the raw bytes of the request, as they came.',
    );
  }
  throw signatureProblem(signed.signatures, keys.length);
}

function assertFresh(timestamp: number, { toleranceSeconds, nowMs }: Omit<VerifyOptions, 'secrets'>): void {
  const tolerance = toleranceSeconds ?? DEFAULT_TOLERANCE_SECONDS;
  // No number is greater than NaN, so a setting that was read wrongly would accept webhooks of any age.
  if (!(tolerance >= 0 && Number.isFinite(tolerance))) {
    throw new TypeError(`toleranceSeconds is a number of seconds from 0 on, not ${tolerance}.`);
  }
  const age = Math.floor((nowMs ?? Date.now()) / MS_PER_SECOND) - timestamp;
  if (age > tolerance) {
    throw new WebhookVerificationError(
      'timestamp_too_old',
      `The webhook was signed ${age} seconds ago by the clock of this machine, and at most ${tolerance} are allowed. The signature is right: either this clock is fast, or the webhook was held back or recorded and sent once more.`,
    );
  }
  if (age < -tolerance) {
    throw new WebhookVerificationError(
      'timestamp_too_new',
      `The webhook was signed ${-age} seconds in the future by the clock of this machine, and at most ${tolerance} are allowed. The signature is right, so this clock is slow: set it.`,
    );
  }
}

function readEvent(id: string, body: string | Uint8Array): VerifiedWebhook {
  const event = parsedObject(typeof body === 'string' ? body : new TextDecoder().decode(body));
  if (event === undefined) {
    throw new WebhookVerificationError(
      'not_an_event',
      'The signature is right, but the body is not a JSON object. Ask the service about it.',
    );
  }
  if (event['eventId'] !== id) {
    throw new WebhookVerificationError(
      'event_id_mismatch',
      'The signature is right, but the eventId of the body is not the id of the headers. Ask the service about it.',
    );
  }
  // The service guarantees the shape of what it signs. The package does not check API responses field by field either.
  return event as VerifiedWebhook;
}

function parsedObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function typeName(body: unknown): string {
  if (body === undefined || body === null) return String(body);
  return typeof body === 'object' ? 'an object' : `a ${typeof body}`;
}
