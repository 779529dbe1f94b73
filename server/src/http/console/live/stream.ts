/** Server-sent events to one browser. */
import { PassThrough } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** A browser that reads nothing while this much waits for it is as good as gone: it comes again, and reads all anew. */
const MOST_UNREAD_BYTES = 256 * 1024;

export interface EventStream {
  /** Undefined data is none: a browser gives no event without it. */
  send(event: string, data: unknown): void;
  /** Something that pages don't see, so that a dead line is noticed. */
  beat(): void;
  end(): void;
  onClose(listener: () => void): void;
}

export function openEventStream(reply: FastifyReply): EventStream {
  const stream = new PassThrough();
  // A browser that hangs up in the middle of a message is no error.
  stream.on('error', () => undefined);
  reply.headers({ 'x-accel-buffering': 'no' }).type('text/event-stream; charset=utf-8').send(stream);
  function write(text: string): void {
    if (stream.destroyed || stream.writableEnded) return;
    stream.write(text);
    if (stream.writableLength + stream.readableLength > MOST_UNREAD_BYTES) stream.destroy();
  }
  // The headers leave with the first bytes.
  write(': here\n\n');
  return {
    send: (event, data) => write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
    beat: () => write(': still here\n\n'),
    end: () => void stream.end(),
    onClose: (listener) => void stream.once('close', listener),
  };
}
