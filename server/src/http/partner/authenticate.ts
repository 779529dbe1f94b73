import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';
import { verifyRequestSignature } from '@vezne/sdk/signature';
import type { Configuration, Credential, Partner } from '../../usecases/configuration/model.ts';
import { refused } from '../../usecases/refusal.ts';
import type { RefusedError } from '../../usecases/refusal.ts';
import { ApiError } from './api-error.ts';
import type { UnrecognisedReason } from './api-error.ts';
import { secretKind } from './secret-kind.ts';

/** A request may be this much older or newer than our clock. */
const MAX_SKEW_SECONDS = 300;

/** Used in place of an unknown key, so an unknown key takes the same time as a wrong signature with a known one. */
const UNKNOWN_CREDENTIAL: Pick<Credential, 'apiSecret' | 'hashSecret'> = {
  apiSecret: 'vzs_0000000000000000000000000000000000000000000',
  hashSecret: 'vzh_0000000000000000000000000000000000000000000',
};

export interface SignedCall {
  raw: IncomingMessage;
  /** The path with the query string as sent, starting at /v1/. */
  path: string;
  body: Uint8Array;
  /** Its clock and its key count as of then: it may have waited for the database since. */
  arrivedAtMs: number;
}

/** The credentials that signed this request. Throws an ApiError of status 401 if no partner's did. */
export function authenticate(call: SignedCall, { credentials }: Configuration): Credential {
  const { apiKey, timestamp, signature } = readAuthenticationHeaders(call.raw);
  const nowSeconds = Math.floor(call.arrivedAtMs / 1_000);
  if (Math.abs(nowSeconds - Number(timestamp)) > MAX_SKEW_SECONDS) {
    throw new ApiError('timestamp_out_of_range', {
      extras: { serverTime: nowSeconds },
      reason: 'timestamp_out_of_range',
    });
  }

  const credential = credentials.get(apiKey);
  const { apiSecret, hashSecret } = credential ?? UNKNOWN_CREDENTIAL;
  const isSigned = verifyRequestSignature({
    signature,
    timestamp,
    method: call.raw.method ?? '',
    path: call.path,
    body: call.body,
    apiSecret,
    hashSecret,
  });
  // One answer for all three, made after the same work: whoever guesses learns nothing of which keys there are.
  if (credential === undefined) throw new ApiError('signature_invalid', { reason: 'key_unknown' });
  if (credential.expiresAtMs <= call.arrivedAtMs)
    throw new ApiError('signature_invalid', { reason: 'key_expired' });
  if (!isSigned) throw new ApiError('signature_invalid', { reason: 'signature_wrong' });
  return credential;
}

/** The partner of this copy that signed the request; undefined if none did. */
export function signerOf(call: SignedCall, configuration: Configuration): Partner | undefined {
  try {
    return authenticate(call, configuration).partner;
  } catch {
    return undefined;
  }
}

/** Why any request of this authenticated partner is refused, if it is. */
export function standingRefusal(partner: Partner, address: string): RefusedError | undefined {
  if (partner.isDisabled) return refused('partner_disabled');
  if (partner.allowedNetworks && !partner.allowedNetworks.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')) {
    return refused('address_not_allowed');
  }
  return undefined;
}

/** A header that a signed request must carry exactly once. */
interface AuthenticationHeader {
  name: string;
  pattern: RegExp;
  /** For the developer of a client. It names the usual form, and never repeats a secret or a long text. */
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

export const SIGNATURE_FORM = 'X-Signature must be 64 lower-case hexadecimal digits.';

const SIGNATURE: AuthenticationHeader = {
  name: 'X-Signature',
  pattern: /^[0-9a-f]{64}$/,
  form: (value) =>
    /^[0-9a-f]{64}$/i.test(value)
      ? 'X-Signature must be 64 lower-case hexadecimal digits; this one has capital letters.'
      : SIGNATURE_FORM,
};

interface AuthenticationHeaders {
  apiKey: string;
  timestamp: string;
  signature: string;
}

/** Throws an ApiError of status 401 that names the first wrong header and what is wrong with it. */
function readAuthenticationHeaders(raw: IncomingMessage): AuthenticationHeaders {
  refuseSecretAsKey(raw);
  return { apiKey: read(raw, API_KEY), timestamp: read(raw, TIMESTAMP), signature: read(raw, SIGNATURE) };
}

/**
 * Their secret is in the place of their key. Its form alone decides: this says nothing of which secrets there are, and takes the same time for
 * a real one.
 */
function refuseSecretAsKey(raw: IncomingMessage): void {
  const [value = '', ...more] = raw.headersDistinct['x-api-key'] ?? [];
  if (value.startsWith('vzk_') || more.length > 0) return;
  const kind = secretKind(value);
  if (kind === undefined) return;
  throw invalid(
    'key_is_secret',
    `This is a secret, not the key: X-Api-Key begins with ${kind.prefix}, as ${kind.name} does, which is never sent. Send the API key, which begins with vzk_, and have the secret replaced, because it has left your server.`,
  );
}

/** If one header has two values, two readers could see different ones. */
function read(raw: IncomingMessage, header: AuthenticationHeader): string {
  const [value, ...more] = raw.headersDistinct[header.name.toLowerCase()] ?? [];
  if (value === undefined) throw invalid('header_missing', `The header ${header.name} is missing.`);
  if (more.length > 0) throw invalid('header_repeated', `The header ${header.name} was sent more than once.`);
  if (!header.pattern.test(value)) throw invalid('header_malformed', header.form(value));
  return value;
}

function invalid(reason: UnrecognisedReason, text: string): ApiError {
  return new ApiError('authentication_headers_invalid', { text, reason });
}
