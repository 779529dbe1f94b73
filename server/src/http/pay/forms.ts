import type { FastifyRequest } from 'fastify';
import type { TypedDetails } from '../../usecases/deposits/checked-sender-details.ts';

const MULTIPART = /^multipart\/form-data\s*;.*\bboundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i;
/** What browsers write before a part, with the longest possible file name. */
const PART_HEADERS_MAX_BYTES = 4096;
/** The form has four parts; one more delimiter follows the last part. */
const MAX_DELIMITERS = 5;

/** The content of a form. A field that was not sent is an empty text. */
export interface SentForm {
  text(name: string): string;
  /** undefined: no file was chosen, or the body is not a form. */
  file(name: string): Promise<Buffer | undefined>;
}

const NO_FORM: SentForm = { text: () => '', file: async () => await Promise.resolve(undefined) };

/** A form with texts only. */
export function textForm({ body, headers }: FastifyRequest): SentForm {
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(headers['content-type'] ?? '');
  if (!isForm || !Buffer.isBuffer(body)) return NO_FORM;
  const fields = new URLSearchParams(body.toString('utf8'));
  return { ...NO_FORM, text: (name) => fields.get(name) ?? '' };
}

/**
 * A form that may contain a file. We ignore the file's name and type, because neither can be trusted.
 *
 * The parser is Node's own. It is slow with thousands of parts or headers (a second for two megabytes of them). So a body
 * with more parts than our form, or with long headers, never reaches it.
 */
export async function fileForm(request: FastifyRequest): Promise<SentForm> {
  const { body, headers } = request;
  const contentType = headers['content-type'] ?? '';
  const [, quoted, plain] = MULTIPART.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) return textForm(request);
  if (!Buffer.isBuffer(body) || !isSmallForm(body, boundary)) return NO_FORM;
  try {
    const response = new Response(new Uint8Array(body), { headers: { 'content-type': contentType } });
    return sentForm(await response.formData());
  } catch (error) {
    // It is not a valid form.
    if (error instanceof TypeError) return NO_FORM;
    throw error;
  }
}

/** What the player typed about the transfer. */
export function typedDetails(form: SentForm): TypedDetails {
  return {
    senderName: form.text('senderName'),
    ibanLastFour: form.text('ibanLastFour'),
    sentAt: form.text('sentAt'),
  };
}

export function isBlank(typed: TypedDetails): boolean {
  return Object.values(typed).every((text: string) => text.trim() === '');
}

function sentForm(form: FormData): SentForm {
  return {
    text(name) {
      const value = form.get(name);
      return typeof value === 'string' ? value : '';
    },
    async file(name) {
      const value = form.get(name);
      // Browsers send an empty file when none was chosen.
      if (!(value instanceof File) || (value.size === 0 && value.name === '')) return undefined;
      return Buffer.from(await value.arrayBuffer());
    },
  };
}

function isSmallForm(body: Buffer, boundary: string): boolean {
  const delimiter = `--${boundary}`;
  let at = body.indexOf(delimiter);
  for (let delimiters = 1; at >= 0; delimiters += 1) {
    if (delimiters > MAX_DELIMITERS) return false;
    const next = body.indexOf(delimiter, at + delimiter.length);
    if (next < 0) return delimiters > 1;
    const headersEnd = body.subarray(at, at + PART_HEADERS_MAX_BYTES).indexOf('\r\n\r\n');
    if (headersEnd < 0 || at + headersEnd > next) return false;
    at = next;
  }
  return false;
}
