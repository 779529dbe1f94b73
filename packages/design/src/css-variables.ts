import { COLOURS, FONTS } from './tokens.ts';
import type { Colour } from './tokens.ts';

export type Scheme = 'light' | 'dark';

/** The colours of one scheme as CSS variables: {'--paper': '#f8f7f3', …}. */
export function colourVariables(scheme: Scheme): Record<`--${Colour}`, string> {
  return Object.fromEntries(
    Object.entries(COLOURS).map(([name, shades]) => [`--${name}`, shades[scheme]]),
  ) as Record<`--${Colour}`, string>;
}

export function fontVariables(): Record<string, string> {
  return Object.fromEntries(Object.entries(FONTS).map(([name, fonts]) => [`--${name}`, fonts]));
}

/** The first lines of a stylesheet whose page follows the system's light or dark. */
export function tokenStylesheet(): string {
  const light = block({ 'color-scheme': 'light dark', ...colourVariables('light'), ...fontVariables() });
  return `${light}@media (prefers-color-scheme: dark) {\n${block(colourVariables('dark'))}}\n`;
}

function block(declarations: Readonly<Record<string, string>>): string {
  const lines = Object.entries(declarations).map(([name, value]) => `${name}: ${value};\n`);
  return `:root {\n${lines.join('')}}\n`;
}
