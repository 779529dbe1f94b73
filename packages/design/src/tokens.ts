/**
 * The look of every surface, in one table: the hosted page, /docs, the console and the portal take their values from here.
 * Texts have at least 5.4:1 against what they stand on in light and 6.3:1 in dark; test/contrast.test.ts measures it.
 */
export interface Shades {
  light: string;
  dark: string;
}

export const COLOURS = {
  /** Behind everything. */
  paper: { light: '#f8f7f3', dark: '#101617' },
  /** Lists, panes, boxes and fields. */
  card: { light: '#fff', dark: '#192123' },
  ink: { light: '#1a2422', dark: '#edf1ee' },
  quiet: { light: '#55605c', dark: '#a6b1ad' },
  /** Separates. A border that can be pressed takes `edge`. */
  line: { light: '#e0ded5', dark: '#2e393b' },
  accent: { light: '#0b5d57', dark: '#63c9bc' },
  'accent-strong': { light: '#084944', dark: '#86d9ce' },
  'on-accent': { light: '#fff', dark: '#05211e' },
  'accent-soft': { light: '#e4f0ee', dark: '#17302e' },
  waiting: { light: '#855600', dark: '#f2bd5a' },
  'waiting-soft': { light: '#fdf1d8', dark: '#33290f' },
  approved: { light: '#17693a', dark: '#79d59f' },
  'approved-soft': { light: '#e3f3e8', dark: '#14301f' },
  rejected: { light: '#a8261c', dark: '#ff9d94' },
  'rejected-soft': { light: '#fbe9e7', dark: '#391b18' },
  /** Over the page, below a dialog. */
  shade: { light: 'rgb(26 36 34 / 45%)', dark: 'rgb(0 0 0 / 60%)' },
  /** Hover, code, skeletons. */
  sunken: { light: '#f3f2ed', dark: '#141c1e' },
  /** Borders of what can be pressed or written in: 3:1. */
  edge: { light: '#858e89', dark: '#6d7a78' },
  'on-rejected': { light: '#fff', dark: '#2b0906' },
  /** A second series in a chart, never a text. */
  'chart-2': { light: '#a9c9c4', dark: '#2f5652' },
} as const satisfies Record<string, Shades>;

export type Colour = keyof typeof COLOURS;

/** The system's own fonts: nothing to load, and every figure as wide as the next. */
export const FONTS = {
  font: "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', sans-serif",
  mono: "ui-monospace, 'SF Mono', 'Cascadia Mono', Menlo, Consolas, monospace",
} as const;

/** In pixels. */
export const SPACING = { xs: 8, sm: 12, md: 16, lg: 24, xl: 32 } as const;
/** Inputs and buttons up to 36 px; larger buttons and boxes; dialogs. */
export const RADIUS = { sm: 8, md: 12, lg: 16 } as const;
/** Labels and hints; body; title of a pane; title of a page. */
export const FONT_SIZES = { xs: 12, sm: 14, md: 16, lg: 18 } as const;
