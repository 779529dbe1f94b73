import assert from 'node:assert/strict';
import { test } from 'node:test';
import { colourVariables, tokenStylesheet } from '../src/css-variables.ts';
import { COLOURS } from '../src/tokens.ts';
import type { Colour } from '../src/tokens.ts';

/** Which texts stand on what. */
const TEXTS: readonly [text: Colour, on: readonly Colour[]][] = [
  ['ink', ['paper', 'card', 'sunken', 'accent-soft', 'waiting-soft', 'approved-soft', 'rejected-soft']],
  ['quiet', ['paper', 'card', 'sunken', 'accent-soft']],
  ['accent', ['paper', 'card', 'sunken', 'accent-soft']],
  ['accent-strong', ['card', 'accent-soft']],
  ['on-accent', ['accent', 'accent-strong']],
  ['waiting', ['paper', 'card', 'waiting-soft']],
  ['approved', ['paper', 'card', 'approved-soft']],
  ['rejected', ['paper', 'card', 'rejected-soft']],
  ['on-rejected', ['rejected']],
];
const LOWEST = { light: 5.4, dark: 6.3 };
const SCHEMES = ['light', 'dark'] as const;

for (const scheme of SCHEMES) {
  test(`every text can be read in ${scheme}`, () => {
    for (const [text, grounds] of TEXTS) {
      for (const ground of grounds) {
        const ratio = contrast(COLOURS[text][scheme], COLOURS[ground][scheme]);
        assert.ok(ratio >= LOWEST[scheme], `${text} on ${ground}: ${ratio.toFixed(2)}`);
      }
    }
  });

  test(`the border of what can be pressed is seen in ${scheme}`, () => {
    for (const ground of ['card', 'paper'] as const) {
      const ratio = contrast(COLOURS.edge[scheme], COLOURS[ground][scheme]);
      assert.ok(ratio >= 3, `edge on ${ground}: ${ratio.toFixed(2)}`);
    }
  });
}

test('a stylesheet names every colour in both schemes', () => {
  const [light = '', dark = ''] = tokenStylesheet().split('@media');
  for (const [name, value] of Object.entries(colourVariables('light'))) {
    assert.ok(light.includes(`${name}: ${value};`));
  }
  for (const [name, value] of Object.entries(colourVariables('dark'))) {
    assert.ok(dark.includes(`${name}: ${value};`));
  }
});

/** The formula of WCAG 2. */
function contrast(one: string, other: string): number {
  const [high, low] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

function luminance(hex: string): number {
  const digits = hex.length === 4 ? hex.slice(1).replace(/./g, '$&$&') : hex.slice(1);
  const [red = 0, green = 0, blue = 0] = (digits.match(/../g) ?? []).map((pair) => {
    const value = Number.parseInt(pair, 16) / 255;
    return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
