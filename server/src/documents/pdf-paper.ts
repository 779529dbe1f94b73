/** Pages of A4 with our fonts and colours. Nothing on them says when they were drawn: the same drawing is the same bytes. */
import { fileURLToPath } from 'node:url';
import { COLOURS } from '@vezne/design/tokens';
import type { Colour } from '@vezne/design/tokens';
// oxlint-disable-next-line import/no-named-as-default -- its types have no named one
import PDFDocument from 'pdfkit';
import { setPlainLayout } from './plain-font.ts';

/** DejaVu has the lira, every letter of Turkish, and figures that are as wide as each other. It is part of the file. */
const FONT_FILES = {
  regular: 'DejaVuSansCondensed.ttf',
  bold: 'DejaVuSansCondensed-Bold.ttf',
} as const;

export type Weight = keyof typeof FONT_FILES;

/** In points, of which an inch has 72. */
export const PAGE = { width: 595.28, height: 841.89, inset: 42 } as const;
export const RIGHT_EDGE = PAGE.width - PAGE.inset;

export interface Written {
  size?: number;
  weight?: Weight;
  colour?: Colour;
}

export interface Paper {
  addPage(): void;
  /** From the left, at a baseline. */
  write(text: string, x: number, baseline: number, style?: Written): void;
  /** Up to the right. */
  writeBefore(text: string, right: number, baseline: number, style?: Written): void;
  /** Shortened in the middle where it is too long. */
  writeWithin(text: string, place: { x: number; width: number; baseline: number }, style?: Written): void;
  widthOf(text: string, style?: Written): number;
  rule(y: number, from: number, to: number, style?: { colour?: Colour; width?: number }): void;
  box(place: { x: number; y: number; width: number; height: number; radius?: number }, colour: Colour): void;
  /** What is drawn so far and was not taken yet. Pages leave when the next one begins. */
  take(): Buffer | undefined;
  /** The rest. Nothing can be drawn after it. */
  end(): AsyncIterable<Buffer>;
}

const DEFAULT_SIZE = 8;

export function openPaper({ title, language }: { title: string; language: string }): Paper {
  const document = new PDFDocument({
    size: [PAGE.width, PAGE.height],
    margin: 0,
    autoFirstPage: false,
    lang: language,
    displayTitle: true,
    // PDF has no file without a date. This one says nothing.
    info: { Title: title, Author: 'Vezne', Creator: 'Vezne', Producer: 'Vezne', CreationDate: new Date(0) },
  });
  for (const [weight, file] of Object.entries(FONT_FILES)) {
    document.registerFont(weight, fileURLToPath(import.meta.resolve(`dejavu-fonts-ttf/ttf/${file}`)));
    setPlainLayout(document, weight);
  }

  /** A page begins in black. Saying a colour again for every word takes a tenth of the time. */
  let filled: Colour | undefined;
  let stroked: Colour | undefined;

  function fillWith(colour: Colour): void {
    if (colour !== filled) document.fillColor(COLOURS[colour].light);
    filled = colour;
  }

  function set({ size = DEFAULT_SIZE, weight = 'regular', colour = 'ink' }: Written): void {
    document.font(weight).fontSize(size);
    fillWith(colour);
  }

  function place(text: string, x: number, baseline: number): void {
    document.text(text, x, baseline, { lineBreak: false, baseline: 'alphabetic' });
  }

  return {
    addPage() {
      document.addPage();
      filled = undefined;
      stroked = undefined;
    },
    write(text, x, baseline, style = {}) {
      set(style);
      place(text, x, baseline);
    },
    writeBefore(text, right, baseline, style = {}) {
      set(style);
      place(text, right - document.widthOfString(text), baseline);
    },
    writeWithin(text, { x, width, baseline }, style = {}) {
      set(style);
      place(
        shortened(text, (shorter) => document.widthOfString(shorter) <= width),
        x,
        baseline,
      );
    },
    widthOf(text, style = {}) {
      set(style);
      return document.widthOfString(text);
    },
    rule(y, from, to, { colour = 'line', width = 0.5 } = {}) {
      if (colour !== stroked) document.strokeColor(COLOURS[colour].light);
      stroked = colour;
      document.moveTo(from, y).lineTo(to, y).lineWidth(width).stroke();
    },
    box({ x, y, width, height, radius = 0 }, colour) {
      fillWith(colour);
      document.roundedRect(x, y, width, height, radius).fill();
    },
    take: () => (document.read() as Buffer | null) ?? undefined,
    end() {
      document.end();
      return document as AsyncIterable<Buffer>;
    },
  };
}

/** Both ends say more than the middle. */
function shortened(text: string, fits: (shorter: string) => boolean): string {
  if (fits(text)) return text;
  const letters = Array.from(text);
  for (let kept = letters.length - 1; kept > 1; kept -= 1) {
    const start = Math.ceil(kept / 2);
    const shorter = `${letters.slice(0, start).join('')}…${letters.slice(letters.length - (kept - start)).join('')}`;
    if (fits(shorter)) return shorter;
  }
  return '…';
}
