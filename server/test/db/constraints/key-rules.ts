import { randomBytes } from 'node:crypto';
import type { TableRules } from './configuration-rules.ts';
import { keyHolderRow, keyRow } from '../rows/key-rows.ts';

export const KEY_RULES: readonly TableRules[] = [
  {
    table: 'key_fingerprint',
    validRow: keyRow,
    refused: [
      [
        'what a version means is said once',
        'key_fingerprint_pkey',
        (w) => ({ version: w.key['version'], fingerprint: randomBytes(32) }),
      ],
      ['keys are those that the program knows', 'key_fingerprint_purpose', { purpose: 'other' }],
      ['versions count from one', 'key_fingerprint_version', { version: 0 }],
      ['versions have five digits', 'key_fingerprint_version', { version: 100_000 }],
      [
        'the key for reference codes has one version',
        'key_fingerprint_version',
        { purpose: 'reference_code', version: 2 },
      ],
      ['a fingerprint has 32 bytes', 'key_fingerprint_length', { fingerprint: randomBytes(31) }],
    ],
  },
  {
    table: 'key_holder',
    validRow: (w) => ({ ...keyHolderRow(w), role: 'vezne_worker' }),
    refused: [
      ['a role has a key once', 'key_holder_pkey', { role: 'vezne_api' }],
      ['a key is registered before anybody has it', 'key_holder_key', { purpose: 'page' }],
    ],
  },
];
