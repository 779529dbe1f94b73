import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { ConsoleError } from './console-error.ts';

/** Each is read for seconds. Decisions come first. */
const MOST_AT_ONCE = 2;

/** Nothing in the file runs, wherever it is opened. */
const FILE_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";

/** Sends files of a kind, a few at once, line by line: none is ever whole in memory. */
export function createCsvFiles() {
  let running = 0;
  return {
    async send(
      reply: FastifyReply,
      name: string,
      open: () => Promise<AsyncIterable<string>>,
    ): Promise<FastifyReply> {
      if (running >= MOST_AT_ONCE) throw new ConsoleError('overloaded');
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
          })
          .type('text/csv; charset=utf-8')
          .send(stream);
      } catch (error) {
        over();
        throw error;
      }
    },
  };
}
