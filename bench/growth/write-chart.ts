import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { growthChart } from './chart.ts';
import type { Figure } from './figures.ts';

/** Draws the figures for docs/performance.md. */
export async function writeGrowthChart(figures: readonly Figure[]): Promise<void> {
  const path = fileURLToPath(new URL('../../docs/images/bench-growth.svg', import.meta.url));
  await writeFile(path, growthChart(figures));
}
