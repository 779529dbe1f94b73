/** So many bytes a row has. The database holds it too. */
const CHUNK_BYTES = 1_048_576;

/** The same bytes in pieces of one size; only the last is smaller. */
export async function* inChunks(parts: AsyncIterable<string | Uint8Array>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = [];
  let bytes = 0;
  for await (const part of parts) {
    const piece =
      typeof part === 'string' ? Buffer.from(part) : Buffer.from(part.buffer, part.byteOffset, part.length);
    waiting.push(piece);
    bytes += piece.length;
    if (bytes < CHUNK_BYTES) continue;
    const all = Buffer.concat(waiting);
    const rest = all.length % CHUNK_BYTES;
    for (let at = 0; at + CHUNK_BYTES <= all.length; at += CHUNK_BYTES)
      yield all.subarray(at, at + CHUNK_BYTES);
    // A copy, so that the large one is not kept for its end.
    waiting = rest === 0 ? [] : [Buffer.from(all.subarray(all.length - rest))];
    bytes = rest;
  }
  if (bytes > 0) yield Buffer.concat(waiting);
}
