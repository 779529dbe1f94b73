import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';

/** Which connections carry a request that has arrived whole and has no answer yet. */
export interface UnansweredRequests {
  watch(server: Server): void;
  isOn(socket: Socket): boolean;
}

export function createUnansweredRequests(): UnansweredRequests {
  // More than one: a client may send the next request without waiting for the answer.
  const bySocket = new WeakMap<Socket, Set<IncomingMessage>>();
  return {
    watch(server) {
      server.on('request', (request, response) => {
        const requests = bySocket.get(request.socket) ?? new Set();
        bySocket.set(request.socket, requests.add(request));
        response.once('close', () => requests.delete(request));
      });
    },
    isOn(socket) {
      return [...(bySocket.get(socket) ?? [])].some((request) => request.complete);
    },
  };
}
