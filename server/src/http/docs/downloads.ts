import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { samplePath, vectorPath } from './site-map.ts';

/** A file that a reader saves and runs. */
export interface Download {
  path: string;
  type: string;
  headers: Readonly<Record<string, string>>;
  read: () => string;
}

const REPOSITORY = fileURLToPath(new URL('../../../../', import.meta.url));

/** Only these. A file of another kind that somebody leaves there is not published. */
const VECTORS = 'packages/sdk/vectors/*.{json,py,md}';
const SAMPLES = 'examples/{samples,webhooks,first-deposit,first-webhook}/*/*.{sh,ts,php,py,sql}';

/** The published test vectors, with programs that check them. */
export function vectorFiles(): Download[] {
  return globSync(VECTORS, { cwd: REPOSITORY }).map((file) => ({
    ...download(file),
    path: vectorPath(basename(file)),
  }));
}

/** The samples, byte for byte as tests run them. */
export function sampleFiles(): Download[] {
  return globSync(SAMPLES, { cwd: REPOSITORY }).map((file) => ({
    ...download(file),
    path: samplePath(file.replace(/^examples\//, '')),
  }));
}

function download(file: string): Omit<Download, 'path'> {
  const name = basename(file);
  return {
    type: name.endsWith('.json') ? 'application/json; charset=utf-8' : 'text/plain; charset=utf-8',
    headers: { 'content-disposition': `attachment; filename="${name}"` },
    read: () => readFileSync(`${REPOSITORY}${file}`, 'utf8'),
  };
}
