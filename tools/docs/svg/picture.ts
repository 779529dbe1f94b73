import { textBox, textWidth } from './boxes.ts';
import type { Anchor, Box, TextBox } from './boxes.ts';
import { STYLE } from './style.ts';

/** Documents show a picture at about this width, so a size in it is a size on the screen. */
export const WIDTH = 760;
export const MARGIN = 24;

export interface Picture {
  readonly svg: string;
  readonly card: Box;
  readonly texts: readonly TextBox[];
  /** Boxes with an outline. A text is inside one or away from it. */
  readonly outlines: readonly Box[];
}

interface Writing {
  readonly x: number;
  /** Of the baseline. */
  readonly y: number;
  readonly size?: number;
  readonly anchor?: Anchor;
  /** Classes of style.ts. */
  readonly look?: string;
}

/** Smaller text is unreadable where the picture is shrunk to 700 pixels. */
const SMALLEST_TEXT = 12;
const PILL_HEIGHT = 22;
const PILL_PADDING = 9;

/** Collects shapes, and remembers the space of each text. */
export class Canvas {
  readonly #shapes: string[] = [];
  readonly #texts: TextBox[] = [];
  readonly #outlines: Box[] = [];

  text(text: string, { x, y, size = 13, anchor = 'start', look = '' }: Writing): void {
    if (size < SMALLEST_TEXT) throw new RangeError(`"${text}" is too small to be read.`);
    this.#texts.push(textBox(text, { x, y, size, anchor }));
    this.#shapes.push(
      `<text class="${look}" x="${x}" y="${y}" font-size="${size}" text-anchor="${anchor}">${escaped(text)}</text>`,
    );
  }

  rectangle(box: Box, look: string, radius = 8): void {
    const { x, y, width, height } = box;
    this.#outlines.push(box);
    this.#shapes.push(
      `<rect class="${look}" x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}"/>`,
    );
  }

  dot(x: number, y: number): void {
    this.#shapes.push(`<circle class="tip" cx="${x}" cy="${y}" r="6"/>`);
  }

  line(from: { x: number; y: number }, to: { x: number; y: number }): void {
    this.#shapes.push(`<path class="rule" d="M${from.x} ${from.y}L${to.x} ${to.y}"/>`);
  }

  /** Ends in a tip at the last point; `path` holds SVG path commands up to there. */
  arrow(path: string, tip: { x: number; y: number; towards: 'right' | 'down' }): void {
    const { x, y, towards } = tip;
    const head = towards === 'right' ? `M${x} ${y}l-10 -5v10z` : `M${x} ${y}l-5 -10h10z`;
    this.#shapes.push(`<path class="arrow" d="${path}"/>`, `<path class="tip" d="${head}"/>`);
  }

  /** An event, as a pill whose left edge, or middle, is at x. Returns its width. */
  pill(event: string, { x, y, centred = false }: { x: number; y: number; centred?: boolean }): number {
    const width = textWidth(event, SMALLEST_TEXT) + 2 * PILL_PADDING;
    const left = centred ? x - width / 2 : x;
    this.rectangle({ x: left, y, width, height: PILL_HEIGHT }, 'pill', PILL_HEIGHT / 2);
    this.text(event, {
      x: left + width / 2,
      y: y + 15,
      size: SMALLEST_TEXT,
      anchor: 'middle',
      look: 'code told',
    });
    return width;
  }

  finish({
    height,
    width = WIDTH,
    description,
  }: {
    height: number;
    width?: number;
    description: string;
  }): Picture {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(description)}">
${STYLE}
<rect class="ground" x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8"/>
${this.#shapes.join('\n')}
</svg>
`;
    return { svg, card: { x: 0, y: 0, width, height }, texts: this.#texts, outlines: this.#outlines };
  }
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
