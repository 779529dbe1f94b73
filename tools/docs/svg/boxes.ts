/** The positions in a picture, so a test can tell whether two texts overlap. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface TextBox extends Box {
  readonly text: string;
}

/**
 * Readers have different fonts, so we can only reserve a width. The widest common monospaced fonts use 0.62 of their size
 * per character, and sentences in the usual sans-serif fonts, even bold, stay below that.
 */
const CHARACTER_WIDTH = 0.62;
/** From the top of a capital to the bottom of a descender. */
const TEXT_HEIGHT = 1;
const ABOVE_BASELINE = 0.77;

export function textWidth(text: string, size: number): number {
  return text.length * size * CHARACTER_WIDTH;
}

export type Anchor = 'start' | 'middle' | 'end';

/** The space for a text whose baseline is at y. */
export function textBox(text: string, at: { x: number; y: number; size: number; anchor: Anchor }): TextBox {
  const width = textWidth(text, at.size);
  const left = { start: at.x, middle: at.x - width / 2, end: at.x - width }[at.anchor];
  return { text, x: left, y: at.y - at.size * ABOVE_BASELINE, width, height: at.size * TEXT_HEIGHT };
}

export function overlap(one: Box, other: Box): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  );
}

export function isInside(inner: Box, outer: Box): boolean {
  return (
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height
  );
}
