import { html, nothing } from './html.ts';
import type { Html } from './html.ts';
import type { FieldName, Problems } from './problems.ts';
import type { Visit } from './visit.ts';

const SHOP_NAME = 'Demo Shop';

export function layout(
  visit: Visit,
  { title, content, isWaiting = false }: { title: string; content: Html; isWaiting?: boolean },
): Html {
  const { language, texts, player } = visit;
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · ${SHOP_NAME}</title>
        <link rel="stylesheet" href="/style.css" />
        ${isWaiting ? html`<script type="module" src="/news.js"></script>` : nothing}
      </head>
      <body>
        <div class="page">
          <header>
            <a class="name" href="/">${SHOP_NAME}</a>
            <a href="${otherLanguageAddress(visit)}" lang="${otherOf(language)}">${texts.otherLanguage}</a>
            ${
              player === undefined
                ? nothing
                : html`<form method="post" action="/leave">
                    ${formToken(visit)}<button class="link">${texts.leave}</button>
                  </form>`
            }
          </header>
          ${isWaiting ? html`<p id="announcer" class="hidden" role="status"></p>` : nothing}
          <main>${content}</main>
        </div>
      </body>
    </html> `;
}

/** While this is on the page, the script polls for news. Without script, the link does it. */
export function newsNote({ texts, url }: Visit): Html {
  return html`<p class="quiet small news" data-waiting>
    ${texts.checksItself} <a href="${url.pathname}${url.search}">${texts.checkNow}</a>
  </p>`;
}

export function formToken({ formToken }: Visit): Html {
  return html`<input type="hidden" name="formToken" value="${formToken}" />`;
}

export function problemNote({ form }: Problems): Html {
  return form === undefined ? nothing : html`<p class="problem" role="alert">${form}</p>`;
}

/**
 * What is wrong with a field is said above it, where no keyboard of a phone covers it, and read out with it. The first wrong
 * field has the focus, by an attribute: that works without a script.
 */
export function field({
  label,
  name,
  value = '',
  hints = [],
  attributes = nothing,
  problems,
}: {
  label: string;
  name: FieldName;
  value?: string | undefined;
  hints?: readonly string[];
  attributes?: Html;
  problems: Problems;
}): Html {
  const problem = problems.fields[name];
  const isFirst = Object.keys(problems.fields)[0] === name;
  const [problemId, hintId] = [`${name}-problem`, `${name}-hint`];
  const describedBy = [
    ...(problem === undefined ? [] : [problemId]),
    ...(hints.length === 0 ? [] : [hintId]),
  ];
  const description = describedBy.length === 0 ? nothing : html` aria-describedby="${describedBy.join(' ')}"`;
  const invalid = problem === undefined ? nothing : html` aria-invalid="true"`;
  const lines = hints.map((hint) => html`<span>${hint}</span> `);
  const focus = isFirst ? html` autofocus` : nothing;
  return html`<div class="field">
    <label for="${name}">${label}</label>
    ${problem === undefined ? nothing : html`<p id="${problemId}" class="field-problem">${problem}</p>`}
    <input
      id="${name}"
      name="${name}"
      value="${value}"
      required
      ${attributes}${description}${invalid}${focus}
    />
    ${hints.length === 0 ? nothing : html`<p id="${hintId}" class="quiet">${lines}</p>`}
  </div>`;
}

/** The address of the same page in the other language. For a refused form it is the address of that form. */
function otherLanguageAddress({ url, language }: Visit): string {
  const query = new URLSearchParams(url.searchParams);
  query.set('lang', otherOf(language));
  // Only forms are posted to /player. With two slashes at its start, the path would be an address on another host.
  const path = url.pathname === '/player' ? '/' : `/${url.pathname.replace(/^[/\\]+/, '')}`;
  return `${path}?${query.toString()}`;
}

function otherOf(language: Visit['language']): Visit['language'] {
  return language === 'tr' ? 'en' : 'tr';
}
