import { fileURLToPath } from 'node:url';
import { Eta } from 'eta';
import {
  GUIDES,
  GUIDE_TITLES,
  LANGUAGES,
  OPENAPI_PATH,
  REFERENCE_PATH,
  guidePath,
  markdownPath,
  relativeLink,
} from './site-map.ts';
import type { Guide, Language } from './site-map.ts';
import { PAGE_TEXTS } from './texts.ts';

export const eta = new Eta({
  autoEscape: true,
  cache: true,
  views: fileURLToPath(new URL('templates', import.meta.url)),
});

export interface PageVersions {
  styleVersion: string;
  scriptVersion: string;
  searchVersion: string;
}

/** A part of the page, in the list of its parts. */
export interface Place {
  id: string;
  title: string;
  /** The method of an endpoint. */
  method?: string;
  /** An error code, or another name that stands in code. */
  isCode?: boolean;
}

export interface PageOptions {
  path: string;
  language: Language;
  title: string;
  description: string;
  publicUrl: string;
  /** Undefined for the reference, which is English only. */
  guide: Guide | undefined;
  places: readonly { title: string; items: readonly Place[] }[];
  html: string;
  hasSearch: boolean;
}

/** A whole page: its content with the list of pages beside it. */
export function renderLayout(options: PageOptions, versions: PageVersions): string {
  const { path, language, guide, publicUrl } = options;
  const link = (to: string): string => relativeLink(path, to);
  const guides = GUIDES.map((name) => ({
    title: GUIDE_TITLES[language][name],
    path: guidePath(language, name),
    href: link(guidePath(language, name)),
  }));
  const at = guides.findIndex((entry) => entry.path === path);
  return eta.render('./layout', {
    ...options,
    ...versions,
    texts: PAGE_TEXTS[language],
    guides,
    previous: at > 0 ? guides[at - 1] : undefined,
    next: at >= 0 ? guides[at + 1] : undefined,
    reference: { href: link(REFERENCE_PATH), isHere: path === REFERENCE_PATH },
    openApiHref: link(OPENAPI_PATH),
    markdownHref: link(markdownPath(path)),
    styleHref: link('/docs/style.css'),
    scriptHref: link('/docs/docs.js'),
    searchHref: link('/docs/search.js'),
    others: LANGUAGES.filter((other) => other !== language).map((other) => ({
      language: other,
      title: PAGE_TEXTS[other].language,
      href: link(guidePath(other, guide ?? 'start')),
    })),
    alternates:
      guide === undefined
        ? []
        : LANGUAGES.map((other) => ({
            language: other,
            href: `${publicUrl.replace(/\/$/, '')}${guidePath(other, guide)}`,
          })),
  });
}
