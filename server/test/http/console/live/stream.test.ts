import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { PassThrough } from 'node:stream';
import { suite, test } from 'node:test';
import type { FastifyReply } from 'fastify';
import { openEventStream } from '../../../../src/http/console/live/stream.ts';
import type { EventStream } from '../../../../src/http/console/live/stream.ts';

/** What a browser would read. */
function open(): { stream: EventStream; sent: PassThrough } {
  let sent: PassThrough | undefined;
  const reply = {
    headers: () => reply,
    type: () => reply,
    send: (payload: PassThrough) => {
      sent = payload;
      return reply;
    },
  };
  const stream = openEventStream(reply as unknown as FastifyReply);
  return { stream, sent: sent ?? assert.fail() };
}

suite('a stream of events', () => {
  test('begins at once, and has an event and its data in each message', async () => {
    const { stream, sent } = open();
    stream.send('changed', { ids: [], all: true });
    stream.beat();
    stream.end();
    const text = (await sent.toArray()).join('');
    assert.equal(text, ': here\n\nevent: changed\ndata: {"ids":[],"all":true}\n\n: still here\n\n');
  });

  test('is cut for a browser that reads nothing, and what comes after is dropped', async () => {
    const { stream, sent } = open();
    let closed = 0;
    stream.onClose(() => {
      closed += 1;
    });
    const gone = once(sent, 'close');
    for (let count = 0; count < 1_000; count += 1) stream.send('changed', 'x'.repeat(1_024));
    await gone;
    assert.equal(closed, 1);
    assert.ok(sent.destroyed);
    stream.send('changed', {});
    stream.beat();
    stream.end();
  });
});
