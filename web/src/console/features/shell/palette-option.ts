import type { ReactNode } from 'react';
import type { IconName } from '../../../shared/ui/icon-paths.ts';

/** A line of the palette. */
export interface PaletteOption {
  id: string;
  group: string;
  name: string;
  icon: IconName;
  keys?: string;
  /** Instead of the name, where a name alone is too little. */
  shown?: ReactNode;
  /** It is what was typed, and no guess. Enter may be pressed before it is there. */
  isCertain?: boolean;
  run: () => void;
}
