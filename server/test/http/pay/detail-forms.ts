import type { TestApi } from '../../harness/api.ts';
import { send } from '../../harness/client.ts';
import type { Answer } from '../../harness/client.ts';
import { newPage, press } from './pages.ts';

/** A page whose player has said that the transfer was sent. */
export async function sentPage(api: TestApi): Promise<string> {
  const path = await newPage(api);
  await press(api, path);
  return path;
}

/** Sends the details form as old browsers do that cannot upload files. */
export async function give(
  { url }: TestApi,
  path: string,
  fields: Record<string, string>,
  { language = 'tr' } = {},
): Promise<Answer> {
  return await send(url, {
    path: `${path}/details?lang=${language}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  });
}

export interface SentFile {
  content: Buffer;
  name?: string;
  type?: string;
  /** The name of the form field. */
  field?: string;
}

export const BOUNDARY = '----WebKitFormBoundaryq8dW1';

/** A form as a browser encodes it. */
export function multipart(files: readonly SentFile[], fields: Readonly<Record<string, string>> = {}): Buffer {
  const texts = Object.entries(fields).map(([name, value]) =>
    Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
  );
  const parts = files.flatMap(
    ({ content, name = 'dekont.pdf', type = 'application/pdf', field = 'receipt' }) => [
      Buffer.from(
        `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`,
      ),
      content,
      Buffer.from('\r\n'),
    ],
  );
  return Buffer.concat([...texts, ...parts, Buffer.from(`--${BOUNDARY}--\r\n`)]);
}

export async function upload(
  { url }: TestApi,
  path: string,
  files: readonly SentFile[] | Buffer,
  language = 'tr',
): Promise<Answer> {
  return await send(url, {
    path: `${path}/details?lang=${language}`,
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    body: Buffer.isBuffer(files) ? files : multipart(files),
  });
}

/** A PDF of the given size, by its first bytes; another text makes it another file. */
export function pdf(text = '', bytes = 64): Buffer {
  const content = Buffer.alloc(bytes, 0x20);
  content.write(`%PDF-1.7\n${text}`);
  return content;
}
