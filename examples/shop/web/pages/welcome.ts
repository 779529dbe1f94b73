import type { Names, Player } from '../../players.ts';
import { html, nothing } from '../html.ts';
import type { Html } from '../html.ts';
import { field, formToken, layout, problemNote } from '../layout.ts';
import type { Problems } from '../problems.ts';
import type { Visit } from '../visit.ts';

/** Lets the visitor choose a player or create one. */
export function welcomePage(
  visit: Visit,
  { players, problems, typed }: { players: readonly Player[]; problems: Problems; typed?: Names | undefined },
): Html {
  const { texts } = visit;
  const content = html`<section class="card">
      <h1>${texts.welcome}</h1>
      <p class="quiet">${texts.welcomeNote}</p>
      ${problemNote(problems)}
      <form method="post" action="/player" novalidate>
        ${formToken(visit)}
        ${field({ problems, label: texts.username, name: 'username', value: typed?.username, attributes: html`maxlength="64" autocomplete="username" autocapitalize="none"` })}
        ${field({ problems, label: texts.fullName, name: 'fullName', value: typed?.fullName, attributes: html`maxlength="128" autocomplete="name"` })}
        <button class="button">${texts.begin}</button>
      </form>
    </section>
    ${players.length === 0 ? nothing : choices(visit, players)}`;
  return layout(visit, { title: texts.welcome, content });
}

function choices(visit: Visit, players: readonly Player[]): Html {
  const buttons = players.map(
    ({ username, full_name }) =>
      html`<form method="post" action="/player">
        ${formToken(visit)}
        <input type="hidden" name="username" value="${username}" />
        <button class="button second">${full_name} (${username})</button>
      </form>`,
  );
  return html`<h2>${visit.texts.goOnAs}</h2>
    <div class="choices">${buttons}</div>`;
}
