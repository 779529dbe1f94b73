import { posix } from 'node:path';

export const LANGUAGES = ['en', 'tr'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The guides, in the order in which a partner's developer needs them. */
export const GUIDES = [
  'start',
  'signing',
  'webhooks',
  'idempotency',
  'states',
  'errors',
  'testing',
  'sdk',
  'going-live',
] as const;
export type Guide = (typeof GUIDES)[number];

/** As the list of pages calls them. */
export const GUIDE_TITLES: Readonly<Record<Language, Readonly<Record<Guide, string>>>> = {
  en: {
    start: 'Quick start',
    signing: 'Signing requests',
    webhooks: 'Webhooks',
    idempotency: 'Idempotency and retries',
    states: 'States',
    errors: 'Errors',
    testing: 'Testing',
    sdk: 'SDK for Node',
    'going-live': 'Going live',
  },
  tr: {
    start: 'Hızlı başlangıç',
    signing: 'İstekleri imzalama',
    webhooks: 'Webhook’lar',
    idempotency: 'Tekrar gönderme',
    states: 'Durumlar',
    errors: 'Hatalar',
    testing: 'Test',
    sdk: 'Node için SDK',
    'going-live': 'Canlıya geçiş',
  },
};

export const REFERENCE_PATH = '/docs/reference';
export const OPENAPI_PATH = '/openapi.json';

/** The language is part of the address, so nothing needs to be remembered. */
export function guidePath(language: Language, guide: Guide): string {
  const folder = language === 'en' ? '/docs' : `/docs/${language}`;
  return guide === 'start' ? folder : `${folder}/${guide}`;
}

/** The same page as Markdown. A start page is the index of its folder. */
export function markdownPath(path: string): string {
  return path === '/docs' || path === '/docs/tr' ? `${path}/index.md` : `${path}.md`;
}

/** Where a file of examples/ is downloaded: `webhooks/php/receiver.php`. Those of the reference have a short address. */
export function samplePath(file: string): string {
  return `/docs/samples/${file.replace(/^samples\//, '')}`;
}

export function vectorPath(name: string): string {
  return `/docs/vectors/${name}`;
}

/**
 * A link from one address to another. Relative, because the service may have a path of its own before `/docs`, and
 * because a proxy may take that path away.
 */
export function relativeLink(from: string, to: string): string {
  const [path = '', fragment] = to.split('#');
  const folder = posix.relative(posix.dirname(from), posix.dirname(path));
  const link = posix.join(folder, posix.basename(path));
  return fragment === undefined ? link : `${link}#${fragment}`;
}
