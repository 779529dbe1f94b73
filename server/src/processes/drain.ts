import type { Server } from 'node:http';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Stops a server without leaving a request unanswered. New connections are no longer taken, but open ones stay: a request
 * that was on its way is answered, with `Connection: close`, and only then is its connection closed. Node's own close()
 * ends idle connections at once, and a request that a partner is just sending on one of them would be lost.
 */
export function createDrain(server: Server): { start(quietMs: number): Promise<void> } {
  let underWay = 0;
  let isDraining = false;
  server.on('request', (_request, response) => {
    underWay += 1;
    response.once('close', () => {
      underWay -= 1;
    });
    if (isDraining) response.setHeader('connection', 'close');
  });
  const untilQuiet = async (): Promise<void> => {
    if (underWay === 0) return;
    await sleep(20);
    await untilQuiet();
  };
  return {
    async start(quietMs) {
      isDraining = true;
      const closed = new Promise<void>((resolve) => {
        net.Server.prototype.close.call(server, () => resolve());
      });
      // The quiet time is what a partner's or a balancer's request may take to arrive on a connection it holds open.
      await Promise.race([closed, sleep(quietMs)]);
      server.closeIdleConnections();
      await Promise.race([closed, untilQuiet()]);
      server.closeAllConnections();
    },
  };
}
