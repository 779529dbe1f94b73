import { textWidth } from './boxes.ts';
import { Canvas, MARGIN } from './picture.ts';
import type { Picture } from './picture.ts';

/** Stands beside a picture of a phone on a wide screen, and below it on a phone. */
const WIDTH = 460;
const BOX_HEIGHT = 74;
const GAP = 28;
const PADDING = 14;
const TITLE_X = MARGIN + 48;

interface Step {
  title: string;
  /** What of it a program sees. */
  sent?: string;
  line: string;
}

interface FlowTexts {
  description: string;
  steps: readonly Step[];
}

const TEXTS = {
  en: {
    description:
      'A deposit in four steps: the partner asks, the player pays, an operator looks and approves, the partner is told.',
    steps: [
      { title: 'The partner asks', sent: 'POST /v1/deposits', line: 'signed, and safe to repeat' },
      { title: 'The player pays', line: 'by bank transfer, with a code' },
      { title: 'An operator looks', line: 'sees the money at the bank, approves' },
      { title: 'The partner is told', sent: 'deposit.approved', line: 'signed; the player is credited' },
    ],
  },
  tr: {
    description:
      'Dört adımda bir yatırım: iş ortağı ister, oyuncu öder, operatör bakıp onaylar, iş ortağına haber verilir.',
    steps: [
      { title: 'İş ortağı ister', sent: 'POST /v1/deposits', line: 'imzalı, tekrarı güvenli' },
      { title: 'Oyuncu öder', line: 'banka transferiyle, bir kodla' },
      { title: 'Operatör bakar', line: 'parayı bankada görür, onaylar' },
      { title: 'Haber verilir', sent: 'deposit.approved', line: 'imzalı; oyuncunun bakiyesi artar' },
    ],
  },
} as const satisfies Record<string, FlowTexts>;

/** How a deposit goes, for somebody who has a minute. */
export function flowPicture(language: keyof typeof TEXTS): Picture {
  const { steps, description }: FlowTexts = TEXTS[language];
  const canvas = new Canvas();
  steps.forEach((step, index) => {
    const y = MARGIN + index * (BOX_HEIGHT + GAP);
    drawStep(canvas, step, { number: index + 1, y, look: index === steps.length - 1 ? 'good' : 'box' });
    if (index === 0) return;
    const middle = WIDTH / 2;
    canvas.arrow(`M${middle} ${y - GAP}V${y - 8}`, { x: middle, y, towards: 'down' });
  });
  const height = 2 * MARGIN + steps.length * BOX_HEIGHT + (steps.length - 1) * GAP;
  return canvas.finish({ height, width: WIDTH, description });
}

function drawStep(
  canvas: Canvas,
  { title, sent, line }: Step,
  { number, y, look }: { number: number; y: number; look: string },
): void {
  canvas.rectangle({ x: MARGIN, y, width: WIDTH - 2 * MARGIN, height: BOX_HEIGHT }, look);
  canvas.text(String(number), { x: MARGIN + 18, y: y + 46, size: 24, look: 'bold quiet' });
  canvas.text(title, { x: TITLE_X, y: y + 32, size: 16, look: 'bold' });
  canvas.text(line, { x: TITLE_X, y: y + 56, size: 14, look: 'quiet' });
  if (sent === undefined) return;
  const width = textWidth(sent, 12) + 18;
  canvas.pill(sent, { x: WIDTH - MARGIN - PADDING - width, y: y + PADDING });
}
