import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Timers may run before arrived data is read. After a busy moment, Node would close a connection with a request that came
 * in time, and its partner would not know the outcome. So arrived data is read first.
 */
export function readBeforeClosing(server: Server): void {
  server.on('timeout', (socket: Socket) => closeIfQuiet(socket));
}

/** Closes a connection, unless something has arrived on it that is not read yet. */
export function closeIfQuiet(
  socket: Socket,
  { onClose, onKeep }: { onClose?: () => void; onKeep?: () => void } = {},
): void {
  const { bytesRead } = socket;
  setImmediate(() => {
    if (socket.bytesRead === bytesRead) {
      socket.destroy();
      onClose?.();
    } else onKeep?.();
  });
}
