import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The network that a provider gives to one customer. It has 2^64 addresses. */
const IPV6_NETWORK_BITS = 64;
const IPV6_BITS = 128;

/**
 * The key for counting unknown clients: a whole IPv4 address, or the network of an IPv6 address. If whole IPv6 addresses
 * were counted, a client could use a new address for every guess and never reach a limit.
 */
export function clientNetwork(address: string): string {
  // A careless proxy may pass on any text as an address. All such texts share one count; otherwise they would not be
  // limited.
  if (isIP(address) === 0) return 'unknown';
  // A socket that listens to both versions shows an IPv4 address mapped into IPv6.
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const bytes = parsed.toByteArray().fill(0, IPV6_NETWORK_BITS / 8, IPV6_BITS / 8);
  return `${new ipaddr.IPv6(bytes).toString()}/${IPV6_NETWORK_BITS}`;
}
