import { createHmac, timingSafeEqual } from 'node:crypto';

/** The signed parts of a request. `path` starts at `/v1/` and includes the query string, exactly as sent. */
export type SignedRequest = {
  /** Unix time in whole seconds, as the decimal text of the `X-Timestamp` header. */
  timestamp: string;
  method: string;
  path: string;
  /** The body as sent; a request without a body signs the empty string. */
  body: string | Uint8Array;
};

export type SigningSecrets = {
  apiSecret: string;
  hashSecret: string;
};

export type SignedHeaders = {
  'X-Api-Key': string;
  'X-Timestamp': string;
  'X-Signature': string;
};

/** 32 bytes of SHA-256, two digits each. Upper case is refused, so each request has only one valid signature. */
const SIGNATURE_PATTERN = /^[0-9a-f]{64}$/;

const MS_PER_SECOND = 1000;

/**
 * The bytes that a signature covers: timestamp, method, path, body and hash secret, joined with single dots.
 *
 * Dots are not escaped. So two requests that move a dot between neighbouring parts (path `/v1/a` with body `b.c`, path
 * `/v1/a.b` with body `c`) have the same bytes and the same signature. The server prevents misuse: it accepts only an exact
 * list of paths, none of which contains a dot, and a query only where it accepts no body.
 */
export function canonicalBytes(request: SignedRequest & Pick<SigningSecrets, 'hashSecret'>): Uint8Array {
  return Buffer.concat([
    Buffer.from(partsBeforeBody(request)),
    typeof request.body === 'string' ? Buffer.from(request.body) : request.body,
    Buffer.from(partsAfterBody(request.hashSecret)),
  ]);
}

/** The value of `X-Signature`: HMAC-SHA256 of the canonical bytes, keyed with the API secret, in lower-case hex. */
export function signRequest(request: SignedRequest & SigningSecrets): string {
  return requestDigest(request).toString('hex');
}

/** Whether `signature` is the signature of this request. It never throws, whatever the sender wrote. */
export function verifyRequestSignature(
  request: SignedRequest & SigningSecrets & { signature: string },
): boolean {
  // The pattern comes first: timingSafeEqual throws on unequal lengths, and Buffer.from(…, 'hex') silently stops at the
  // first character that is not a digit. This reveals nothing, because the sender knows what it sent.
  if (!SIGNATURE_PATTERN.test(request.signature)) {
    return false;
  }
  return timingSafeEqual(Buffer.from(request.signature, 'hex'), requestDigest(request));
}

/** The three headers of a signed request. */
export function signedHeaders(
  request: Omit<SignedRequest, 'timestamp'> & SigningSecrets & { apiKey: string; nowMs?: number },
): SignedHeaders {
  const timestamp = String(Math.floor((request.nowMs ?? Date.now()) / MS_PER_SECOND));
  return {
    'X-Api-Key': request.apiKey,
    'X-Timestamp': timestamp,
    'X-Signature': signRequest({
      timestamp,
      method: request.method,
      path: request.path,
      body: request.body,
      apiSecret: request.apiSecret,
      hashSecret: request.hashSecret,
    }),
  };
}

/**
 * The body is signed as it is, never decoded: decoding would turn every malformed byte into U+FFFD, and different bodies
 * would become equal.
 */
function requestDigest(request: SignedRequest & SigningSecrets): Buffer {
  return createHmac('sha256', request.apiSecret)
    .update(partsBeforeBody(request))
    .update(request.body)
    .update(partsAfterBody(request.hashSecret))
    .digest();
}

function partsBeforeBody({ timestamp, method, path }: Omit<SignedRequest, 'body'>): string {
  return `${timestamp}.${method.toUpperCase()}.${path}.`;
}

function partsAfterBody(hashSecret: string): string {
  return `.${hashSecret}`;
}
