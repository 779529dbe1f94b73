/** What the pages say: every link leads somewhere, and everything that the code has is explained, in both languages. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { API_ERROR_CODES, API_ERRORS } from '@vezne/contract/partner/errors';
import { SIGNING_EXAMPLE } from '@vezne/contract/partner/examples';
import { buildOpenApi } from '@vezne/contract/partner/openapi';
import { PARTNER_API } from '@vezne/contract/partner/routes';
import { EVENT_TYPES, REASON_CODES, TRANSACTION_STATUSES } from '@vezne/domain/transaction-state';
import { createSite } from '../../../src/http/docs/site.ts';
import {
  GUIDES,
  GUIDE_TITLES,
  LANGUAGES,
  REFERENCE_PATH,
  guidePath,
  markdownPath,
  relativeLink,
} from '../../../src/http/docs/site-map.ts';

const PUBLIC_URL = 'https://pay.example/bank';

/** Pages load fast on a phone, also before they are compressed. */
const MAX_GUIDE_BYTES = 80_000;
const MAX_REFERENCE_BYTES = 150_000;

const site = createSite({ publicUrl: PUBLIC_URL, environment: 'production' });
const textOf = (path: string): string =>
  (site.find(path) ?? assert.fail(`nothing under ${path}`)).content.toString();

const guidePaths = LANGUAGES.flatMap((language) => GUIDES.map((guide) => guidePath(language, guide)));
const htmlPaths = [...guidePaths, REFERENCE_PATH];

function everyMatch(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, found = '']) => found);
}

/** Of the prose. Samples and their remarks are not held. */
function assertCommonNames(text: string): void {
  const prose = text.replaceAll(/^```.*?^```$|<pre.*?<\/pre>/gms, '');
  const others = prose.match(
    />Answer<|\bRead (?:a|the) .*|; read it|\b(?:no|any|any other|an|the|your) answer\b.*/gi,
  );
  assert.deepEqual(others ?? [], []);
}

