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

/** What is sent, and its bytes. */
export interface OpenedFile extends SentFile {
  bytes: AsyncIterable<string | Uint8Array>;
}

/**
 * Sends files of a kind, a few at once, piece by piece: none is ever whole in memory. Whoever takes them slowly keeps a place, so those that belong
 * together have fewer places than there are, and none for longer than a file takes.
 */
export function createFiles({
  mostAtOnce = MOST_AT_ONCE,
  mostOfOne = mostAtOnce,
  longestMs,
}: { mostAtOnce?: number; mostOfOne?: number; longestMs?: number } = {}) {
  const running = new Map<string, number>();
  return {
    /** A file is opened only when there is a place for it. `of` says whose place it takes. */
    async send(
      reply: FastifyReply,
      open: () => Promise<OpenedFile>,
      { of = '' }: { of?: string } = {},
    ): Promise<FastifyReply> {
      const all = [...running.values()].reduce((sum, count) => sum + count, 0);
      const ofOne = running.get(of) ?? 0;
      if (all >= mostAtOnce || ofOne >= mostOfOne) throw new SignInError('overloaded');
      running.set(of, ofOne + 1);
      let isOver = false;
      const over = (): void => {
        if (isOver) return;
        isOver = true;
        const left = (running.get(of) ?? 1) - 1;
        if (left === 0) running.delete(of);
        else running.set(of, left);
      };
      try {
        const { name, type, sizeBytes, bytes } = await open();
        // The stream also closes when the browser goes away in the middle.
        const stream = Readable.from(bytes, { objectMode: false }).once('close', over);
        if (longestMs !== undefined) cutAfter(reply, { longestMs, stream, over });
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

/** Whoever reads it then sees that it is cut, and its place is free at once, whatever its next piece waits for. */
function cutAfter(
  reply: FastifyReply,
  { longestMs, stream, over }: { longestMs: number; stream: Readable; over: () => void },
): void {
  const timer = setTimeout(() => {
    reply.raw.destroy();
    over();
  }, longestMs);
  timer.unref();
  stream.once('close', () => clearTimeout(timer));
}
