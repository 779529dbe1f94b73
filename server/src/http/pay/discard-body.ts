import type { IncomingMessage } from 'node:http';

/** A phone's photo has up to about ten megabytes. For anything larger than this, we close the connection. */
const MAX_DISCARDED_BYTES = 16 * 1024 * 1024;

/**
 * Reads the rest of a body and throws it away. Some clients read no response before they have sent everything. If we closed
 * the connection, their users would see a broken page instead of the reason. (Chromium reads in time; a plain socket did
 * not.) The route's limit bodyWithinMs ends a body that takes too long.
 */
export async function discardBody(request: IncomingMessage): Promise<void> {
  if (request.complete || request.destroyed) return;
  await new Promise<void>((resolve) => {
    let bytesLeft = MAX_DISCARDED_BYTES;
    request.on('data', (chunk: Buffer) => {
      bytesLeft -= chunk.length;
      if (bytesLeft < 0) resolve();
    });
    request.once('end', resolve);
    request.once('close', resolve);
    request.once('error', () => resolve());
    request.resume();
  });
}
