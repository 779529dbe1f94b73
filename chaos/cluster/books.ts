/** What the commands of the product that verify everything say in the end, of the database that leads by then. */
import { execFile } from 'node:child_process';
import { statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { CLEAN_ENVIRONMENT } from '../../server/test/harness/clean-environment.ts';
import { testKeysEnv } from '../../server/test/harness/keys.ts';
import type { ClientLog } from './client-log.ts';
import { CLUSTER_ENV } from './installation.ts';
import type { Installation } from './installation.ts';

const run = promisify(execFile);
const MAIN = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url));
/** Everything is read, of an hour of creates, on a machine that may be busy. */
const WITHIN_MS = 900_000;
const SAID_CHARACTERS = 2_000;

/** The audit log is sealed once a minute. A short run waits for its first seal: without any nothing can be verified. */
const PUBLISHED_WITHIN_MS = 150_000;
const PAUSE_MS = 500;

export async function untilAHeadIsPublished(headFiles: readonly string[]): Promise<void> {
  const deadline = Date.now() + PUBLISHED_WITHIN_MS;
  while (Date.now() < deadline && !headFiles.some(isPublished)) await sleep(PAUSE_MS);
}

function isPublished(headFile: string): boolean {
  return (statSync(headFile, { throwIfNoEntry: false })?.size ?? 0) > 0;
}

export async function verifyBooks(
  { urlOf }: Pick<Installation, 'urlOf'>,
  { log, headFiles }: { log: ClientLog; headFiles: readonly string[] },
): Promise<void> {
  const env = {
    ...CLEAN_ENVIRONMENT,
    ...testKeysEnv,
    ...CLUSTER_ENV,
    VEZNE_ADMIN_DATABASE_URL: urlOf('vezne_admin'),
  };
  const audits = headFiles.filter(isPublished).map((file) => ['audit', 'verify', '--heads', file]);
  if (audits.length === 0) note('audit verify', 'No worker has published a head of the audit log.');
  for (const words of [['ledger', 'verify', '--full'], ...audits]) {
    const options = { env: { ...env, VEZNE_ACTOR: 'ayse' }, timeout: WITHIN_MS };
    await run(process.execPath, [MAIN, ...words], options).catch((error: unknown) => {
      const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
      note(words.slice(0, 2).join(' '), `${stdout}${stderr}` || String(error));
    });
  }

  function note(command: string, said: string): void {
    log.note({ kind: 'books', at: Date.now(), command, said: said.slice(0, SAID_CHARACTERS) });
  }
}
