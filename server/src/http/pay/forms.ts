import type { FastifyRequest } from 'fastify';
import type { TypedDetails } from '../../usecases/deposits/checked-sender-details.ts';

const MULTIPART = /^multipart\/form-data\s*;.*\bboundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i;
/** What browsers write before a file, with a file name of the greatest length. */
const PART_HEADERS_MAX_BYTES = 4096;

/** What a player typed about the transfer. Fields that were not sent are empty. */
export function typedDetails({ body, headers }: FastifyRequest): TypedDetails {
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(headers['content-type'] ?? '');
  const fields = new URLSearchParams(isForm && Buffer.isBuffer(body) ? body.toString('utf8') : '');
  return {
    senderName: fields.get('senderName') ?? '',
    ibanLastFour: fields.get('ibanLastFour') ?? '',
    sentAt: fields.get('sentAt') ?? '',
  };
}

export function isBlank(typed: TypedDetails): boolean {
  return Object.values(typed).every((text: string) => text.trim() === '');
}

/**
 * The one file of a form; undefined when there is none. Its name and its claimed type are let go: neither is to be trusted.
 *
 * The parser is Node's own. It is slow with thousands of parts or headers (a second for two megabytes of them), so a body
 * that is not one part with short headers does not get to it.
 */
export async function fileOf({ body, headers }: FastifyRequest): Promise<Buffer | undefined> {
  const contentType = headers['content-type'] ?? '';
  const [, quoted, plain] = MULTIPART.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined || !Buffer.isBuffer(body) || !isOnePart(body, boundary)) return undefined;
  try {
    const form = await new Response(new Uint8Array(body), {
      headers: { 'content-type': contentType },
    }).formData();
    const file = form.get('receipt');
    return file instanceof File ? Buffer.from(await file.arrayBuffer()) : undefined;
  } catch (error) {
    // Not a form after all.
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

function isOnePart(body: Buffer, boundary: string): boolean {
  const headersEnd = body.subarray(0, PART_HEADERS_MAX_BYTES).indexOf('\r\n\r\n');
  const delimiter = `--${boundary}`;
  const end = body.indexOf(delimiter, delimiter.length);
  return headersEnd > 0 && headersEnd < end && body.indexOf(delimiter, end + 1) < 0;
}
