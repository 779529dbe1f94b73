import type { Server, ServerResponse } from 'node:http';
import net from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

/**
 * Stops a server without leaving a request unanswered. New connections are no longer taken, but open ones stay: a request
 * that was on its way is answered, with `Connection: close`, and only then is its connection closed. Node's own close()
 * ends idle connections at once, and a request that a partner is just sending on one of them would be lost.
 */
export function createDrain(server: Server): { start(quietMs: number): Promise<void> } {
  const underWay = new Set<ServerResponse>();
  let isDraining = false;
  // Before the app's own listener: after an answer that takes no time a header cannot be set, and to try would end the process.
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
      // Those that take longer than the quiet time are closed with their answer.
      for (const response of underWay) sayItCloses(response);
      const closed = new Promise<void>((resolve) => {
        net.Server.prototype.close.call(server, () => resolve());
      });
      // The quiet time is what a partner's or a balancer's request may take to arrive on a connection it holds open.
      await Promise.race([closed, sleep(quietMs)]);
      // Timers may run before arrivals are read: what came in time, while the process was busy, is not to be cut off.
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
