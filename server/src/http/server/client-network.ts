import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** What a provider gives to one customer, who has 2^64 addresses in it. */
const IPV6_NETWORK_BITS = 64;
const IPV6_BITS = 128;

/**
 * By what strangers are counted: an IPv4 address whole, an IPv6 address by its network. By whole IPv6 addresses, whoever
 * takes another one for every guess would never be over a limit.
 */
export function clientNetwork(address: string): string {
  // A careless proxy may pass on anything as an address; all of it shares a count, or its writer would have none.
  if (isIP(address) === 0) return 'unknown';
  // An IPv4 address mapped into IPv6 is what a socket that listens to both calls it.
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const bytes = parsed.toByteArray().fill(0, IPV6_NETWORK_BITS / 8, IPV6_BITS / 8);
  return `${new ipaddr.IPv6(bytes).toString()}/${IPV6_NETWORK_BITS}`;
}
