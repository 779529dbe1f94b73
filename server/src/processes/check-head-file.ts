import { open } from 'node:fs/promises';
import { ConfigError } from '../config/environment.ts';

/** Stops a worker at start if it could seal but never publish. */
export async function checkHeadFile(path: string): Promise<void> {
  try {
    await (await open(path, 'a')).close();
  } catch (error) {
    throw new ConfigError(`VEZNE_AUDIT_HEAD_FILE names a file that cannot be written: ${path}`, {
      cause: error,
    });
  }
}
