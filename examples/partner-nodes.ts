import { join } from 'node:path';
import { fetchedPackage } from './fetched-package.ts';

/** One of each line that partners run. The last one is what runs this repository (.ci/setup fetches the same). */
export const PARTNER_NODES = ['20.20.2', '22.23.3', '24.21.0'] as const;

/** The folder that holds this version of Node, as npm distributes it. */
export async function partnerNode(version: (typeof PARTNER_NODES)[number]): Promise<string> {
  return join(await fetchedPackage(`node-${process.platform}-${process.arch}`, version, 'node'), 'bin');
}

/** The last line before this repository's own compiler, and the one that most partners have. */
const PARTNER_TYPESCRIPT = '5.9.3';

export async function partnerTypeScript(): Promise<string> {
  return join(await fetchedPackage('typescript', PARTNER_TYPESCRIPT), 'bin/tsc');
}
