/** Where things are in a picture, so that a test can tell whether two texts lie on each other. */
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
 * Readers have different fonts, so a width can only be reserved. Of the monospaced fonts in use the widest take 0.62 of their
 * size for a character, and sentences in the usual sans-serif fonts, bold ones too, stay below that.
 */
const CHARACTER_WIDTH = 0.62;
/** From the top of a capital to the bottom of a descender. */
const TEXT_HEIGHT = 1;
const ABOVE_BASELINE = 0.77;

export function textWidth(text: string, size: number): number {
  return text.length * size * CHARACTER_WIDTH;
}

export type Anchor = 'start' | 'middle' | 'end';

/** The room of a text whose baseline is at y. */
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
