import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isReachable } from '../postgres/binaries.ts';

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

export const DATABASE_FOLDER_PREFIX = 'database-';

/** Where the demo keeps its data: `.demo` in the checkout, with one folder for each database. */
export function demoDirectory(databaseUrl: string | undefined): string {
  const home = isReachable(REPOSITORY)
    ? join(REPOSITORY, '.demo')
    : join(tmpdir(), `vezne-demo-${shortHash(REPOSITORY)}`);
  return databaseUrl === undefined ? home : join(home, `${DATABASE_FOLDER_PREFIX}${shortHash(databaseUrl)}`);
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}
