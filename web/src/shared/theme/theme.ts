/** Mantine in our colours. Our own styles use the names of the tokens; Mantine's names point to them. */
import { createTheme } from '@mantine/core';
import type { CSSVariablesResolver, MantineColorsTuple } from '@mantine/core';
import { COLOURS, FONTS, FONT_SIZES, RADIUS, SPACING } from '@vezne/design/tokens';

/** Mantine wants ten shades. It uses the three that are tokens; the others lie between them. */
const TEAL: MantineColorsTuple = [
  COLOURS['accent-soft'].light,
  '#c6dfdb',
  '#a9c9c4',
  COLOURS['accent-strong'].dark,
  COLOURS.accent.dark,
  '#3d9b90',
  '#1d7a72',
  COLOURS.accent.light,
  COLOURS['accent-strong'].light,
  '#05302d',
];

const pixels = <Name extends string>(sizes: Readonly<Record<Name, number>>): Record<Name, string> =>
  Object.fromEntries(Object.entries<number>(sizes).map(([name, size]) => [name, `${size}px`])) as Record<
    Name,
    string
  >;

export const theme = createTheme({
  colors: { teal: TEAL },
  primaryColor: 'teal',
  primaryShade: { light: 7, dark: 4 },
  autoContrast: true,
  black: COLOURS.ink.light,
  fontFamily: FONTS.font,
  fontFamilyMonospace: FONTS.mono,
  fontSizes: pixels(FONT_SIZES),
  radius: pixels(RADIUS),
  spacing: pixels(SPACING),
  defaultRadius: 'sm',
  headings: { fontWeight: '600' },
  focusRing: 'never',
  // A box of 16 px with the radius of a button would be a circle, which is another control.
  components: { Checkbox: { defaultProps: { radius: 4 } } },
  cursorType: 'pointer',
  respectReducedMotion: true,
});

const MAPPED = {
  '--mantine-color-body': 'var(--card)',
  '--mantine-color-text': 'var(--ink)',
  '--mantine-color-dimmed': 'var(--quiet)',
  '--mantine-color-placeholder': 'var(--quiet)',
  '--mantine-color-default': 'var(--card)',
  '--mantine-color-default-hover': 'var(--sunken)',
  '--mantine-color-default-color': 'var(--ink)',
  '--mantine-color-default-border': 'var(--edge)',
  '--mantine-color-error': 'var(--rejected)',
  '--mantine-color-anchor': 'var(--accent)',
  '--mantine-color-disabled': 'var(--sunken)',
  '--mantine-color-disabled-color': 'var(--quiet)',
  '--mantine-color-disabled-border': 'var(--line)',
  '--mantine-primary-color-filled': 'var(--accent)',
  '--mantine-primary-color-filled-hover': 'var(--accent-strong)',
  '--mantine-primary-color-contrast': 'var(--on-accent)',
};

export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: { '--mantine-line-height': '1.45' },
  light: MAPPED,
  dark: MAPPED,
});
