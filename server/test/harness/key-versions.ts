import assert from 'node:assert/strict';
import { ConfigError } from '../../src/config/environment.ts';
import type { VersionedKeys } from '../../src/config/keys.ts';

/** Keys by their versions; the first is current. */
export function keysOf(...versions: (readonly [number, Buffer])[]): VersionedKeys {
  return { current: versions[0]?.[0] ?? 0, byVersion: new Map(versions) };
}

/** The process does not start with its keys, and says why. */
export async function assertRefusedStart(starting: Promise<void>, sentence: RegExp): Promise<void> {
  await assert.rejects(starting, (error: unknown) => {
    assert.ok(error instanceof ConfigError, String(error));
    assert.match(error.message, sentence);
    return true;
  });
}
