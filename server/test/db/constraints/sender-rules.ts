import type { TableRules } from './configuration-rules.ts';
import { receiptRow, senderDetailRow } from '../rows/sender-rows.ts';

const NOWHERE = '00000000-0000-4000-8000-000000000000';

export const SENDER_RULES: readonly TableRules[] = [
  {
    table: 'sender_detail',
    validRow: (w) => senderDetailRow({ transaction: w.deposit }),
    refused: [
      [
        'a deposit has one sender',
        'sender_detail_pkey',
        (w) => ({ transaction_id: w.sender.details['transaction_id'] }),
      ],
      ['it is said of a transaction', 'sender_detail_transaction_id_fkey', { transaction_id: NOWHERE }],
      ['something is said', 'sender_detail_some', { sender_name: null, iban_last_four: null, sent_at: null }],
      ['a name is not empty', 'sender_detail_sender_name', { sender_name: '' }],
      ['a name fits in 128', 'sender_detail_sender_name', { sender_name: 'a'.repeat(129) }],
      ['four digits are four', 'sender_detail_iban_last_four', { iban_last_four: '123' }],
      ['four digits are no more', 'sender_detail_iban_last_four', { iban_last_four: '12345' }],
      ['digits are those of an IBAN', 'sender_detail_iban_last_four', { iban_last_four: '١٢٣٤' }],
    ],
  },
  {
    table: 'receipt',
    validRow: (w) => ({ ...receiptRow(w), receipt_no: 2 }),
    refused: [
      ['ids are unique', 'receipt_pkey', (w) => ({ id: w.sender.receipt['id'] })],
      ['it is of a transaction', 'receipt_transaction_id_fkey', { transaction_id: NOWHERE }],
      ['receipts count from one', 'receipt_no', { receipt_no: 0 }],
      ['a fourth is too many', 'receipt_no', { receipt_no: 4 }],
      ['a number is given once', 'receipt_of_transaction', { receipt_no: 1 }],
      ['a file is kept once', 'receipt_once', (w) => ({ sha256: w.sender.receipt['sha256'] })],
      ['it is not empty', 'receipt_content', { content: Buffer.alloc(0) }],
      ['it fits in 2 MiB', 'receipt_content', { content: Buffer.alloc(2_097_153) }],
      ['it is no page with script', 'receipt_media_type', { media_type: 'text/html' }],
      ['it is no drawing with script', 'receipt_media_type', { media_type: 'image/svg+xml' }],
      ['its hash is one', 'receipt_sha256', { sha256: Buffer.alloc(31) }],
    ],
  },
];