suite('every page', () => {
  test('is small, and has one title', () => {
    for (const path of htmlPaths) {
      const text = textOf(path);
      const bytes = Buffer.byteLength(text);
      const most = path === REFERENCE_PATH ? MAX_REFERENCE_BYTES : MAX_GUIDE_BYTES;
      assert.ok(bytes < most, `${path} has ${bytes} bytes`);
      assert.equal(everyMatch(text, /<(h1) /g).length, 1, path);
      assert.doesNotMatch(text.replaceAll(/<pre.*?<\/pre>/gs, ''), /\{\{|undefined|\{#/, path);
    }
  });

  test('leads somewhere with every link: to a page, an anchor on it, or a file', () => {
    const idsOf = new Map(htmlPaths.map((path) => [path, everyMatch(textOf(path), /\sid="([^"]+)"/g)]));
    let links = 0;
    for (const path of htmlPaths) {
      const ids = idsOf.get(path) ?? [];
      assert.equal(new Set(ids).size, ids.length, `an id occurs twice on ${path}`);
      for (const href of everyMatch(textOf(path), /\shref="([^"]+)"/g)) {
        const { pathname, hash, origin } = new URL(href, `https://docs.example${path}`);
        if (origin !== 'https://docs.example') {
          assert.ok(
            href.startsWith(`${PUBLIC_URL}/docs`) || href === 'https://www.standardwebhooks.com',
            `${path} leads to ${href}`,
          );
          continue;
        }
        links += 1;
        assert.ok(site.paths().includes(pathname), `${path} leads to ${href}`);
        if (hash !== '') assert.ok(idsOf.get(pathname)?.includes(hash.slice(1)), `${path} leads to ${href}`);
      }
    }
    assert.ok(links > 500);
  });

  test('has a link on every heading', () => {
    for (const path of htmlPaths) {
      const [, main = ''] = textOf(path).split('<main');
      for (const heading of everyMatch(main, /(<h[1-6].*?<\/h[1-6]>)/gs)) {
        const [id] = everyMatch(heading, /^<h\d id="([^"]+)"/g);
        assert.ok(id !== undefined && heading.includes(`href="#${id}"`), heading);
      }
    }
  });

  test('can be read as Markdown, whose links lead to files, too', () => {
    for (const path of htmlPaths) {
      const markdown = markdownPath(path);
      const text = textOf(markdown);
      assert.equal(site.find(markdown)?.type, 'text/markdown; charset=utf-8');
      assert.match(text, /^# /, markdown);
      assert.doesNotMatch(text, /\{\{|\{#/, markdown);
      const prose = text.replaceAll(/^```.*?^```$/gms, '');
      for (const target of everyMatch(prose, /\]\(([^)\s]+)\)/g)) {
        if (target === 'https://www.standardwebhooks.com') continue;
        const { pathname } = new URL(target, `https://docs.example${markdown}`);
        assert.ok(site.paths().includes(pathname), `${markdown} leads to ${target}`);
      }
      assert.ok(textOf(path).includes(`href="${relativeLink(path, markdown)}" type="text/markdown"`), path);
    }
  });
});

suite('a guide', () => {
  test('exists in every language, with the same parts in the same order and the same samples', () => {
    for (const guide of GUIDES) {
      const [english, turkish] = LANGUAGES.map((language) => {
        const [, main = ''] = textOf(guidePath(language, guide)).split('<main');
        return {
          ids: everyMatch(main, /\sid="([^"]+)"/g),
          files: everyMatch(main, /data-file="([^"]+)"/g),
          shape: everyMatch(main, /<(h\d|table|ul|ol|li|tr|pre|p class="note[^"]*")/g),
        };
      });
      assert.deepEqual(turkish, english, guide);
    }
  });

  test('says its language, and leads to the same page in the other one', () => {
    for (const language of LANGUAGES) {
      for (const guide of GUIDES) {
        const text = textOf(guidePath(language, guide));
        assert.ok(text.includes(`<html lang="${language}">`));
        for (const other of LANGUAGES) {
          const address = `${PUBLIC_URL}${guidePath(other, guide)}`;
          assert.ok(text.includes(`<link rel="alternate" hreflang="${other}" href="${address}">`), address);
          if (other === language) continue;
          const link = relativeLink(guidePath(language, guide), guidePath(other, guide));
          assert.ok(text.includes(`<a class="language" href="${link}" hreflang="${other}" lang="${other}">`));
        }
        const here = `aria-current="page">${GUIDE_TITLES[language][guide]}</a>`;
        assert.equal(text.split(here).length - 1, 2, 'once for the desktop, once for the phone');
      }
    }
  });

  test('says in development where the credentials are, and says nothing of it in production', () => {
    const development = createSite({ publicUrl: PUBLIC_URL, environment: 'development' });
    for (const language of LANGUAGES) {
      for (const guide of ['start', 'testing', 'webhooks'] as const) {
        const path = guidePath(language, guide);
        assert.match(String(development.find(path)?.content), /npm run demo|\.demo\/env/, path);
        assert.doesNotMatch(textOf(path), /npm run|\.demo/, path);
      }
    }
  });

  test('has a base address that can be copied', () => {
    for (const language of LANGUAGES) {
      assert.match(
        textOf(markdownPath(guidePath(language, 'start'))),
        /^export VEZNE_URL='https:\/\/pay\.example\/bank'$/m,
      );
    }
  });
});

suite('the pages together', () => {
  test('explain every error, status, reason and event, in both languages', () => {
    for (const language of LANGUAGES) {
      const errors = textOf(guidePath(language, 'errors'));
      for (const code of API_ERROR_CODES) {
        const [row = ''] = everyMatch(errors, new RegExp(`<tr id="${code}">(.*?)</tr>`, 'gs'));
        assert.ok(row.includes(`>${API_ERRORS[code].status}</td>`), code);
        if (language === 'tr') continue;
        for (const sentence of [API_ERRORS[code].cause, API_ERRORS[code].remedy]) {
          assert.ok(row.replaceAll('<wbr>', '').includes(asHtml(sentence)), `${code}: ${sentence}`);
        }
      }
      const states = textOf(guidePath(language, 'states'));
      for (const name of [...TRANSACTION_STATUSES, ...REASON_CODES]) {
        assert.ok(states.includes(`<tr id="${name}">`), name);
      }
      const webhooks = textOf(guidePath(language, 'webhooks'));
      for (const event of EVENT_TYPES) assert.ok(webhooks.includes(`<code>${event}</code></th>`), event);
    }
  });

  test('show every endpoint with its fields', () => {
    const text = textOf(REFERENCE_PATH).replaceAll('<wbr>', '');
    for (const { path, method } of Object.values(PARTNER_API)) {
      assert.ok(text.includes(`${method}</span> <code>${path}</code>`), path);
    }
    const { paths, components } = buildOpenApi({ serverUrl: PUBLIC_URL });
    const fields = [
      ...Object.keys(components.schemas['Deposit']?.properties ?? {}),
      ...Object.keys(components.schemas['Withdrawal']?.properties ?? {}),
      'customer.fullName',
      'customer.email',
      'withdrawalAccount.iban',
      'nextCursor',
      ...Object.keys(components.schemas['Event']?.properties ?? {}),
      ...Object.keys(components.schemas['Balance']?.properties ?? {}),
      'deposit.minCents',
      ...Object.values(paths)
        .flatMap((item) => Object.values(item))
        .flatMap(({ parameters = [] }) => parameters.map(({ name }) => name)),
    ];
    const markdown = textOf(markdownPath(REFERENCE_PATH));
    for (const name of fields) {
      assert.ok(text.includes(`<th scope="row"><code>${name}</code>`), name);
      assert.ok(markdown.includes(`| \`${name}\` |`), name);
    }
    for (const title of ['Retrieve a transaction', 'Response']) assert.ok(text.includes(title), title);
  });

  test('use the names that other services use: retrieve, and response', () => {
    for (const guide of GUIDES) assertCommonNames(textOf(markdownPath(guidePath('en', guide))));
    for (const path of [REFERENCE_PATH, markdownPath(REFERENCE_PATH)]) assertCommonNames(textOf(path));
  });

  test('explain a signature step by step', () => {
    const text = textOf('/docs/signing').replaceAll('<wbr>', '');
    const { apiKey: _apiKey, ...parts } = SIGNING_EXAMPLE;
    for (const part of Object.values(parts)) assert.ok(text.includes(`<code>${asHtml(part)}</code>`), part);
  });
});

test('links are relative, whatever stands before /docs', () => {
  for (const [from, to, link] of [
    ['/docs', '/docs/webhooks#verify', 'docs/webhooks#verify'],
    ['/docs', '/openapi.json', 'openapi.json'],
    ['/docs/webhooks', '/docs', '../docs'],
    ['/docs/webhooks', '/docs/tr/webhooks', 'tr/webhooks'],
    ['/docs/tr', '/docs', '../docs'],
    ['/docs/tr', '/docs/tr/errors', 'tr/errors'],
    ['/docs/tr/errors', '/docs/tr', '../tr'],
    ['/docs/tr/errors', '/docs/vectors/check.py', '../vectors/check.py'],
    ['/docs/tr/errors', '/openapi.json', '../../openapi.json'],
  ] as const) {
    assert.equal(relativeLink(from, to), link, `${from} ${to}`);
    assert.equal(new URL(link, `https://x.example/bank${from}`).pathname, `/bank${to.replace(/#.*/, '')}`);
  }
});

/** Text as the page writes it, `code` included. */
function asHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
    .replace(/`([^`]+)`/g, '<code>$1</code>');
}
