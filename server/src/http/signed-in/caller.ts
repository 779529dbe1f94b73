import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../../usecases/sign-in/context.ts';
import { clientNetwork } from '../server/client-network.ts';

/** Where a request comes from. A careless proxy may hand on any text as an address; that is kept as no address. */
export function callerOf({ ip, headers }: FastifyRequest): Caller {
  return {
    // The name of one's own network card, which "fe80::1%eth0" ends with, is no part of an address to PostgreSQL.
    address: isIP(ip) === 0 ? '::' : ip.replace(/%.*$/, ''),
    network: clientNetwork(ip),
    userAgent: readable(headers['user-agent'] ?? ''),
  };
}

/** Header bytes are latin1, and may be control characters, which no list of sessions should show. */
function readable(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/g, '?');
}
