/** A ZIP archive that is made while it is sent. Nothing in it says when: the same content is the same bytes. */
import { Readable, pipeline } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';

export interface ZippedFile {
  name: string;
  content: AsyncIterable<string> | Iterable<string>;
}

/** Sizes come after the content, and names are UTF-8. */
const FLAGS = 0x0808;
const DEFLATED = 8;
const VERSION = 20;
/** The first day that the format knows: 1 January 1980, midnight. */
const TIME = 0;
const DATE = 0x0021;

const LOCAL_HEADER = 0x04034b50;
const DESCRIPTOR = 0x08074b50;
const CENTRAL_HEADER = 0x02014b50;
const END = 0x06054b50;

/** Larger archives need another form of the format. Nothing of ours comes near. */
const MAX_BYTES = 0xffff_ffff;

interface Written {
  name: Buffer;
  offset: number;
  crc: number;
  packedBytes: number;
  bytes: number;
}

export async function* zip(files: readonly ZippedFile[]): AsyncGenerator<Buffer> {
  const written: Written[] = [];
  let offset = 0;
  for (const { name, content } of files) {
    const file: Written = { name: Buffer.from(name), offset, crc: 0, packedBytes: 0, bytes: 0 };
    const header = localHeader(file);
    yield header;
    for await (const chunk of deflated(content, file)) yield chunk;
    const descriptor = fields([DESCRIPTOR, 4], [file.crc, 4], [file.packedBytes, 4], [file.bytes, 4]);
    yield descriptor;
    offset += header.length + file.packedBytes + descriptor.length;
    if (offset > MAX_BYTES || file.bytes > MAX_BYTES)
      throw new RangeError(`${name} is too large for a ZIP archive.`);
    written.push(file);
  }
  const directory = Buffer.concat(written.map(centralHeader));
  yield directory;
  yield fields(
    [END, 4],
    [0, 2],
    [0, 2],
    [written.length, 2],
    [written.length, 2],
    [directory.length, 4],
    [offset, 4],
    [0, 2],
  );
}

async function* deflated(content: ZippedFile['content'], file: Written): AsyncGenerator<Buffer> {
  const counted = async function* (): AsyncGenerator<Buffer> {
    for await (const text of content) {
      const bytes = Buffer.from(text);
      file.crc = crc32(bytes, file.crc);
      file.bytes += bytes.length;
      yield bytes;
    }
  };
  const deflate = createDeflateRaw();
  // A failure of the content ends the other stream with it, and so is thrown by the loop.
  pipeline(Readable.from(counted(), { objectMode: false }), deflate, () => undefined);
  for await (const chunk of deflate as AsyncIterable<Buffer>) {
    file.packedBytes += chunk.length;
    yield chunk;
  }
}

function localHeader({ name }: Written): Buffer {
  return Buffer.concat([
    fields([LOCAL_HEADER, 4], [VERSION, 2], [FLAGS, 2], [DEFLATED, 2], [TIME, 2], [DATE, 2]),
    fields([0, 4], [0, 4], [0, 4], [name.length, 2], [0, 2]),
    name,
  ]);
}

function centralHeader({ name, offset, crc, packedBytes, bytes }: Written): Buffer {
  return Buffer.concat([
    fields([CENTRAL_HEADER, 4], [VERSION, 2], [VERSION, 2], [FLAGS, 2], [DEFLATED, 2], [TIME, 2], [DATE, 2]),
    fields(
      [crc, 4],
      [packedBytes, 4],
      [bytes, 4],
      [name.length, 2],
      [0, 2],
      [0, 2],
      [0, 2],
      [0, 2],
      [0, 4],
      [offset, 4],
    ),
    name,
  ]);
}

function fields(...values: readonly [value: number, bytes: 2 | 4][]): Buffer {
  const buffer = Buffer.alloc(values.reduce((sum, [, bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [value, bytes] of values) at = buffer.writeUIntLE(value, at, bytes);
  return buffer;
}
