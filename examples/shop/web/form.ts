import type { IncomingMessage } from 'node:http';

/** The largest form of the shop has five short fields. */
const MAX_FORM_BYTES = 8_192;

/** Undefined if it is too large to be one of our forms. */
export async function readForm(request: IncomingMessage): Promise<URLSearchParams | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.byteLength;
    if (size <= MAX_FORM_BYTES) chunks.push(chunk);
  }
  return size <= MAX_FORM_BYTES ? new URLSearchParams(Buffer.concat(chunks).toString()) : undefined;
}
