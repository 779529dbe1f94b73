import type { IncomingMessage } from 'node:http';
import { errorCodes } from 'fastify';
import type { FastifyRequest } from 'fastify';
import { createTurns } from '../../concurrency/turns.ts';
import type { Turns } from '../../concurrency/turns.ts';

/** A phone's photo has up to about ten megabytes. For anything larger than this, we close the connection. */
const MAX_DISCARDED_BYTES = 16 * 1024 * 1024;

/**
 * Between two pieces of all uploads together. A piece has 64 KiB, so a process takes in 16 MiB a second: seven receipts of the largest
 * size. A single one takes 140 ms.
 */
const GAP_MS = 4;

/** Reads the bodies of forms that may have a file, at a bounded rate for all of them together. */
export interface PacedBodies {
  read: (request: FastifyRequest, payload: IncomingMessage) => Promise<Buffer>;
  discard: (request: IncomingMessage) => Promise<void>;
}

/**
 * Without pacing, Node reads up to two megabytes from one connection before it looks at another, and twelve uploads at once made others
 * wait for 60 ms. Then the memory of sixty megabytes a second had to be cleared, which made them wait again.
 */
export function createPacedBodies(): PacedBodies {
  const turnToRead = createTurns(GAP_MS);
  // Any number of forms may be refused at once. They wait for each other, and no upload waits for them.
  const turnToDiscard = createTurns(GAP_MS);

  /** The stream stays usable when the reader stops early: the rest of the body may still have to be read. */
  async function* pieces(payload: IncomingMessage, turn: Turns): AsyncGenerator<Buffer> {
    for await (const piece of payload.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      await turn();
      yield piece;
    }
  }

  return {
    async read(request, payload) {
      const maxBytes = request.routeOptions.bodyLimit;
      const announcedBytes = Number(request.headers['content-length'] ?? 0);
      if (announcedBytes > maxBytes) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE();
      // Pieces are copied to their place as they come. To join two megabytes at the end takes milliseconds.
      const whole = Buffer.allocUnsafeSlow(announcedBytes);
      const unannounced: Buffer[] = [];
      let bytes = 0;
      for await (const piece of pieces(payload, turnToRead)) {
        if (bytes + piece.length > maxBytes) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE();
        if (announcedBytes > 0) piece.copy(whole, bytes);
        else unannounced.push(piece);
        bytes += piece.length;
      }
      return announcedBytes > 0 ? whole.subarray(0, bytes) : Buffer.concat(unannounced);
    },

    /**
     * Reads the rest of a body and throws it away. Some clients read no response before they have sent everything. If we closed
     * the connection, their users would see a broken page instead of the reason. (Chromium reads in time; a plain socket did
     * not.) The limits for bodies end one that takes too long.
     */
    async discard(request) {
      if (request.complete || request.destroyed) return;
      let bytesLeft = MAX_DISCARDED_BYTES;
      try {
        for await (const piece of pieces(request, turnToDiscard)) {
          bytesLeft -= piece.length;
          if (bytesLeft < 0) request.destroy();
        }
      } catch {
        // The connection has ended.
      }
    },
  };
}
