import { Resolver, lookup } from 'node:dns/promises';
import { isIPv4 } from 'node:net';

export interface ResolvedAddress {
  readonly address: string;
  readonly family: 4 | 6;
}

/** All addresses of a name, at least one; rejects when there is none. */
export type ResolveName = (hostname: string) => Promise<readonly ResolvedAddress[]>;

/** A name server that is silent this long has lost the question. Three questions stay within the 15 s of a delivery. */
const QUERY_TIMEOUT_MS = 2000;
const QUERY_TRIES = 3;

/**
 * Asks the name servers themselves. getaddrinfo runs on four threads that everything shares, so the silent name servers
 * of one partner would hold up the deliveries of all; and it reads /etc/hosts and search domains, where private names are.
 */
export function createNameResolver({ servers }: { servers?: readonly string[] } = {}): ResolveName {
  const resolver = new Resolver({ timeout: QUERY_TIMEOUT_MS, tries: QUERY_TRIES });
  if (servers !== undefined) resolver.setServers(servers);
  return async (hostname) => {
    const [v4, v6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const addresses = [v4, v6].flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    // Most receivers have IPv4 alone, so its error is the one that tells.
    if (addresses.length === 0 && v4.status === 'rejected') throw v4.reason;
    return addresses.map((address) => ({ address, family: isIPv4(address) ? 4 : 6 }));
  };
}

/** For development, where receivers have names in /etc/hosts. */
export const resolveLikeTheSystem: ResolveName = async (hostname) => {
  const found = await lookup(hostname, { all: true });
  return found.map(({ address }) => ({ address, family: isIPv4(address) ? 4 : 6 }));
};
