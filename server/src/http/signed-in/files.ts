import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { SignInError } from './sign-in-error.ts';

/** Each is read for seconds. Decisions come first. */
const MOST_AT_ONCE = 2;

/** Nothing in the file runs, wherever it is opened. */
const FILE_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";

export interface SentFile {
  name: string;
  type: string;
  /** Where it is known: whoever gets less is told so by the browser. */
  sizeBytes?: number;
}

/** Sends files of a kind, a few at once, piece by piece: none is ever whole in memory. */
export function createFiles({ mostAtOnce = MOST_AT_ONCE }: { mostAtOnce?: number } = {}) {
  let running = 0;
  return {
    async send(
      reply: FastifyReply,
      { name, type, sizeBytes }: SentFile,
      open: () => Promise<AsyncIterable<string | Uint8Array>>,
    ): Promise<FastifyReply> {
      if (running >= mostAtOnce) throw new SignInError('overloaded');
      running += 1;
      let isOver = false;
      const over = (): void => {
        if (!isOver) running -= 1;
        isOver = true;
      };
      try {
        // The stream also closes when the browser goes away in the middle.
        const stream = Readable.from(await open(), { objectMode: false }).once('close', over);
        return await reply
          .headers({
            'content-security-policy': FILE_POLICY,
            'content-disposition': `attachment; filename="${name}"`,
            ...(sizeBytes === undefined ? {} : { 'content-length': String(sizeBytes) }),
          })
          .type(type)
          .send(stream);
      } catch (error) {
        over();
        throw error;
      }
    },
  };
}
