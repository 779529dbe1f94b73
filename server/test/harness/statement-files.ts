/** Files of statements, as whoever gets them reads them: by other programs than the one that wrote them. */
import { inflateRawSync } from 'node:zlib';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** The files of a ZIP archive, found by the directory at its end, as archivers do. */
export function unzip(bytes: Buffer): Map<string, Buffer> {
  const end = bytes.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  const count = bytes.readUInt16LE(end + 10);
  const files = new Map<string, Buffer>();
  for (let at = bytes.readUInt32LE(end + 16), read = 0; read < count; read += 1) {
    const [packed, size, nameLength] = [20, 24, 28].map((field) =>
      field === 28 ? bytes.readUInt16LE(at + field) : bytes.readUInt32LE(at + field),
    ) as [number, number, number];
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength);
    const local = bytes.readUInt32LE(at + 42);
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const content = inflateRawSync(bytes.subarray(start, start + packed));
    if (content.length !== size) throw new Error(`${name} has ${content.length} bytes and not ${size}.`);
    files.set(name, content);
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return files;
}

const UNESCAPED: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };

/** As spreadsheets read a text: `_x0041_` is a letter by its number (ECMA-376, ST_Xstring). */
function readText(xml: string): string {
  return xml
    .replaceAll(/&\w+;/g, (one) => UNESCAPED[one] ?? one)
    .replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** The cells of a sheet by their addresses: numbers as they are written, and texts. */
export function sheetOf(bytes: Buffer, number: number): Map<string, string> {
  const xml = unzip(bytes).get(`xl/worksheets/sheet${number}.xml`)?.toString('utf8') ?? '';
  const cells = new Map<string, string>();
  for (const [, address = '', text, value] of xml.matchAll(
    /<c r="([A-Z]+\d+)"[^>]*>(?:<is><t[^>]*>([^<]*)<\/t><\/is>|<v>([^<]*)<\/v>)<\/c>/g,
  ))
    cells.set(address, text === undefined ? (value ?? '') : readText(text));
  return cells;
}

/** The lines of every page, each as the pieces of text that stand on it from left to right. */
export async function pdfLines(bytes: Buffer): Promise<string[][][]> {
  const loading = getDocument({ data: new Uint8Array(bytes), verbosity: 0 });
  const document = await loading.promise;
  const pages: string[][][] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    const lines = new Map<number, { x: number; text: string }[]>();
    for (const item of items) {
      if (!('str' in item) || item.str.trim() === '') continue;
      const [, , , , x = 0, y = 0] = item.transform as number[];
      const line = lines.get(Math.round(y)) ?? [];
      line.push({ x, text: item.str });
      lines.set(Math.round(y), line);
    }
    pages.push(
      [...lines]
        .toSorted(([left], [right]) => right - left)
        .map(([, pieces]) => pieces.toSorted((left, right) => left.x - right.x).map(({ text }) => text)),
    );
  }
  await loading.destroy();
  return pages;
}
