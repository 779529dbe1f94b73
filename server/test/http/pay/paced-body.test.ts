import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import type { FastifyRequest } from 'fastify';
import { createPacedBodies } from '../../../src/http/pay/paced-body.ts';

const PIECE = Buffer.alloc(64 * 1024);
const PIECES = 8;
const REFUSED = 100;

/** A body of so many pieces, which come as fast as they are read. */
function bodyOf(t: TestContext, pieces: number, onPiece = (): void => undefined): IncomingMessage {
  let left = pieces;
  const body = new Readable({
    highWaterMark: 1,
    read() {
      onPiece();
      left -= 1;
      this.push(left < 0 ? null : PIECE);
    },
  });
  t.after(() => body.destroy());
  return Object.assign(body, { complete: false }) as unknown as IncomingMessage;
}

test('an upload does not wait for forms that are refused, however many', async (t) => {
  const bodies = createPacedBodies();
  let discarded = 0;
  for (let index = 0; index < REFUSED; index += 1) {
    const endless = bodyOf(t, Number.POSITIVE_INFINITY, () => (discarded += 1));
    void bodies.discard(endless);
  }
  const request = {
    headers: { 'content-length': String(PIECES * PIECE.length) },
    routeOptions: { bodyLimit: PIECES * PIECE.length },
  } as unknown as FastifyRequest;
  const whole = await bodies.read(request, bodyOf(t, PIECES));
  assert.equal(whole.length, PIECES * PIECE.length);
  // Each of them has read ahead by a piece or two. In one line with them, an upload would let each go first for every piece.
  assert.ok(discarded < (REFUSED * PIECES) / 2, `${discarded} pieces`);
});
