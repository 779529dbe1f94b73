import type { TableRules } from './configuration-rules.ts';
import { payoutTransferRow } from '../rows/payout-rows.ts';
import { APPROVED, REJECTED, depositRow, withdrawalRow } from '../rows/valid-rows.ts';

const NOWHERE = '00000000-0000-4000-8000-000000000000';
const HELD = { held_until: new Date(), hold_reason: 'bank_down' };

/** Payouts that are sent in parts, and deposits that are held. */
export const PAYOUT_RULES: readonly TableRules[] = [
  {
    table: 'payout_transfer',
    validRow: (w) => payoutTransferRow(w.payout),
    refused: [
      ['a number is given once', 'payout_transfer_pkey', { number: 1 }],
      [
        'a transfer is recorded once',
        'payout_transfer_once',
        (w) => ({ bank_reference: w.payout.part['bank_reference'] }),
      ],
      ['it is of a transaction', 'payout_transfer_transaction_id_fkey', { transaction_id: NOWHERE }],
      ['parts count from one', 'payout_transfer_number', { number: 0 }],
      ['a part is an amount', 'payout_transfer_amount', { amount_cents: 0n }],
      ['a reference is not empty', 'payout_transfer_bank_reference', { bank_reference: '' }],
      ['a reference fits in 64', 'payout_transfer_bank_reference', { bank_reference: 'a'.repeat(65) }],
      ['somebody sent it', 'payout_transfer_sent_by', { sent_by: '' }],
      ['that person is known by an id', 'payout_transfer_sent_by', { sent_by_id: '' }],
      ['parts are at most what the player is paid', 'transaction_parts_sent', { amount_cents: 97_000n }],
      [
        'a payout in the queue has no parts',
        'transaction_parts_sent',
        (w) => ({ transaction_id: w.withdrawal['id'] }),
      ],
      ['a deposit has no parts', 'transaction_parts_sent', (w) => ({ transaction_id: w.deposit['id'] })],
    ],
  },
  {
    table: 'transaction',
    validRow: (w) => ({
      ...withdrawalRow(w),
      ...authorisedBy(w.payout.authorised),
      parts_sent_cents: 97_000n,
    }),
    refused: [
      ['parts are not negative', 'transaction_parts_sent', { parts_sent_cents: -1n }],
      ['parts are at most the payout', 'transaction_parts_sent', { parts_sent_cents: 97_001n }],
      ['what is approved was sent whole', 'transaction_parts_sent', { ...APPROVED, parts_sent_cents: 1n }],
      ['what has left is not rejected', 'transaction_parts_sent', REJECTED],
      [
        'what has left is not released',
        'transaction_parts_sent',
        { stage: 'queued', bank_account_id: null, taken_by: null, authorised_by: null },
      ],
    ],
  },
  {
    table: 'transaction',
    validRow: (w) => ({ ...depositRow(w), status: 'waiting_confirmation', ...HELD }),
    refused: [
      ['a hold has a reason', 'transaction_hold', { hold_reason: null }],
      ['a hold has an end', 'transaction_hold', { held_until: null }],
      ['what waits for its money is not held', 'transaction_hold', { status: 'waiting_payment' }],
      ['what is decided is not held', 'transaction_hold', APPROVED],
      ['a payout is not held', 'transaction_hold', (w) => ({ ...NO_DEPOSIT, ...withdrawalRow(w), ...HELD })],
      ['a hold has one of the reasons', 'transaction_hold_reason', { hold_reason: 'lunch' }],
    ],
  },
];

const NO_DEPOSIT = { bank_account_id: null };

function authorisedBy(authorised: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { bank_account_id, taken_by, authorised_by, stage } = authorised;
  return { bank_account_id, taken_by, authorised_by, stage };
}
