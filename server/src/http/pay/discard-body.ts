import type { IncomingMessage } from 'node:http';

/** A photo from a phone has up to about ten megabytes; what is larger still ends with a closed connection. */
const MAX_DISCARDED_BYTES = 16 * 1024 * 1024;

/**
 * Lets the rest of a body go by. A client that reads no answer before it has sent all meets a closed connection otherwise, and
 * its user a broken page instead of the reason; Chromium reads in time, a plain socket did not. The limit of the route
 * (bodyWithinMs) ends a body that takes too long.
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
