import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';
import { verifyRequestSignature } from '@vezne/sdk/signature';
import type { Configuration, Credential, Partner } from '../../usecases/configuration/model.ts';
import { Refusal } from '../../usecases/refusal.ts';
import { ApiError } from '../api-error.ts';

/** A request may be this old, or this much ahead, by our clock. */
const MAX_SKEW_SECONDS = 300;

/** Stands in for an unknown key, so that looking for one costs the same as failing with a known one. */
const NOBODY: Pick<Credential, 'apiSecret' | 'hashSecret'> = {
  apiSecret: 'vzs_0000000000000000000000000000000000000000000',
  hashSecret: 'vzh_0000000000000000000000000000000000000000000',
};

export interface SignedCall {
  raw: IncomingMessage;
  /** The path with the query string as sent, starting at /v1/. */
  path: string;
  body: Uint8Array;
}

/** The partner whose credentials signed this request; throws an ApiError of status 401 for anybody else. */
export function authenticate(call: SignedCall, { credentials }: Configuration, nowMs: number): Partner {
  const apiKey = singleHeader(call.raw, 'x-api-key', /^[\x21-\x7e]{1,128}$/);
  const timestamp = singleHeader(call.raw, 'x-timestamp', /^[1-9]\d{0,11}$/);
  const signature = singleHeader(call.raw, 'x-signature', /^[0-9a-f]{64}$/);

  const nowSeconds = Math.floor(nowMs / 1_000);
  if (Math.abs(nowSeconds - Number(timestamp)) > MAX_SKEW_SECONDS) {
    throw new ApiError('timestamp_out_of_range', { extras: { serverTime: nowSeconds } });
  }

  const credential = credentials.get(apiKey);
  const { apiSecret, hashSecret } = credential ?? NOBODY;
  const isSigned = verifyRequestSignature({
    signature,
    timestamp,
    method: call.raw.method ?? '',
    path: call.path,
    body: call.body,
    apiSecret,
    hashSecret,
  });
  if (!isSigned || credential === undefined || credential.expiresAtMs <= nowMs) {
    throw new ApiError('signature_invalid');
  }
  return credential.partner;
}

/** Node joins or drops repeated headers; the raw list shows them. Two values mean that two readers could see different ones. */
function singleHeader(raw: IncomingMessage, name: string, pattern: RegExp): string {
  const value = onlyValue(raw, name);
  if (value !== undefined && pattern.test(value)) return value;
  throw new ApiError('authentication_headers_invalid');
}

export function onlyValue(raw: IncomingMessage, name: string): string | undefined {
  let found: string | undefined;
  for (let index = 0; index < raw.rawHeaders.length; index += 2) {
    if (raw.rawHeaders[index]?.toLowerCase() !== name) continue;
    if (found !== undefined) return undefined;
    found = raw.rawHeaders[index + 1];
  }
  return found;
}

/** What stands against any request of a partner that has proved who it is. */
export function standingRefusal(partner: Partner, address: string): Refusal | undefined {
  if (partner.isDisabled) return new Refusal('partner_disabled');
  if (partner.allowedNetworks && !partner.allowedNetworks.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')) {
    return new Refusal('address_not_allowed');
  }
  return undefined;
}
