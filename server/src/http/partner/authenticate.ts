import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';
import { verifyRequestSignature } from '@vezne/sdk/signature';
import type { Configuration, Credential, Partner } from '../../usecases/configuration/model.ts';
import { Refusal } from '../../usecases/refusal.ts';
import { ApiError } from './api-error.ts';
import { readAuthenticationHeaders } from './authentication-headers.ts';

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
  const { apiKey, timestamp, signature } = readAuthenticationHeaders(call.raw);
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

/** What stands against any request of a partner that has proved who it is. */
export function standingRefusal(partner: Partner, address: string): Refusal | undefined {
  if (partner.isDisabled) return new Refusal('partner_disabled');
  if (partner.allowedNetworks && !partner.allowedNetworks.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')) {
    return new Refusal('address_not_allowed');
  }
  return undefined;
}
