import { randomBytes } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { isGzipTaken } from '../server/gzip.ts';
import { PRIVATE_HEADERS, pagePolicy } from '../server/security-headers.ts';
import { CSP_REPORT_PATH } from './csp-reports.ts';

/** What vite writes in place of the nonce, for every answer has its own. */
const NONCE_PLACEHOLDER = '__CSP_NONCE__';

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.json': 'application/json; charset=utf-8',
};

/** Built beside the console's own page. */
const RECEIPT_FRAME = 'receipt-frame.html';

/** Said where the pages were not built: the process serves the API all the same. */
const NOT_BUILT =
  '<!doctype html><html lang="en"><title>Vezne</title><p>The pages were not built. Run: npm run build:web</p></html>';

interface File {
  content: Buffer;
  /** Undefined: it would become no smaller. */
  packed: (() => Promise<Buffer>) | undefined;
  type: string;
  /** Its name has a hash of its content, so it never changes. */
  isHashed: boolean;
}

/** The files that the build of the pages has made, read once. The page itself is the same for every address: its script reads it. */
export function pageRoutes(app: FastifyInstance, directory: string): void {
  const files = readFiles(directory);
  const index = files.get('index.html')?.content.toString('utf8') ?? NOT_BUILT;
  const frame = files.get(RECEIPT_FRAME)?.content;
  app.get('/*', async (request, reply) => {
    const { params, method } = request;
    const path = (params as { '*': string })['*'];
    if (path.startsWith('api/')) return reply.callNotFound();
    if (path === 'index.html') return await sendPage(reply, index);
    if (path === RECEIPT_FRAME && frame !== undefined) return await sendFrame(reply, frame);
    const file = files.get(path);
    if (file !== undefined) return await sendFile(reply, file, { isPacked: isGzipTaken(request) });
    // A file of another version, or none: a page in its place would be read as a script.
    if (extname(path) !== '' && method === 'GET') return reply.callNotFound();
    return await sendPage(reply, index);
  });
}

async function sendPage(reply: FastifyReply, index: string): Promise<FastifyReply> {
  const nonce = randomBytes(18).toString('base64');
  const policy = [
    pagePolicy({ styleNonce: nonce }),
    "img-src 'self' data:",
    "font-src 'self'",
    "frame-src 'self'",
    "form-action 'none'",
    `report-uri ${CSP_REPORT_PATH}`,
  ].join('; ');
  return await reply
    .headers({
      ...PRIVATE_HEADERS,
      'content-security-policy': policy,
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
    })
    .type('text/html; charset=utf-8')
    .send(index.replaceAll(NONCE_PLACEHOLDER, nonce));
}

/**
 * The page that draws a receipt. It is sandboxed by its own policy too, so that it has no origin even when it is opened by itself: no
 * cookie, no storage, and nothing that it could ask the server for.
 */
async function sendFrame(reply: FastifyReply, frame: Buffer): Promise<FastifyReply> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    'img-src blob:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-scripts',
    `report-uri ${CSP_REPORT_PATH}`,
  ].join('; ');
  return await reply
    .headers({ ...PRIVATE_HEADERS, 'content-security-policy': policy })
    .type('text/html; charset=utf-8')
    .send(frame);
}

async function sendFile(
  reply: FastifyReply,
  { content, packed, type, isHashed }: File,
  { isPacked: isTaken }: { isPacked: boolean },
): Promise<FastifyReply> {
  reply.headers({
    'cache-control': isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
    'x-content-type-options': 'nosniff',
    // The same files for everybody. The frame of receipts has no origin, and asks for its modules as a stranger.
    'access-control-allow-origin': '*',
    vary: 'accept-encoding',
  });
  const isPacked = isTaken && packed !== undefined;
  if (isPacked) reply.header('content-encoding', 'gzip');
  return await reply.type(type).send(isPacked ? await packed() : content);
}

const gzipped = promisify(gzip);

/**
 * The first reader of a file waits until it is packed, on a thread beside the others; all later ones get the same bytes. To pack three megabytes
 * before the first answer would make every start a fifth of a second longer.
 */
function packedOnce(content: Buffer): () => Promise<Buffer> {
  let packed: Promise<Buffer> | undefined;
  return async () => await (packed ??= gzipped(content, { level: 9 }));
}

/** `name-hash.js`, as vite names what it builds. */
const HASHED = /-[\w-]{8,}\.[a-z0-9]+$/;

function readFiles(directory: string): Map<string, File> {
  const files = new Map<string, File>();
  if (!existsSync(directory)) return files;
  for (const entry of globSync('**/*', { cwd: directory, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const type =
      TYPES[extname(path)] ??
      (['index.html', RECEIPT_FRAME].includes(entry.name) ? 'text/html; charset=utf-8' : undefined);
    // What no browser asks for, such as source maps.
    if (type === undefined) continue;
    const content = readFileSync(path);
    const isText = /^text|svg|json/.test(type);
    files.set(path.slice(directory.length).replace(/^\//, ''), {
      content,
      packed: isText ? packedOnce(content) : undefined,
      type,
      isHashed: HASHED.test(entry.name),
    });
  }
  return files;
}
