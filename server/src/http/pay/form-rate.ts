import type { FastifyRequest } from 'fastify';
import { clientNetwork } from '../server/client-network.ts';
import type { ApiDependencies } from '../api-dependencies.ts';

/**
 * For all players of a network together, presses and details. Networks with many players, as of a mobile carrier, send a few a second;
 * this many keep the process busy for a tenth of its time.
 */
const FORMS_OF_NETWORK_PER_SECOND = 50;

/** Whether the network of this client may send a form now. Only forms with the right address of a deposit count. */
export function mayNetworkSend({ addressLimiter }: ApiDependencies, { ip }: FastifyRequest): boolean {
  return addressLimiter.take(`forms ${clientNetwork(ip)}`, FORMS_OF_NETWORK_PER_SECOND).isAllowed;
}
