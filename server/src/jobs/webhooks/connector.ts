import { isIP } from 'node:net';
import type { LookupFunction } from 'node:net';
import { callbackify } from 'node:util';
import { buildConnector } from 'undici';
import { addressRefusal } from '../../usecases/webhooks/address-guard.ts';
import { createNameResolver, resolveLikeTheSystem } from './resolve-name.ts';
import type { ResolveName } from './resolve-name.ts';

export interface ConnectorOptions {
  /** Development: any address, and http too. */
  readonly allowPrivate: boolean;
  /** From the first DNS question to the end of the TLS handshake. */
  readonly timeoutMs: number;
  readonly resolveName?: ResolveName | undefined;
}

/** A delivery was not let out. The text holds no address, since the partner reads it and could map our network with it. */
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
 * Makes connections for deliveries, and decides about each at the moment it is made: where a name leads can change after
 * the endpoint was saved. Undici asks no lookup about literals, so those are checked before.
 */
export function createConnector({
  allowPrivate,
  timeoutMs,
  resolveName = allowPrivate ? resolveLikeTheSystem : createNameResolver(),
}: ConnectorOptions): buildConnector.connector {
  const connect = buildConnector({
    // HTTP/1.1 alone: one request at a time on a connection, so one slow answer holds up no other.
    allowH2: false,
    timeout: timeoutMs,
    lookup: checkedLookup(resolveName, allowPrivate ? () => undefined : addressRefusal),
  });
  if (allowPrivate) return connect;
  return (options, callback) => {
    const reason = literalRefusal(options);
    if (reason === undefined) connect(options, callback);
    // Undici has to be done with starting the connection before it can fail.
    else queueMicrotask(() => callback(new AddressRefusedError(reason), null));
  };
}

function literalRefusal({ protocol, hostname }: buildConnector.Options): string | undefined {
  if (protocol !== 'https:') return 'https_required';
  return isIP(hostname) === 0 ? undefined : addressRefusal(hostname);
}

/**
 * The only resolution of a connection: the socket goes to an address that was checked here, so a name server that answers
 * differently the second time is never asked. One refused address refuses the name, so that the outcome doesn't depend on
 * which of them is tried first. The name stays what TLS and the Host header use.
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
