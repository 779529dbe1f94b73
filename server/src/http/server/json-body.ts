import type { IncomingMessage } from 'node:http';

export type JsonProblem = 'invalid_json' | 'duplicate_key' | 'unsupported_media_type';

export type JsonResult =
  | { ok: true; value: unknown }
  /** Without a detail, the surface's own sentence for the code is enough. */
  | { ok: false; code: JsonProblem; detail?: string };

const JSON_TYPE = /^application\/json[ \t]*(?:;[ \t]*charset[ \t]*=[ \t]*"?utf-8"?[ \t]*)?$/i;

/** The body as a JSON value. Call it after authentication, so strangers learn nothing from its problems. */
export function readJsonBody({ headers, headersDistinct }: IncomingMessage, bytes: Uint8Array): JsonResult {
  const { 'content-encoding': encoding = 'identity', 'transfer-encoding': transfer = 'chunked' } = headers;
  // Node decodes chunks and nothing else: `gzip, chunked` would be read without being unpacked.
  if (encoding !== 'identity' || transfer.toLowerCase() !== 'chunked') {
    const detail = 'The body is compressed. Send it as it is, without Content-Encoding.';
    return { ok: false, code: 'unsupported_media_type', detail };
  }
  const [type = '', ...more] = headersDistinct['content-type'] ?? [];
  if (more.length > 0 || !JSON_TYPE.test(type)) return { ok: false, code: 'unsupported_media_type' };
  return parseStrictJson(bytes);
}

/** The deepest body of the interface has three levels. 32 leaves room for fields that we ignore. */
export const MAX_JSON_DEPTH = 32;

/** Enough to recognise any sensible key. A hostile key can be as long as the body. */
const MAX_KEY_LENGTH_IN_DETAIL = 64;

const QUOTE = 0x22;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** ignoreBOM keeps a byte order mark in the text, where JSON.parse refuses it. Otherwise it would be dropped silently. */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * JSON.parse, but strict where it is lenient. It refuses malformed UTF-8, a byte order mark, deep nesting, and an object
 * with the same key twice (JSON.parse takes the last one, another parser the first).
 *
 * An escaped lone surrogate (`"\ud800"`) is valid JSON and passes. The rules of text fields refuse it, and in a field that
 * we ignore it does no harm.
 */
export function parseStrictJson(bytes: Uint8Array): JsonResult {
  if (bytes.byteLength === 0) return invalidJson('The body is empty.');
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    return invalidJson('The body is not valid UTF-8.');
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The engine's message quotes the body. The body holds personal data, which must not reach the logs.
    return invalidJson(
      text.startsWith('\ufeff') ? 'The body begins with a byte order mark.' : 'The body is not valid JSON.',
    );
  }
  return findStructuralProblem(text) ?? { ok: true, value };
}

/** One pass over text that JSON.parse has accepted, so it checks only the structure, not the syntax. */
function findStructuralProblem(text: string): JsonResult | undefined {
  /** The keys of each open object, innermost last; an open array has none. */
  const open: (Set<string> | undefined)[] = [];
  let stringStart = 0;
  let stringEnd = 0;
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        stringStart = at;
        stringEnd = endOfString(text, at);
        at = stringEnd - 1;
        break;
      case COLON: {
        // Outside strings, a colon always follows a key, and the key is the last string read.
        const key = readKey(text, stringStart, stringEnd);
        const keys = open.at(-1);
        if (keys?.has(key) === true) {
          return duplicateKey(key);
        }
        keys?.add(key);
        break;
      }
      case OPEN_BRACE:
      case OPEN_BRACKET:
        if (open.length === MAX_JSON_DEPTH) {
          return invalidJson(`The body nests more than ${MAX_JSON_DEPTH} levels deep.`);
        }
        open.push(text.charCodeAt(at) === OPEN_BRACE ? new Set() : undefined);
        break;
      case CLOSE_BRACE:
      case CLOSE_BRACKET:
        open.pop();
        break;
    }
  }
  return undefined;
}

/** The index after the closing quote. A backslash escapes the next character, which may be a quote. */
function endOfString(text: string, openingQuote: number): number {
  for (let at = openingQuote + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH) {
      at++;
    } else if (code === QUOTE) {
      return at + 1;
    }
  }
  return text.length;
}

/** Keys are compared after decoding, so `"\u0061"` is `"a"`. */
function readKey(text: string, start: number, end: number): string {
  const written = text.slice(start + 1, end - 1);
  return written.includes('\\') ? (JSON.parse(text.slice(start, end)) as string) : written;
}

function invalidJson(detail: string): JsonResult {
  return { ok: false, code: 'invalid_json', detail };
}

function duplicateKey(key: string): JsonResult {
  const shown = key.length > MAX_KEY_LENGTH_IN_DETAIL ? `${key.slice(0, MAX_KEY_LENGTH_IN_DETAIL)}…` : key;
  return {
    ok: false,
    code: 'duplicate_key',
    detail: `The key ${JSON.stringify(shown)} appears more than once in one object.`,
  };
}
