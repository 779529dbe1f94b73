import { colourVariables, fontVariables } from '@vezne/design/css-variables';

/**
 * The tokens for pages where people choose between light and dark: the attribute says which. Mantine sets it, and before
 * Mantine runs the small script in the head of the page.
 */
export function themeStylesheet(): string {
  return [
    block(':root', { 'color-scheme': 'light', ...colourVariables('light'), ...fontVariables() }),
    block(":root[data-mantine-color-scheme='dark']", { 'color-scheme': 'dark', ...colourVariables('dark') }),
  ].join('');
}

function block(selector: string, declarations: Readonly<Record<string, string>>): string {
  const lines = Object.entries(declarations).map(([name, value]) => `${name}: ${value};\n`);
  return `${selector} {\n${lines.join('')}}\n`;
}
