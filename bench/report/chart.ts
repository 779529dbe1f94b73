import type { Outcome, Pair } from '../pairs.ts';

const WIDTH = 760;
const MARGIN = 24;
const TITLE_HEIGHT = 56;
const PLOT_HEIGHT = 150;
/** Room below the bars for the number of the pair and its ratio. */
const LABEL_HEIGHT = 48;
const PANEL_HEIGHT = TITLE_HEIGHT + PLOT_HEIGHT + LABEL_HEIGHT;
const SCALE_WIDTH = 56;
const BAR_GAP = 3;

/** The colours are readable on white and on near black; texts and lines follow the reader's setting. */
export const CHART_STYLE = `<style>
  text { font: 12px system-ui, sans-serif; fill: #1f2328; }
  .title { font-weight: 600; font-size: 14px; }
  .quiet { fill: #59636e; }
  .ground { fill: #ffffff; }
  .line { stroke: #d1d9e0; }
  .bare { fill: #8c959f; }
  .product { fill: #1a7f64; }
  .bare-line { stroke: #8c959f; fill: none; }
  .product-line { stroke: #1a7f64; fill: none; }
  @media (prefers-color-scheme: dark) {
    text { fill: #f0f6fc; }
    .quiet { fill: #9198a1; }
    .ground { fill: #0d1117; }
    .line { stroke: #3d444d; }
    .product { fill: #2fb38e; }
    .product-line { stroke: #2fb38e; }
  }
</style>`;

/** Bars of each pair, with one panel for each workload. */
export function chart(outcomes: readonly Outcome[]): string {
  const height = outcomes.length * PANEL_HEIGHT + 2 * MARGIN;
  const title = outcomes.map(summary).join('; ');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${escaped(title)}">
${CHART_STYLE}
<rect class="ground" width="${WIDTH}" height="${height}" rx="6"/>
${outcomes.map((outcome, index) => panel(outcome, MARGIN + index * PANEL_HEIGHT)).join('\n')}
</svg>
`;
}

function summary({ title, ratio, min, max }: Outcome): string {
  return `${title}: ${ratio.toFixed(2)} of bare PostgreSQL (${min.toFixed(2)} to ${max.toFixed(2)})`;
}

function panel(outcome: Outcome, top: number): string {
  const { pairs } = outcome;
  const plotTop = top + TITLE_HEIGHT;
  const bottom = plotTop + PLOT_HEIGHT;
  const largest = niceCeiling(
    Math.max(...pairs.flatMap(({ bare, product }) => [bare.perSecond, product.perSecond])),
  );
  const left = MARGIN + SCALE_WIDTH;
  const pairWidth = (WIDTH - MARGIN - left) / pairs.length;
  const scale = [0, 0.5, 1].map((part) => {
    const y = bottom - part * PLOT_HEIGHT;
    return `<line class="line" x1="${left}" x2="${WIDTH - MARGIN}" y1="${y}" y2="${y}"/><text class="quiet" x="${left - 8}" y="${y + 4}" text-anchor="end">${(part * largest).toLocaleString('en')}</text>`;
  });
  const bars = pairs.map((pair, index) =>
    pairBars(pair, { index, left: left + index * pairWidth, width: pairWidth, bottom, largest }),
  );
  return `<text class="title" x="${MARGIN}" y="${top + 14}">${escaped(summary(outcome))}</text>
<text class="quiet" x="${MARGIN}" y="${top + 36}">operations a second in adjacent slices:</text>
<rect class="bare" x="290" y="${top + 26}" width="12" height="12" rx="2"/><text x="307" y="${top + 36}">bare PostgreSQL</text>
<rect class="product" x="414" y="${top + 26}" width="12" height="12" rx="2"/><text x="431" y="${top + 36}">the service</text>
${[...scale, ...bars].join('\n')}`;
}

interface Place {
  index: number;
  left: number;
  width: number;
  bottom: number;
  largest: number;
}

function pairBars(pair: Pair, { index, left, width, bottom, largest }: Place): string {
  const middle = left + width / 2;
  const barWidth = Math.min(24, width / 2 - 2 * BAR_GAP);
  const bar = (side: 'bare' | 'product', x: number): string => {
    const height = (pair[side].perSecond / largest) * PLOT_HEIGHT;
    return `<rect class="${side}" x="${x.toFixed(1)}" y="${(bottom - height).toFixed(1)}" width="${barWidth.toFixed(1)}" height="${height.toFixed(1)}" rx="2"><title>${Math.round(pair[side].perSecond)} a second</title></rect>`;
  };
  return `${bar('bare', middle - barWidth - BAR_GAP / 2)}${bar('product', middle + BAR_GAP / 2)}
<text x="${middle.toFixed(1)}" y="${bottom + 18}" text-anchor="middle">${pair.ratio.toFixed(2)}</text><text class="quiet" x="${middle.toFixed(1)}" y="${bottom + 34}" text-anchor="middle">pair ${index + 1}</text>`;
}

/** The next of 1, 2, 4, 5, 6, 8 and 10 times a power of ten. */
export function niceCeiling(number: number): number {
  const power = 10 ** Math.floor(Math.log10(number));
  const step = [1, 2, 4, 5, 6, 8, 10].find((candidate) => candidate * power >= number) ?? 10;
  return step * power;
}

export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
