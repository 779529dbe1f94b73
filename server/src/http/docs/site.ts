import { readFileSync } from 'node:fs';
import { buildOpenApi } from '@vezne/contract/partner/openapi';
import { tokenStylesheet } from '@vezne/design/css-variables';
import type { ApiConfig } from '../../config/api.ts';
import { documentationFile } from './file.ts';
import type { DocumentationFile } from './file.ts';
import { sampleFiles, vectorFiles } from './downloads.ts';
import { guideMarkdown, renderGuide } from './guides/page.ts';
import type { PageVersions } from './layout.ts';
import { referenceMarkdown } from './reference/markdown.ts';
import { renderReference } from './reference/page.ts';
import { GUIDES, LANGUAGES, OPENAPI_PATH, REFERENCE_PATH, guidePath, markdownPath } from './site-map.ts';

export interface Site {
  /** Undefined: there is nothing under this address. */
  find: (path: string) => DocumentationFile | undefined;
  paths: () => string[];
}

const HTML = 'text/html; charset=utf-8';
const MARKDOWN = 'text/markdown; charset=utf-8';

/** The rules for narrow screens come last, because they override the others. */
const STYLES = ['base', 'side', 'text', 'tables', 'endpoints', 'code', 'narrow'];
const SCRIPTS = ['tabs', 'copy', 'place'];

/** Tools on other sites may read it; everything in it is public. */
const FOR_EVERY_SITE = { 'access-control-allow-origin': '*' };

/** All files of the documentation, each made when it is first asked for. */
export function createSite({ publicUrl, environment }: Pick<ApiConfig, 'publicUrl' | 'environment'>): Site {
  const openApi = once(() => buildOpenApi({ serverUrl: publicUrl }));
  const style = once(() =>
    documentationFile(tokenStylesheet() + joinFiles('style', STYLES, 'css'), 'text/css; charset=utf-8'),
  );
  const script = once(() =>
    documentationFile(joinFiles('script', SCRIPTS, 'js'), 'text/javascript; charset=utf-8'),
  );
  // The reference alone is long enough to need one.
  const search = once(() =>
    documentationFile(joinFiles('script', ['search'], 'js'), 'text/javascript; charset=utf-8'),
  );
  const versions = (): PageVersions => ({
    styleVersion: versionOf(style()),
    scriptVersion: versionOf(script()),
    searchVersion: versionOf(search()),
  });
  const files = new Map<string, () => DocumentationFile>([
    [
      OPENAPI_PATH,
      () => documentationFile(JSON.stringify(openApi()), 'application/json; charset=utf-8', FOR_EVERY_SITE),
    ],
    ['/docs/style.css', style],
    ['/docs/docs.js', script],
    ['/docs/search.js', search],
    [REFERENCE_PATH, () => documentationFile(renderReference(openApi(), publicUrl, versions()), HTML)],
    [markdownPath(REFERENCE_PATH), () => documentationFile(referenceMarkdown(openApi()), MARKDOWN)],
    ...[...vectorFiles(), ...sampleFiles()].map(
      ({ path, type, read, headers }) => [path, () => documentationFile(read(), type, headers)] as const,
    ),
  ]);
  const isDevelopment = environment === 'development';
  for (const language of LANGUAGES) {
    for (const guide of GUIDES) {
      const context = { language, publicUrl: publicUrl.replace(/\/$/, ''), isDevelopment };
      const path = guidePath(language, guide);
      files.set(path, () => documentationFile(renderGuide(guide, context, versions()), HTML));
      files.set(markdownPath(path), () => documentationFile(guideMarkdown(guide, context), MARKDOWN));
    }
  }
  const made = new Map([...files].map(([path, make]) => [path, once(make)]));
  return { find: (path) => made.get(path)?.(), paths: () => [...made.keys()] };
}

function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** Joins several files into one. The braces keep each script's names out of the global scope. */
function joinFiles(folder: string, names: readonly string[], extension: 'css' | 'js'): string {
  const texts = names.map((name) =>
    readFileSync(new URL(`assets/${folder}/${name}.${extension}`, import.meta.url), 'utf8'),
  );
  return extension === 'js' ? texts.map((text) => `{\n${text}}\n`).join('') : texts.join('');
}

/** Part of the addresses in the page, so a new page never loads an old style or script from a cache. */
function versionOf({ version }: DocumentationFile): string {
  return version.slice(0, 8);
}
