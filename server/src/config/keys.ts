/** Keys: versioned where something is sealed with them, and never one that looks like no key. */
import { ConfigError, required, textOf } from './environment.ts';
import type { Env } from './environment.ts';

/** Versioned key material: `current` seals new secrets; the others only open older ones. */
export interface VersionedKeys {
  current: number;
  byVersion: ReadonlyMap<number, Buffer>;
}

const KEY_BYTES = 32;

const KEY_HINT = 'Make one with: vezne keys generate';

/** Only for commands that make credentials. Commands that only show or pause something need no key. */
export function readSecretKeys(env: Env = process.env): VersionedKeys {
  return readKeys(env, 'VEZNE_SECRET_KEYS');
}

/** For a command that looks a code up. */
export function readReferenceCodeKey(env: Env = process.env): Buffer {
  return readKey(env, 'VEZNE_REFERENCE_CODE_KEY');
}

/** Whether the person at the command line has keys. Most commands need none. */
export function hasSecretKeys(env: Env = process.env): boolean {
  return textOf(env, 'VEZNE_SECRET_KEYS') !== undefined;
}

/** `2:BASE64,1:BASE64`: the first is current; the rest are older versions that still open what they sealed. */
export function readKeys(env: Env, name: string): VersionedKeys {
  const byVersion = new Map<number, Buffer>();
  for (const part of required(env, name, KEY_HINT).split(',')) {
    const [, version, key] = /^\s*([1-9]\d{0,4}):(\S+)\s*$/.exec(part) ?? [];
    if (version === undefined || key === undefined || byVersion.has(Number(version))) {
      throw new ConfigError(
        `${name} must look like 1:BASE64 or 2:BASE64,1:BASE64, each version once. ${KEY_HINT}`,
      );
    }
    byVersion.set(Number(version), decodeKey(name, key));
  }
  const [current] = byVersion.keys();
  if (current === undefined) throw new ConfigError(`${name} holds no key. ${KEY_HINT}`);
  return { current, byVersion };
}

export function readKey(env: Env, name: string): Buffer {
  return decodeKey(name, required(env, name, KEY_HINT));
}

function decodeKey(name: string, text: string): Buffer {
  const key = Buffer.from(text, 'base64');
  if (key.length !== KEY_BYTES || key.toString('base64') !== text) {
    throw new ConfigError(`${name} must hold keys of ${KEY_BYTES} bytes in base64. ${KEY_HINT}`);
  }
  // At least sixteen distinct bytes. A key of zeros, of one letter or of a repeated sentence has fewer. A random key
  // practically never has fewer.
  if (new Set(key).size < 16) throw new ConfigError(`${name} holds a key that is not random. ${KEY_HINT}`);
  return key;
}
