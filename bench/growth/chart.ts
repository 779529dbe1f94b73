import { CHART_STYLE, escaped, niceCeiling } from '../report/chart.ts';
import type { Figure } from './figures.ts';
import { OPERATION_NAMES, OPERATION_TITLES } from './operations.ts';
import type { OperationName } from './operations.ts';

const COLUMNS = 2;
const MARGIN = 24;
const PANEL_WIDTH = 356;
const PANEL_HEIGHT = 216;
const WIDTH = COLUMNS * PANEL_WIDTH + 2 * MARGIN;
/** Room in a panel around its plot: the title above, sizes below, the scale on the left. */
const PLOT = { top: 40, left: 52, width: PANEL_WIDTH - 84, height: 116 };

/** What each operation costs over the sizes, with a panel for each: medians, with the smallest and largest slice. */
export function growthChart(figures: readonly Figure[]): string {
  const names = OPERATION_NAMES.filter((name) => figures.some(({ operation }) => operation === name));
  const height = Math.ceil(names.length / COLUMNS) * PANEL_HEIGHT + 2 * MARGIN;
  const panels = names.map((name, index) => {
    const left = MARGIN + (index % COLUMNS) * PANEL_WIDTH;
    const top = MARGIN + Math.floor(index / COLUMNS) * PANEL_HEIGHT;
    const own = figures.filter(({ operation }) => operation === name);
    return `<g transform="translate(${left} ${top})">\n${panel(name, own)}\n</g>`;
  });
  const label = 'Processor time of PostgreSQL for an operation, over the length of the history';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${label}">
${CHART_STYLE}
<rect class="ground" width="${WIDTH}" height="${height}" rx="6"/>
${panels.join('\n')}
</svg>
`;
}

function panel(name: OperationName, figures: readonly Figure[]): string {
  const sizes = [...new Set(figures.map(({ size }) => size))].toSorted((left, right) => left - right);
  const unit = unitOf(figures);
  const largest = niceCeiling(Math.max(...figures.map(({ backendUs }) => backendUs.max)));
  const bottom = PLOT.top + PLOT.height;
  const xOf = (size: number): number => PLOT.left + (PLOT.width * (sizes.indexOf(size) + 0.5)) / sizes.length;
  const yOf = (us: number): number => bottom - (us / largest) * PLOT.height;
  const scale = [0, 0.5, 1].map((part) => {
    const y = bottom - part * PLOT.height;
    return `<line class="line" x1="${PLOT.left}" x2="${PLOT.left + PLOT.width}" y1="${y}" y2="${y}"/><text class="quiet" x="${PLOT.left - 8}" y="${y + 4}" text-anchor="end">${((part * largest) / unit.us).toLocaleString('en')}</text>`;
  });
  const labels = sizes.map(
    (size) =>
      `<text class="quiet" x="${xOf(size).toFixed(1)}" y="${bottom + 18}" text-anchor="middle">${size.toLocaleString('en')}</text>`,
  );
  const moments = [...new Set(figures.map(({ moment }) => moment))];
  const lines = moments.map((moment, index) => {
    // The two moments stand beside each other, so that neither hides the other.
    const shift = (index - (moments.length - 1) / 2) * 10;
    const points = figures
      .filter((figure) => figure.moment === moment)
      .map(({ size, backendUs, ratio }) => ({ x: xOf(size) + shift, size, backendUs, ratio }));
    const colour = index === 0 ? 'product' : 'bare';
    const path = points.map(({ x, backendUs }) => `${x.toFixed(1)},${yOf(backendUs.median).toFixed(1)}`);
    const marks = points.map(
      ({ x, backendUs, ratio }) =>
        `<line class="${colour}-line" x1="${x.toFixed(1)}" x2="${x.toFixed(1)}" y1="${yOf(backendUs.min).toFixed(1)}" y2="${yOf(backendUs.max).toFixed(1)}"/><circle class="${colour}" cx="${x.toFixed(1)}" cy="${yOf(backendUs.median).toFixed(1)}" r="4"><title>${moment}: ${backendUs.median.toFixed(0)} µs, ratio ${ratio.median.toFixed(2)}</title></circle>`,
    );
    const key =
      moment === 'any'
        ? ''
        : `<circle class="${colour}" cx="${PLOT.left + 4 + index * 130}" cy="${bottom + 36}" r="4"/><text class="quiet" x="${PLOT.left + 14 + index * 130}" y="${bottom + 40}">${moment}</text>`;
    return `<polyline class="${colour}-line" points="${path.join(' ')}"/>${marks.join('')}${key}`;
  });
  return `<text class="title" x="0" y="14">${escaped(OPERATION_TITLES[name])}, ${unit.name}</text>
${[...scale, ...labels, ...lines].join('\n')}`;
}

function unitOf(figures: readonly Figure[]): { name: string; us: number } {
  return figures.some(({ backendUs }) => backendUs.median >= 1_000_000)
    ? { name: 's', us: 1_000_000 }
    : { name: 'µs', us: 1 };
}
