import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export type Encoding = 'br' | 'gzip' | 'identity';

export interface DocumentationFile {
  /** As bytes: to encode a hundred kilobytes for every reader would cost more than the rest of the answer. */
  content: Buffer;
  type: string;
  /** Names the content. Each encoding of it has an etag of its own. */
  version: string;
  headers: Readonly<Record<string, string>>;
  encoded: (encoding: Encoding) => Promise<Buffer>;
}

/** Half of a second of the highest level would save two per cent. */
const BROTLI_LEVEL = 9;

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

const COMPRESS: Readonly<Record<Encoding, (content: Buffer) => Promise<Buffer>>> = {
  br: async (content) =>
    await brotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_LEVEL } }),
  gzip: async (content) => await gzipped(content),
  identity: async (content) => content,
};

export function documentationFile(
  text: string,
  type: string,
  headers: DocumentationFile['headers'] = {},
): DocumentationFile {
  const content = Buffer.from(text);
  const version = createHash('sha256').update(content).digest('base64url');
  return { content, type, version, headers, encoded: encodedOnce(content) };
}

/** The first reader of an encoding pays for it, on a thread beside the payments; all others get the same bytes. */
function encodedOnce(content: Buffer): DocumentationFile['encoded'] {
  const done = new Map<Encoding, Promise<Buffer>>();
  return async (encoding) => {
    const known = done.get(encoding) ?? COMPRESS[encoding](content);
    done.set(encoding, known);
    return await known;
  };
}

export function etagOf({ version }: DocumentationFile, encoding: Encoding): string {
  return encoding === 'identity' ? `"${version}"` : `"${version}.${encoding}"`;
}

/**
 * Whether the client has these bytes. In another encoding they are others: a cache would give them to somebody who can't read them.
 * Proxies turn an etag into a weak one.
 */
export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  return (ifNoneMatch ?? '').split(',').some((tag) => ['*', etag, `W/${etag}`].includes(tag.trim()));
}

/** The best encoding that the client takes. `q=0` refuses one. */
export function encodingFor(acceptEncoding: string | undefined): Encoding {
  const accepted = new Set(
    (acceptEncoding ?? '')
      .split(',')
      .map((entry) => entry.trim().toLowerCase())
      .filter((entry) => !/;\s*q=0(?:\.0*)?$/.test(entry))
      .map((entry) => entry.replace(/\s*;.*$/, '')),
  );
  return (['br', 'gzip'] as const).find((encoding) => accepted.has(encoding)) ?? 'identity';
}
