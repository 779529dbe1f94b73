import { Resolver, lookup } from 'node:dns/promises';
import { isIPv4 } from 'node:net';

export interface ResolvedAddress {
  readonly address: string;
  readonly family: 4 | 6;
}

/** All addresses of a name, at least one. Rejects if there is none. */
export type ResolveName = (hostname: string) => Promise<readonly ResolvedAddress[]>;

/** A name server that is silent this long has lost the query. Three queries fit into the 15 s of a delivery. */
const QUERY_TIMEOUT_MS = 2000;
const QUERY_TRIES = 3;

/**
 * Asks the name servers directly. getaddrinfo runs on four threads that the whole process shares, so one partner's silent
 * name servers would delay everybody's deliveries. It also reads /etc/hosts and search domains, which contain private
 * names.
 */
export function createNameResolver({ servers }: { servers?: readonly string[] } = {}): ResolveName {
  const resolver = new Resolver({ timeout: QUERY_TIMEOUT_MS, tries: QUERY_TRIES });
  if (servers !== undefined) resolver.setServers(servers);
  return async (hostname) => {
    const [v4, v6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const addresses = [v4, v6].flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    // Most receivers have only IPv4, so its error says more.
    if (addresses.length === 0 && v4.status === 'rejected') throw v4.reason;
    return addresses.map((address) => ({ address, family: isIPv4(address) ? 4 : 6 }));
  };
}

/** For development, where receivers may have names in /etc/hosts. */
export const resolveLikeTheSystem: ResolveName = async (hostname) => {
  const found = await lookup(hostname, { all: true });
  return found.map(({ address }) => ({ address, family: isIPv4(address) ? 4 : 6 }));
};
