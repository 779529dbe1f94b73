import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { ColourScheme } from './page-checks.ts';

interface Colours {
  text: string;
  background: string;
  border: string;
  borderWidth: string;
}

/** The colours that make a warning or an error stand out from the text around it. */
export interface SeenColours {
  body: Colours;
  warnings: Colours[];
  problems: Colours[];
}

const CLEAR = 'rgba(0, 0, 0, 0)';

export async function seenColours(page: Page): Promise<SeenColours> {
  return await page.evaluate<SeenColours>(`(() => {
    const coloursOf = (element) => {
      const style = getComputedStyle(element);
      const { color: text, backgroundColor: background, borderTopColor: border, borderTopWidth: borderWidth } = style;
      return { text, background, border, borderWidth };
    };
    const all = (selector) => [...document.querySelectorAll(selector)].map(coloursOf);
    return { body: coloursOf(document.body), warnings: all('.moved'), problems: all('.problem') };
  })()`);
}

/** Axe checks that texts are readable. This checks that warnings stand out and that the dark scheme is dark. */
export function assertColours(seen: Readonly<Record<ColourScheme, SeenColours>>, what: string): void {
  assert.ok(brightness(seen.light.body.background) > 0.9, `${what}: a light background`);
  assert.ok(brightness(seen.dark.body.background) < 0.15, `${what}: a dark background`);
  for (const [scheme, { body, warnings, problems }] of Object.entries(seen)) {
    for (const { background, border, borderWidth } of warnings) {
      assert.notEqual(background, CLEAR, `${what}: a warning has its own background, ${scheme}`);
      assert.notEqual(background, body.background, `${what}: a warning has its own background, ${scheme}`);
      assert.ok(Number.parseFloat(borderWidth) >= 1, `${what}: a warning has a border, ${scheme}`);
      assert.ok(
        ![background, body.background, body.text].includes(border),
        `${what}: the border of a warning has its own colour, ${scheme}`,
      );
    }
    for (const { text } of problems)
      assert.notEqual(text, body.text, `${what}: an error has its own text colour, ${scheme}`);
  }
}

/** From 0 (black) to 1 (white). */
function brightness(colour: string): number {
  const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map(Number);
  return (red + green + blue) / 3 / 255;
}
