import type { IncomingMessage } from 'node:http';
import { ApiError } from './api-error.ts';
import { parseStrictJson } from '../server/strict-json.ts';
import { onlyValue } from './authentication-headers.ts';

const JSON_TYPE = /^application\/json[ \t]*(?:;[ \t]*charset[ \t]*=[ \t]*"?utf-8"?[ \t]*)?$/i;

/** The body as a JSON value. It is called after authentication, so that strangers learn nothing from its errors. */
export function readJsonBody(raw: IncomingMessage, bytes: Uint8Array): unknown {
  const { 'content-encoding': encoding = 'identity', 'transfer-encoding': transfer = 'chunked' } =
    raw.headers;
  // Node undoes chunks and nothing else: `gzip, chunked` would be read without being unpacked.
  if (encoding !== 'identity' || transfer.toLowerCase() !== 'chunked') {
    throw new ApiError('unsupported_media_type', {
      text: 'The body is compressed. Send it as it is, without Content-Encoding.',
    });
  }
  if (!JSON_TYPE.test(onlyValue(raw, 'content-type') ?? '')) throw new ApiError('unsupported_media_type');
  const parsed = parseStrictJson(bytes);
  if (parsed.ok) return parsed.value;
  throw new ApiError(parsed.code, { text: parsed.detail });
}

/** For a call that has nothing to say: no body at all, or an object, whose fields are ignored. */
export function checkEmptyBody(raw: IncomingMessage, bytes: Uint8Array): void {
  if (bytes.byteLength === 0) return;
  const value = readJsonBody(raw, bytes);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return;
  throw new ApiError('invalid_request', {
    extras: { fields: [{ path: '', problem: 'must be empty or an object' }] },
  });
}
