import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { buildOpenApi } from '@vezne/contract/partner/openapi';
import { tokenStylesheet } from '@vezne/design/css-variables';
import { renderPage } from './page.ts';

export type DocumentationPath = '/openapi.json' | '/docs' | '/docs/style.css' | '/docs/docs.js';

export interface DocumentationFile {
  /** As bytes: to encode a hundred kilobytes for every reader would cost more than the rest of the answer. */
  content: Buffer;
  type: string;
  etag: string;
  headers: Readonly<Record<string, string>>;
}

/** The rules for narrow screens come last, because they override the others. */
const STYLES = ['base', 'side', 'text', 'tables', 'endpoints', 'code', 'narrow'];
const SCRIPTS = ['tabs', 'copy', 'search', 'place'];

/** All files of the documentation, as they are sent. */
export function documentationFiles(publicUrl: string): Record<DocumentationPath, DocumentationFile> {
  const openApi = buildOpenApi({ serverUrl: publicUrl });
  const style = file(tokenStylesheet() + joinFiles('style', STYLES, 'css'), 'text/css; charset=utf-8');
  const script = file(joinFiles('script', SCRIPTS, 'js'), 'text/javascript; charset=utf-8');
  const page = renderPage(openApi, { styleVersion: versionOf(style), scriptVersion: versionOf(script) });
  return {
    // Tools on other sites may read it; everything in it is public.
    '/openapi.json': file(JSON.stringify(openApi), 'application/json; charset=utf-8', {
      'access-control-allow-origin': '*',
    }),
    '/docs': file(page, 'text/html; charset=utf-8'),
    '/docs/style.css': style,
    '/docs/docs.js': script,
  };
}

/** Joins several files into one. The braces keep each script's names out of the global scope. */
function joinFiles(folder: string, names: readonly string[], extension: 'css' | 'js'): string {
  const texts = names.map((name) =>
    readFileSync(new URL(`assets/${folder}/${name}.${extension}`, import.meta.url), 'utf8'),
  );
  return extension === 'js' ? texts.map((text) => `{\n${text}}\n`).join('') : texts.join('');
}

function file(text: string, type: string, headers: DocumentationFile['headers'] = {}): DocumentationFile {
  const hash = createHash('sha256').update(text).digest('base64url');
  return { content: Buffer.from(text), type, etag: `"${hash}"`, headers };
}

/** Part of the addresses in the page, so a new page never loads an old style or script from a cache. */
function versionOf({ etag }: DocumentationFile): string {
  return etag.slice(1, 9);
}
