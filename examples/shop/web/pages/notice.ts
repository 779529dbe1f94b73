import { html } from '../html.ts';
import type { Html } from '../html.ts';
import { layout } from '../layout.ts';
import type { Visit } from '../visit.ts';

export function noticePage(visit: Visit, notice: 'missing' | 'failed'): Html {
  const { heading, body } = visit.texts[notice];
  const content = html`<section class="card">
    <h1>${heading}</h1>
    <p>${body}</p>
    <p><a class="button second" href="/">${visit.texts.back}</a></p>
  </section>`;
  return layout(visit, { title: heading, content });
}
