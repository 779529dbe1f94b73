import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { ColourScheme } from './page-checks.ts';

interface Colours {
  text: string;
  background: string;
  border: string;
  borderWidth: string;
}

/** What a warning or an objection has to look other than the text around it. */
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

/** Axe says whether texts can be read; this, that what is loud is loud, and that the dark is dark. */
export function assertColours(seen: Readonly<Record<ColourScheme, SeenColours>>, what: string): void {
  assert.ok(brightness(seen.light.body.background) > 0.9, `${what}: light paper`);
  assert.ok(brightness(seen.dark.body.background) < 0.15, `${what}: dark paper`);
  for (const [scheme, { body, warnings, problems }] of Object.entries(seen)) {
    for (const { background, border, borderWidth } of warnings) {
      assert.notEqual(background, CLEAR, `${what}: a warning on paper of its own, ${scheme}`);
      assert.notEqual(background, body.background, `${what}: a warning on paper of its own, ${scheme}`);
      assert.ok(Number.parseFloat(borderWidth) >= 1, `${what}: a warning in a frame, ${scheme}`);
      assert.ok(![background, body.background, body.text].includes(border), `${what}: its frame, ${scheme}`);
    }
    for (const { text } of problems)
      assert.notEqual(text, body.text, `${what}: an objection in a colour of its own, ${scheme}`);
  }
}

/** From 0, black, to 1. */
function brightness(colour: string): number {
  const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map(Number);
  return (red + green + blue) / 3 / 255;
}
