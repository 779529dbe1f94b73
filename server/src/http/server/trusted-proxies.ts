import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import { newRequestId } from '../../ids.ts';

/** The proxies in front of this process. Their word on a request is believed, and nobody else's. */
export interface TrustedProxies {
  isTrusted: (address: string) => boolean;
  /** The id that a proxy gave the request, so that one id leads through both logs. Otherwise a new one. */
  requestId: (request: Pick<IncomingMessage, 'headers' | 'socket'>) => string;
}

/** The form of our own ids: of fixed length, and harmless wherever it is written. */
const REQUEST_ID = /^req_[0-9a-f]{32}$/;

/** `addresses` are IP addresses and networks, as the configuration has checked. */
export function createTrustedProxies(addresses: readonly string[]): TrustedProxies {
  const list = new BlockList();
  for (const address of addresses) {
    const [network = '', bits] = address.split('/');
    if (bits === undefined) list.addAddress(network, family(network));
    else list.addSubnet(network, Number(bits), family(network));
  }
  const isTrusted = (address: string): boolean => isIP(address) !== 0 && list.check(address, family(address));
  return {
    isTrusted,
    requestId({ headers, socket }) {
      const given = headers['x-request-id'];
      if (typeof given !== 'string' || !REQUEST_ID.test(given)) return newRequestId();
      return isTrusted(socket.remoteAddress ?? '') ? given : newRequestId();
    },
  };
}

function family(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}
