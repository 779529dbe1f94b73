import type { IncomingMessage, Server } from 'node:http';

/** A JSON body of 16 KiB may come in pieces of 16 bytes. */
const FREE_PIECES = 1_024;
/** Of a longer body, a piece has so many bytes in the mean. Clients that send in chunks send hundreds or thousands. */
const LEAST_MEAN_BYTES = 64;

/**
 * Cuts bodies that come in chunks of a few bytes. Node works on each chunk by itself, and reads two megabytes from a connection before it
 * looks at another: a handful of connections with chunks of one byte made everybody wait for seconds. What is cut was never served.
 */
export function cutCrumbledBodies(server: Server, onCut: (request: IncomingMessage) => void): void {
  server.prependListener('request', (request) => {
    if (request.headers['transfer-encoding'] !== undefined) watchPieces(request, onCut);
  });
  // Node's own answer leaves the connection open, and would read such a body for as long as it lasts.
  server.on('checkExpectation', (_request, response) => {
    response.writeHead(417, { connection: 'close' }).end();
  });
}

/** Node hands each piece over with `push`. To listen for data would begin to read the body, before anybody wants it. */
function watchPieces(request: IncomingMessage, onCut: (request: IncomingMessage) => void): void {
  const { socket } = request;
  const push = request.push.bind(request);
  let pieces = 0;
  let bytes = 0;
  request.push = (piece: Buffer | null, encoding) => {
    if (piece === null) return push(piece, encoding);
    if (socket.destroyed) return false;
    pieces += 1;
    bytes += piece.length;
    if (pieces <= FREE_PIECES || bytes >= pieces * LEAST_MEAN_BYTES) return push(piece, encoding);
    onCut(request);
    socket.destroy();
    return false;
  };
}
