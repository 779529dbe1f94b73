import { html } from './html.ts';
import type { Html } from './html.ts';
import type { Colour } from './outcome.ts';

const LINES: Readonly<Record<Colour, Html>> = {
  waiting: html`<path d="M12 7v5l3 2" /><circle cx="12" cy="12" r="9" />`,
  approved: html`<path d="m5 12.5 4.5 4.5L19 7" />`,
  rejected: html`<path d="m7 7 10 10M17 7 7 17" />`,
};

/** The state as a picture, for people who cannot see colours; the heading next to it says it in words. */
export function mark(colour: Colour): Html {
  return html`<svg class="mark ${colour}" viewBox="0 0 24 24" aria-hidden="true">${LINES[colour]}</svg>`;
}
