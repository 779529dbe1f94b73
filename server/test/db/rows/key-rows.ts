import { randomBytes, randomInt } from 'node:crypto';
import type { Row } from './row.ts';

/** A version that no process of the tests has. */
export function keyRow(): Row {
  return { purpose: 'secret', version: randomInt(1_000, 99_999), fingerprint: randomBytes(32) };
}

export function keyHolderRow({ key }: { key: Row }): Row {
  return { purpose: key['purpose'], version: key['version'], role: 'vezne_api' };
}
