import type { Server, ServerResponse } from 'node:http';
import net from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

/**
 * Stops a server without leaving a request unanswered. It accepts no new connections, but open ones stay. A request that is
 * on its way is answered with `Connection: close`, and only then is its connection closed. Node's own close() ends idle
 * connections at once, and would lose a request that a partner is just sending on one of them.
 */
export function createDrain(server: Server): { start(quietMs: number): Promise<void> } {
  const underWay = new Set<ServerResponse>();
  let isDraining = false;
  // Runs before the app's own listener. After an immediate answer the header can no longer be set, and trying would end the
  // process.
  server.prependListener('request', (_request, response: ServerResponse) => {
    underWay.add(response);
    response.once('close', () => underWay.delete(response));
    if (isDraining) sayItCloses(response);
  });
  const untilQuiet = async (): Promise<void> => {
    if (underWay.size === 0) return;
    await sleep(20);
    await untilQuiet();
  };
  return {
    async start(quietMs) {
      isDraining = true;
      // Answers that take longer than the quiet time close their connection too.
      for (const response of underWay) sayItCloses(response);
      const closed = new Promise<void>((resolve) => {
        net.Server.prototype.close.call(server, () => resolve());
      });
      // The quiet time is how long a request of a partner or load balancer may take to arrive on an open connection.
      await Promise.race([closed, sleep(quietMs)]);
      // Timers may run before arrived data is read. A request that came in time, while the process was busy, must not be
      // cut off.
      await nextTurn();
      server.closeIdleConnections();
      await Promise.race([closed, untilQuiet()]);
      server.closeAllConnections();
    },
  };
}

function sayItCloses(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('connection', 'close');
}
