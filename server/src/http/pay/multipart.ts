/** Takes the body of a multipart form apart. The parts are views of the body: nothing is copied. */

/** What browsers write before a part, with the longest possible file name. */
const PART_HEADERS_MAX_BYTES = 4096;
/** Browsers write the name first, and escape a quote in it. */
const DISPOSITION =
  /^content-disposition:[ \t]*form-data[ \t]*;[ \t]*name="([^"\r\n]*)"(?:[ \t]*;[ \t]*filename="([^"\r\n]*)")?/im;
const CRLF = '\r\n';

export interface FormPart {
  name: string;
  /** undefined: a text, not a file. We use it for nothing else, because it cannot be trusted. */
  fileName: string | undefined;
  content: Buffer;
}

/**
 * The parts of a form; undefined for a body that is not a form, has more parts, or has longer headers. We read it ourselves: Node's
 * parser copies every part, and takes a second for two megabytes of small parts.
 */
export function readParts(body: Buffer, boundary: string, maxParts: number): FormPart[] | undefined {
  const delimiter = Buffer.from(`--${boundary}`);
  const delimiterAfterPart = Buffer.from(`${CRLF}--${boundary}`);
  const parts: FormPart[] = [];
  let at = body.indexOf(delimiter);
  if (at < 0) return undefined;
  at += delimiter.length;
  // A delimiter is followed by a line's end and a part, or by two hyphens at the end of the form.
  while (startsWith(body, at, CRLF) && parts.length < maxParts) {
    const headersEnd = body.subarray(at, at + PART_HEADERS_MAX_BYTES).indexOf(CRLF + CRLF);
    if (headersEnd < 0) return undefined;
    const [, name, fileName] = DISPOSITION.exec(body.toString('utf8', at, at + headersEnd)) ?? [];
    const contentStart = at + headersEnd + 2 * CRLF.length;
    // The delimiter's own line end may be the end of the headers, when the part is empty.
    const contentEnd = body.indexOf(delimiterAfterPart, contentStart - CRLF.length);
    if (name === undefined || contentEnd < 0) return undefined;
    parts.push({ name, fileName, content: body.subarray(contentStart, Math.max(contentStart, contentEnd)) });
    at = contentEnd + delimiterAfterPart.length;
  }
  return startsWith(body, at, '--') ? parts : undefined;
}

function startsWith(body: Buffer, at: number, text: string): boolean {
  return body.toString('latin1', at, at + text.length) === text;
}
