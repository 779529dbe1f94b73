import type { TableRules } from './configuration-rules.ts';
import { misdirectedRow } from '../rows/misdirected-rows.ts';

const NOWHERE = '00000000-0000-4000-8000-000000000000';

export const MISDIRECTED_RULES: readonly TableRules[] = [
  {
    table: 'misdirected_payout',
    validRow: (w) => misdirectedRow(w.withdrawal),
    refused: [
      [
        'a payout is counted once',
        'misdirected_payout_pkey',
        (w) => ({ payout_id: w.payout.authorised['id'] }),
      ],
      ['it is of a payout', 'misdirected_payout_payout_id_fkey', { payout_id: NOWHERE }],
      [
        'something went wrong',
        'misdirected_payout_amounts',
        { sent_cents: 0n, recovered_cents: 0n, written_off_cents: 0n },
      ],
      ['what came back is not below zero', 'misdirected_payout_amounts', { recovered_cents: -1n }],
      ['what was given up is not below zero', 'misdirected_payout_amounts', { written_off_cents: -1n }],
      ['no more comes back than is out', 'misdirected_payout_out', { recovered_cents: 301n }],
    ],
  },
];
