import { html, nothing } from './html.ts';
import type { Html } from './html.ts';
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

export function formToken({ formToken }: Visit): Html {
  return html`<input type="hidden" name="formToken" value="${formToken}" />`;
}

export function problemNote(text: string | undefined): Html {
  return text === undefined ? nothing : html`<p class="problem" role="alert">${text}</p>`;
}

export function field({
  label,
  name,
  value = '',
  hints = [],
  attributes = nothing,
}: {
  label: string;
  name: string;
  value?: string;
  hints?: readonly string[];
  attributes?: Html;
}): Html {
  const notes = hints.map((hint) => html`<span class="quiet">${hint}</span>`);
  return html`<label class="field"
    ><span class="label">${label}</span
    ><input name="${name}" value="${value}" required ${attributes} />${notes}</label
  >`;
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
