import { randomBytes } from 'node:crypto';
import type { TableRules } from './configuration-rules.ts';
import { auditSealRow } from '../rows/valid-rows.ts';

export const AUDIT_RULES: readonly TableRules[] = [
  {
    table: 'audit_seal',
    validRow: (w) => auditSealRow(w.auditSeal),
    refused: [
      [
        'a seal is never overwritten',
        'audit_seal_pkey',
        (w) => ({ seal_no: w.auditSeal['seal_no'], previous_hash: w.auditSeal['previous_hash'] }),
      ],
      ['seals count from one', 'audit_seal_no', { seal_no: 0n }],
      [
        'no seal is left out',
        'audit_seal_follows',
        (w) => ({ seal_no: (w.auditSeal['seal_no'] as bigint) + 2n }),
      ],
      ['a seal names the hash before it', 'audit_seal_follows', { previous_hash: randomBytes(32) }],
      ['the first seal follows nothing', 'audit_seal_first', { seal_no: 1n, previous_hash: randomBytes(32) }],
      ['a hash has 32 bytes', 'audit_seal_hash', { hash: randomBytes(31) }],
      ['the hash before has 32 bytes', 'audit_seal_previous_hash', { previous_hash: randomBytes(33) }],
      ['a seal covers something', 'audit_seal_entry_count', { entry_count: 0n }],
      ['a seal is of a known form', 'audit_seal_form', { form: 4 }],
      ['along the chain the form never falls', 'audit_seal_form_never_falls', { form: 1 }],
    ],
  },
  {
    table: 'work_lock',
    validRow: null,
    refused: [
      ['a lock is there once', 'work_lock_pkey', { name: 'blocks' }],
      ['locks are those that the program knows', 'work_lock_name', { name: 'mine' }],
      ['a lock stays', 'work_lock_is_there', { name: 'blocks', is_there: false }],
    ],
  },
];
