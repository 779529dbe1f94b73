import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';

interface Asset {
  name: string;
  text: string;
  /** The same, for browsers that take it packed, which is all of them. */
  packed: Buffer;
  type: string;
}

/** The rules for narrow and wide screens come last, since they change the others. */
const STYLES = ['base', 'box', 'actions', 'states', 'forms', 'narrow', 'wide'];
const SCRIPTS = ['announce', 'connection', 'copy', 'countdown', 'confirm', 'updates'];

export interface PageAssets {
  style: Asset;
  script: Asset;
}

/** The one style and the one script of the pages. Their names change with their text, so they may be kept for good. */
export function readPageAssets(): PageAssets {
  return {
    style: buildAsset(joinFiles('style', STYLES, 'css'), 'css', 'text/css; charset=utf-8'),
    script: buildAsset(joinFiles('script', SCRIPTS, 'js'), 'js', 'text/javascript; charset=utf-8'),
  };
}

export function assetRoutes(app: FastifyInstance, { style, script }: PageAssets): void {
  app.get<{ Params: { file: string } }>('/pay/assets/:file', async ({ params, headers }, reply) => {
    const [, extension] = /^page-[\w-]{8}\.(css|js)$/.exec(params.file) ?? [];
    if (extension === undefined) return reply.callNotFound();
    const found = extension === 'css' ? style : script;
    // While a new version is rolled out, a page of one process asks another for a name that it doesn't have: the text of
    // this version is better than none, but must not be kept under that name.
    const kept = params.file === found.name ? 'public, max-age=31536000, immutable' : 'no-store';
    reply.headers({ 'cache-control': kept, 'x-content-type-options': 'nosniff', vary: 'accept-encoding' });
    const isPacked = /\bgzip\b(?!\s*;\s*q=0(?:\.0+)?\s*(?:,|$))/i.test(headers['accept-encoding'] ?? '');
    if (isPacked) reply.header('content-encoding', 'gzip');
    return await reply.type(found.type).send(isPacked ? found.packed : found.text);
  });
}

/**
 * One file of several. To us scripts are modules, so that tools know who uses what; to the browser they are one block, which
 * keeps its names to itself.
 */
function joinFiles(folder: string, names: readonly string[], extension: 'css' | 'js'): string {
  const read = (name: string): string =>
    readFileSync(new URL(`assets/${folder}/${name}.${extension}`, import.meta.url), 'utf8');
  const text = names.map(read).join('');
  if (extension === 'css') return text;
  return `{\n${text.replace(/^import .*\n/gm, '').replace(/^export /gm, '')}}\n`;
}

function buildAsset(text: string, extension: string, type: string): Asset {
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 8);
  return { name: `page-${hash}.${extension}`, text, packed: gzipSync(text, { level: 9 }), type };
}
