import { Writable } from 'node:stream';
import { pino } from 'pino';
import type { Logger } from 'pino';

export type LogLine = Record<string, unknown> & { msg: string };

/** A log whose lines a test can read. */
export function captureLog(): { log: Logger; lines: (msg: string) => LogLine[] } {
  const all: LogLine[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      all.push(JSON.parse(chunk.toString('utf8')) as LogLine);
      done();
    },
  });
  return { log: pino({ level: 'info' }, stream), lines: (msg) => all.filter((line) => line.msg === msg) };
}
