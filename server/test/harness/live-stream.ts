import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { LIVE_PATH } from '@vezne/contract/console/live';
import type { Browser } from './console.ts';
import { until } from './expectations.ts';

export interface Heard {
  event: string;
  data: unknown;
}

export interface Stream {
  status: number;
  heard: Heard[];
  /** Comments, which pages don't see. */
  beats: number;
  hasEnded: boolean;
  close(): Promise<void>;
}

/** An EventSource as a browser has it, without the reconnecting. */
export async function listen(t: TestContext, page: Browser, url: string): Promise<Stream> {
  const cookie = [...page.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const aborting = new AbortController();
  const response = await fetch(url + LIVE_PATH, {
    headers: { cookie, 'sec-fetch-site': 'same-origin', accept: 'text/event-stream' },
    signal: aborting.signal,
  });
  const stream: Stream = {
    status: response.status,
    heard: [],
    beats: 0,
    hasEnded: false,
    close: async () => aborting.abort(),
  };
  t.after(() => aborting.abort());
  void readAll(response, stream).catch(() => undefined);
  return stream;
}

async function readAll(response: Response, stream: Stream): Promise<void> {
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += Buffer.from(chunk as Uint8Array).toString('utf8');
    const messages = text.split('\n\n');
    text = messages.pop() ?? '';
    for (const message of messages) {
      const fields = new Map(message.split('\n').map((line) => splitOnce(line)));
      const event = fields.get('event');
      if (event === undefined) stream.beats += 1;
      else stream.heard.push({ event, data: JSON.parse(fields.get('data') ?? 'null') });
    }
  }
  stream.hasEnded = true;
}

function splitOnce(line: string): [string, string] {
  const at = line.indexOf(': ');
  return [line.slice(0, at), line.slice(at + 2)];
}

/** Waits until the stream has said something that fits. */
export async function hears(
  stream: Stream,
  fits: (heard: Heard) => boolean,
  withinMs = 5_000,
): Promise<Heard> {
  const found = await until(
    async () => stream.heard.find(fits),
    (one) => one !== undefined,
    withinMs,
  );
  return found ?? assert.fail();
}
