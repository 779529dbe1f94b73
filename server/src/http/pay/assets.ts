import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { tokenStylesheet } from '@vezne/design/css-variables';
import type { FastifyInstance } from 'fastify';
import { isGzipTaken } from '../server/gzip.ts';

interface Asset {
  /** Its name without the hash. */
  kind: string;
  name: string;
  text: string;
  /** The same text with gzip, for browsers that accept it, which is all of them. */
  packed: Buffer;
  type: string;
}

/** The rules for narrow and wide screens come last, because they override the others. */
const STYLES = ['base', 'box', 'actions', 'states', 'forms', 'narrow', 'wide', 'print'];
const SCRIPTS = [
  'announce',
  'main',
  'connection',
  'copy',
  'countdown',
  'confirm',
  'print',
  'sending',
  'updates',
];

/** Only the form for a receipt needs it. */
const FORM_SCRIPTS = [...SCRIPTS, 'receipt'];

export interface PageAssets {
  style: Asset;
  script: Asset;
  formScript: Asset;
}

/**
 * The one stylesheet and the one script of the pages. Their names contain a hash of their text, so browsers may cache them
 * for ever.
 */
export function readPageAssets(): PageAssets {
  return {
    style: buildAsset(
      tokenStylesheet() + joinFiles('style', STYLES, 'css'),
      'page',
      'css',
      'text/css; charset=utf-8',
    ),
    script: scriptAsset('page', SCRIPTS),
    formScript: scriptAsset('form', FORM_SCRIPTS),
  };
}

export function assetRoutes(app: FastifyInstance, { style, script, formScript }: PageAssets): void {
  app.get<{ Params: { file: string } }>('/pay/assets/:file', async (request, reply) => {
    const { params } = request;
    const [, name, extension] = /^(page|form)-[\w-]{8}\.(css|js)$/.exec(params.file) ?? [];
    const found = [style, script, formScript].find((asset) => asset.kind === `${name}.${extension}`);
    if (!found) return reply.callNotFound();
    // During a rollout, a page from one version may ask a process of the other version for its assets. This version's text
    // is better than none, but it must not be cached under the other's name.
    const kept = params.file === found.name ? 'public, max-age=31536000, immutable' : 'no-store';
    reply.headers({ 'cache-control': kept, 'x-content-type-options': 'nosniff', vary: 'accept-encoding' });
    const isPacked = isGzipTaken(request);
    if (isPacked) reply.header('content-encoding', 'gzip');
    return await reply.type(found.type).send(isPacked ? found.packed : found.text);
  });
}

/**
 * Joins several files into one. For us and our tools the scripts are modules. For the browser they are one block, which
 * keeps their names out of the global scope.
 */
function joinFiles(folder: string, names: readonly string[], extension: 'css' | 'js'): string {
  const read = (name: string): string =>
    readFileSync(new URL(`assets/${folder}/${name}.${extension}`, import.meta.url), 'utf8');
  const text = withoutComments(names.map(read).join(''));
  // At the ends of a line nothing is in quotation marks.
  if (extension === 'css') return text.replace(/^([\w-]+): /gm, '$1:').replace(/ \{$/gm, '{');
  return `{\n${text.replace(/^import .*\n/gm, '').replace(/^export /gm, '')}}\n`;
}

/**
 * Players pay for every byte, and comments and indentation are for us. Only whole lines go, so that no text in quotation marks is
 * changed; a test holds that no text has several lines.
 */
function withoutComments(text: string): string {
  return text.replace(/^\s*(?:\/\*[^]*?\*\/|\/\/.*)\n/gm, '').replace(/^\s+/gm, '');
}

function scriptAsset(name: string, scripts: readonly string[]): Asset {
  return buildAsset(joinFiles('script', scripts, 'js'), name, 'js', 'text/javascript; charset=utf-8');
}

function buildAsset(text: string, name: string, extension: string, type: string): Asset {
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 8);
  return {
    kind: `${name}.${extension}`,
    name: `${name}-${hash}.${extension}`,
    text,
    packed: gzipSync(text, { level: 9 }),
    type,
  };
}
