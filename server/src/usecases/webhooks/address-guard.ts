import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * May a delivery connect to this address? Only public addresses are allowed, by a list of allowed ranges, so a range that
 * we forgot is refused. Returns the reason, for a log and for the partner; undefined means yes.
 */
export function addressRefusal(address: string): string | undefined {
  // ipaddr.js also reads 127.1 and 0x7f000001. Only what Node calls an address may get further.
  if (isIP(address) === 0) return 'not_an_address';
  const parsed = ipaddr.parse(address);
  return parsed instanceof ipaddr.IPv4 ? ipv4Refusal(parsed) : ipv6Refusal(parsed);
}

/** Azure's metadata and DNS service: a public address that leads to the machine's own host. */
const AZURE_HOST = '168.63.129.16';

function ipv4Refusal(address: ipaddr.IPv4): string | undefined {
  if (address.toString() === AZURE_HOST) return 'metadata';
  return reasonOf(address.range());
}

/**
 * All public addresses are in this range (RFC 4291). Outside it, ipaddr.js calls ::7f00:1 unicast, and that is 127.0.0.1.
 */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');
/** A resolver for an IPv6-only network wraps IPv4 addresses like this (RFC 6052). */
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');
const IPV4_BYTES = 4;

/**
 * Only for NAT64 is the IPv4 address inside an IPv6 address unwrapped. Mapped, compatible, 6to4, Teredo and the local NAT64
 * prefix (whose layout can't be known) are refused whatever they contain: no honest receiver is published under them.
 */
function ipv6Refusal(address: ipaddr.IPv6): string | undefined {
  // A zone names a network card of this machine.
  if (address.zoneId !== undefined) return 'link_local';
  if (address.match(NAT64)) {
    return ipv4Refusal(new ipaddr.IPv4(address.toByteArray().slice(-IPV4_BYTES)));
  }
  return reasonOf(address.range()) ?? (address.match(GLOBAL_UNICAST) ? undefined : 'reserved');
}

/** The ranges that a partner may use by mistake, in words. The other ranges are too rare to need their own words. */
const REASONS: ReadonlyMap<string, string> = new Map([
  ['loopback', 'loopback'],
  ['private', 'private'],
  ['uniqueLocal', 'private'],
  ['carrierGradeNat', 'private'],
  ['linkLocal', 'link_local'],
  ['unspecified', 'unspecified'],
  ['multicast', 'multicast'],
  ['broadcast', 'broadcast'],
  ['ipv4Mapped', 'embedded_ipv4'],
  ['rfc6145', 'embedded_ipv4'],
  ['rfc6052', 'embedded_ipv4'],
  ['6to4', 'embedded_ipv4'],
  ['teredo', 'embedded_ipv4'],
]);

function reasonOf(range: string): string | undefined {
  return range === 'unicast' ? undefined : (REASONS.get(range) ?? 'reserved');
}
