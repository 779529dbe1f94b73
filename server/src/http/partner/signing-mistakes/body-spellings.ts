import { inLayouts } from './json-layout.ts';
import type { JsonLayout } from './json-layout.ts';

const COMPACT: JsonLayout = { comma: ',', colon: ':', indent: '' };
/** json.dumps of Python, and others. */
const SPACED: JsonLayout = { comma: ', ', colon: ': ', indent: '' };
const INDENTED = ['  ', '    ', '\t'].map((indent): JsonLayout => ({ comma: ',', colon: ': ', indent }));

export function withOtherSpaces(body: string): Iterable<string> {
  return inLayouts(body, [COMPACT, SPACED, ...INDENTED]);
}

export function withSortedKeys(body: string): Iterable<string> {
  return inLayouts(
    body,
    [COMPACT, SPACED].map((layout) => ({ ...layout, sortsKeys: true })),
  );
}

/** As json_encode of PHP does unless it is told otherwise; or plain, if they were sent escaped. */
export function withSlashesOtherwise(body: string): string {
  return body.includes('\\/')
    ? mapEscapes(body, (escape) => (escape === '\\/' ? '/' : escape))
    : body.replaceAll('/', '\\/');
}

/** Each letter beyond ASCII as \uXXXX, as PHP and Python do unless they are told otherwise; or plain, if they were sent escaped. */
export function withLettersOtherwise(body: string): string[] {
  const plain = mapEscapes(body, (escape) => {
    const code = /^\\u[0-9a-f]{4}$/i.test(escape) ? Number.parseInt(escape.slice(2), 16) : 0;
    return code > 0x7f ? String.fromCharCode(code) : escape;
  });
  if (plain !== body) return [plain];
  // By code units: a letter beyond the first 65,536 is written as two escapes.
  const escaped = body.replaceAll(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  const inCapitals = escaped.replaceAll(/(?<=\\u)[0-9a-f]{4}/g, (digits) => digits.toUpperCase());
  return [escaped, inCapitals];
}

function mapEscapes(body: string, change: (escape: string) => string): string {
  return body.replaceAll(/\\(?:u[0-9a-f]{4}|.)/gi, change);
}
