import { WebhookVerificationError } from './errors.ts';

/** A webhook has about 600 bytes. A sender of a hundred times that is not the service. */
export const MAX_BODY_BYTES = 65_536;

/** The parts of a node:http request, and so of an Express request, that are used. */
export interface RawRequest {
  readonly method?: string | undefined;
  readonly headers: { readonly [name: string]: string | readonly string[] | undefined };
  /** Whether something has started to read the body. */
  readonly readableDidRead: boolean;
  on(event: 'data', listener: (chunk: Uint8Array) => void): unknown;
  on(event: 'end' | 'close', listener: () => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
}

/** The request cannot be handled, whoever sent it. */
export class UnreadableRequestError extends Error {
  override readonly name = 'UnreadableRequestError';
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export function tooLarge(): UnreadableRequestError {
  return new UnreadableRequestError(
    413,
    'body_too_large',
    `The body has more than ${MAX_BODY_BYTES} bytes, and no webhook has: the request is not from the service.`,
  );
}

/** The bytes of the body, read from the connection. */
export async function readRawBody(request: RawRequest): Promise<Uint8Array> {
  if (request.readableDidRead) {
    throw new WebhookVerificationError(
      'body_parsed',
      'The body was read before this handler could read it. Set the handler up before any body parser, or give its path express.raw({ type: "*/*" }): a signature covers the raw bytes.',
    );
  }
  return await new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    let size = 0;
    request.on('data', (chunk) => {
      size += chunk.byteLength;
      // Data after the limit is read and dropped: if the connection closed with unread data, the answer would be lost.
      if (size > MAX_BODY_BYTES) reject(tooLarge());
      else chunks.push(chunk);
    });
    request.on('end', () => resolve(Buffer.concat(chunks)));
    request.on('error', reject);
    // After `end` this changes nothing.
    request.on('close', () =>
      reject(new UnreadableRequestError(400, 'body_cut_off', 'The connection was closed within the body.')),
    );
  });
}
