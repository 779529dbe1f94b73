import { isIP } from 'node:net';
import type { LookupFunction } from 'node:net';
import { callbackify } from 'node:util';
import { buildConnector } from 'undici';
import { addressRefusal } from '../../usecases/webhooks/address-guard.ts';
import { createNameResolver, resolveLikeTheSystem } from './resolve-name.ts';
import type { ResolveName } from './resolve-name.ts';

export interface ConnectorOptions {
  /** In development: any address is allowed, and http too. */
  readonly allowPrivate: boolean;
  /** From the first DNS query to the end of the TLS handshake. */
  readonly timeoutMs: number;
  readonly resolveName?: ResolveName | undefined;
}

/**
 * A delivery to a forbidden address was stopped. The text names no address: the partner reads it, and could use it to map
 * our network.
 */
export class AddressRefusedError extends Error {
  override name = 'AddressRefusedError';
  readonly code = 'address_refused';
  readonly reason: string;

  constructor(reason: string) {
    super(`The address of the endpoint is not allowed (${reason}).`);
    this.reason = reason;
  }
}

/**
 * Opens connections for deliveries and checks each address at that moment: a name can point elsewhere after the endpoint
 * was saved. Undici does no lookup for literal addresses, so those are checked first.
 */
export function createConnector({
  allowPrivate,
  timeoutMs,
  resolveName = allowPrivate ? resolveLikeTheSystem : createNameResolver(),
}: ConnectorOptions): buildConnector.connector {
  const connect = buildConnector({
    // Only HTTP/1.1: one request at a time on each connection, so a slow response delays no other.
    allowH2: false,
    timeout: timeoutMs,
    lookup: checkedLookup(resolveName, allowPrivate ? () => undefined : addressRefusal),
  });
  if (allowPrivate) return connect;
  return (options, callback) => {
    const reason = literalRefusal(options);
    if (reason === undefined) connect(options, callback);
    // Undici must finish starting the connection before the connection may fail.
    else queueMicrotask(() => callback(new AddressRefusedError(reason), null));
  };
}

function literalRefusal({ protocol, hostname }: buildConnector.Options): string | undefined {
  if (protocol !== 'https:') return 'https_required';
  return isIP(hostname) === 0 ? undefined : addressRefusal(hostname);
}

/**
 * The only name lookup of a connection. The socket connects to an address that was checked here, so a name server that
 * answers differently the second time is never asked again. One forbidden address refuses the whole name; otherwise the
 * outcome would depend on which address is tried first. TLS and the Host header still use the name.
 */
function checkedLookup(
  resolveName: ResolveName,
  refusalOf: (address: string) => string | undefined,
): LookupFunction {
  const resolveChecked = callbackify(async (hostname: string) => {
    const addresses = await resolveName(hostname);
    for (const { address } of addresses) {
      const reason = refusalOf(address);
      if (reason !== undefined) throw new AddressRefusedError(reason);
    }
    return addresses;
  });
  return (hostname, { all }, callback) => {
    resolveChecked(hostname, (error, addresses) => {
      if (error !== null) return callback(error, []);
      const [first] = addresses;
      if (first === undefined) return callback(new Error('The name has no address.'), []);
      if (all === true) return callback(null, [...addresses]);
      callback(null, first.address, first.family);
    });
  };
}
