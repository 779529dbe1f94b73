/** Partners' servers in a separate process: they read and accept everything. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sharedClockMs } from './messages.ts';
import type { Received, ReceiverOrder, ReceiverReport } from './messages.ts';

let order: ReceiverOrder = { expected: 0, isTimed: false };
let count = 0;
let received: Received[] = [];

function report(message: ReceiverReport): void {
  if (process.connected) process.send?.(message);
}

const server = createServer((request, response) => {
  request.resume().on('end', () => {
    count += 1;
    if (order.isTimed) {
      received.push({ eventId: String(request.headers['x-svc-event-id']), atMs: sharedClockMs() });
    }
    response.writeHead(200).end();
    if (count === order.expected) report({ kind: 'complete', atMs: sharedClockMs(), received });
  });
});

process.on('message', (next: ReceiverOrder) => {
  order = next;
  count = 0;
  received = [];
  report({ kind: 'waiting' });
});
process.on('disconnect', () => process.exit());
server.listen(0, '127.0.0.1', () => report({ kind: 'ready', port: (server.address() as AddressInfo).port }));
