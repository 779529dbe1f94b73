import type { IncomingMessage } from 'node:http';
import { ApiError } from './api-error.ts';

/** A header that a signed request must carry exactly once. */
interface AuthenticationHeader {
  name: string;
  pattern: RegExp;
  /** Whoever writes a client sees this; it names what is usual, and never repeats a secret or a text of any length. */
  form: (value: string) => string;
}

const API_KEY: AuthenticationHeader = {
  name: 'X-Api-Key',
  pattern: /^[\x21-\x7e]{1,128}$/,
  form: () => 'X-Api-Key must be the API key exactly as it was given to you, without blanks.',
};

const TIMESTAMP: AuthenticationHeader = {
  name: 'X-Timestamp',
  pattern: /^[1-9]\d{0,11}$/,
  form: (value) =>
    // Milliseconds have had thirteen digits since 2001.
    /^\d{13}$/.test(value)
      ? `X-Timestamp must be Unix time in whole seconds; ${value} looks like milliseconds.`
      : 'X-Timestamp must be Unix time in whole seconds, in digits alone.',
};

const SIGNATURE: AuthenticationHeader = {
  name: 'X-Signature',
  pattern: /^[0-9a-f]{64}$/,
  form: (value) =>
    /^[0-9a-f]{64}$/i.test(value)
      ? 'X-Signature must be 64 lower-case hexadecimal digits; this one has capital letters.'
      : 'X-Signature must be 64 lower-case hexadecimal digits.',
};

export interface AuthenticationHeaders {
  apiKey: string;
  timestamp: string;
  signature: string;
}

/** Throws an ApiError of status 401 that names the first header at fault and its fault. */
export function readAuthenticationHeaders(raw: IncomingMessage): AuthenticationHeaders {
  return { apiKey: read(raw, API_KEY), timestamp: read(raw, TIMESTAMP), signature: read(raw, SIGNATURE) };
}

function read(raw: IncomingMessage, header: AuthenticationHeader): string {
  const [value, ...more] = headerValues(raw, header.name);
  if (value === undefined) throw invalid(`The header ${header.name} is missing.`);
  if (more.length > 0) throw invalid(`The header ${header.name} was sent more than once.`);
  if (!header.pattern.test(value)) throw invalid(header.form(value));
  return value;
}

function invalid(text: string): ApiError {
  return new ApiError('authentication_headers_invalid', { text });
}

/** The value of a header that came exactly once. */
export function onlyValue(raw: IncomingMessage, name: string): string | undefined {
  const [value, ...more] = headerValues(raw, name);
  return more.length === 0 ? value : undefined;
}

/** Node joins or drops repeated headers; the raw list shows them. Two values mean that two readers could see different ones. */
function headerValues({ rawHeaders }: IncomingMessage, name: string): string[] {
  const wanted = name.toLowerCase();
  return rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === wanted);
}
