import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { clientNetwork } from './client-network.ts';

/** A client's connection, and what is under way on it. */
export interface Connection {
  socket: Socket;
  /** The network of the peer. */
  network: string;
  /** The peer is one of our proxies, so this network is that of many clients. */
  isOfProxy: boolean;
  /** Requests whose answers have not left completely, in the order of their arrival. */
  underWay: Set<ServerResponse>;
  hasRequested: boolean;
  /** When the headers of its last request came. */
  requestedAtMs: number;
  /** When it was opened, or its last answer left. */
  quietSinceMs: number;
  /** How many answers have left. */
  answers: number;
}

/** Every open connection of a server. */
export interface Connections {
  readonly all: ReadonlySet<Connection>;
  /** Whether a request has arrived completely on it and has no answer yet. */
  isServing(socket: Socket): boolean;
}

export interface ConnectionListeners {
  onOpen: (connection: Connection) => void;
  /** Before the request is handled. */
  onRequest: (connection: Connection) => void;
  onClose: (connection: Connection) => void;
}

export function watchConnections(
  server: Server,
  isTrustedPeer: (address: string) => boolean,
  { onOpen, onRequest, onClose }: ConnectionListeners,
): Connections {
  const all = new Set<Connection>();
  const bySocket = new WeakMap<Socket, Connection>();
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    const connection: Connection = {
      socket,
      network: clientNetwork(address),
      isOfProxy: isTrustedPeer(address),
      underWay: new Set(),
      hasRequested: false,
      requestedAtMs: 0,
      quietSinceMs: performance.now(),
      answers: 0,
    };
    all.add(connection);
    bySocket.set(socket, connection);
    socket.once('close', () => {
      all.delete(connection);
      onClose(connection);
    });
    onOpen(connection);
  });
  // Runs before the app's own listener, so a connection that breaks a limit is cut before more work is done for it.
  server.prependListener('request', (request, response) => {
    const connection = bySocket.get(request.socket);
    if (!connection) return;
    connection.hasRequested = true;
    connection.requestedAtMs = performance.now();
    connection.underWay.add(response);
    response.once('close', () => {
      connection.underWay.delete(response);
      connection.answers += 1;
      connection.quietSinceMs = performance.now();
    });
    onRequest(connection);
  });
  return {
    all,
    isServing(socket) {
      return [...(bySocket.get(socket)?.underWay ?? [])].some(({ req }) => req.complete);
    },
  };
}

/** The bytes of its answers that wait in this process, because the client has not read what came before them. */
export function waitingBytes({ socket, underWay }: Connection): number {
  let bytes = 0;
  let isSocketCounted = false;
  for (const response of underWay) {
    // Only the first answer is being written. Its length has that of the socket in it.
    bytes += response.writableLength;
    isSocketCounted ||= response.socket !== null;
  }
  return isSocketCounted ? bytes : bytes + socket.writableLength;
}
