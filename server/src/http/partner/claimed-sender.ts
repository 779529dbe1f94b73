import type { FastifyRequest } from 'fastify';
import type { Configuration } from '../../usecases/configuration/model.ts';
import { clientNetwork } from '../server/client-network.ts';
import { ApiError } from './api-error.ts';
import { secretKind } from './secret-kind.ts';

/** The form of our keys. A key is no secret, but whatever else stands in its place may be one. */
const API_KEY = /^vzk_[a-z0-9]{1,16}_[a-z0-9]{26}$/;
const TIMESTAMP = /^[1-9]\d{0,11}$/;

/** What our log says of a request that no partner's credentials signed. Nothing of it is proven but the network. */
export interface ClaimedSender {
  /** Their key, if it has the form of one; otherwise `missing`, `repeated`, `secret` or `malformed`. */
  claimedKey: string;
  /** Whose key that is. */
  claimedPartnerId: string | undefined;
  network: string;
  reason: string;
  /** How far their clock is ahead of ours. */
  clockAheadSeconds: number | undefined;
}

export function claimedSender(
  { raw, ip }: Pick<FastifyRequest, 'raw' | 'ip'>,
  error: unknown,
  { credentials, endedApiKeys }: Pick<Configuration, 'credentials' | 'endedApiKeys'>,
  nowMs: number,
): ClaimedSender {
  const claimedKey = claimedKeyOf(raw.headersDistinct['x-api-key']);
  const reason = (error instanceof ApiError && error.reason) || 'unknown';
  return {
    claimedKey,
    claimedPartnerId: credentials.get(claimedKey)?.partner.id,
    network: clientNetwork(ip),
    reason: reason === 'key_unknown' ? (endedApiKeys.get(claimedKey) ?? reason) : reason,
    clockAheadSeconds:
      reason === 'timestamp_out_of_range' ? clockAhead(raw.headersDistinct['x-timestamp'], nowMs) : undefined,
  };
}

function claimedKeyOf([value, ...more]: readonly string[] = []): string {
  if (value === undefined) return 'missing';
  if (more.length > 0) return 'repeated';
  if (API_KEY.test(value)) return value;
  return secretKind(value) === undefined ? 'malformed' : 'secret';
}

function clockAhead([value = '']: readonly string[] = [], nowMs: number): number | undefined {
  return TIMESTAMP.test(value) ? Number(value) - Math.floor(nowMs / 1_000) : undefined;
}
