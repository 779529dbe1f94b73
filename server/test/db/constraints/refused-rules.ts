import type { TableRules } from './configuration-rules.ts';
import { operationRow, transferRow } from '../rows/ledger-rows.ts';
import { refusedMoneyRow } from '../rows/refused-rows.ts';
import { APPROVED, depositRow } from '../rows/valid-rows.ts';

const NOWHERE = '00000000-0000-4000-8000-000000000000';

/** Money that came and was refused, and what names it. */
export const REFUSED_RULES: readonly TableRules[] = [
  {
    table: 'refused_money',
    validRow: refusedMoneyRow,
    refused: [
      [
        'a deposit’s refused money is kept once',
        'refused_money_pkey',
        (w) => ({ transaction_id: w.refusedMoney['transaction_id'] }),
      ],
      ['it is of a deposit', 'refused_money_transaction_id_fkey', { transaction_id: NOWHERE }],
      ['it is at an account', 'refused_money_bank_account_id_fkey', { bank_account_id: NOWHERE }],
      ['no more leaves than is open', 'refused_money_open', { open_cents: -1n }],
      ['no more is open than came', 'refused_money_open', { open_cents: 501n }],
      ['what came is not negative', 'refused_money_amount', { amount_cents: -1n, open_cents: 0n }],
    ],
  },
  {
    table: 'transaction',
    validRow: (w) => ({
      ...depositRow(w),
      ...APPROVED,
      external_reference: w.deposit['external_reference'],
      original_transaction_id: w.deposit['id'],
      refused_transaction_id: w.deposit['id'],
    }),
    refused: [
      [
        'only late money is money that was refused before',
        'transaction_refused',
        { original_transaction_id: null },
      ],
      ['what was refused exists', 'transaction_refused_fkey', { refused_transaction_id: NOWHERE }],
    ],
  },
  {
    table: 'ledger_operation',
    validRow: (w) => ({
      ...operationRow(w),
      kind: 'returned_to_sender',
      partner_id: null,
      refused_transaction_id: w.deposit['id'],
      confirmed_by: 'mehmet',
      confirmed_by_id: 'mehmet',
      said: '{"sentTo": "TR330006100519786457841326"}',
    }),
    refused: [
      ['what is returned was refused', 'ledger_operation_refused', { refused_transaction_id: null }],
      ['a bank fee is of no deposit', 'ledger_operation_refused', { kind: 'bank_fee_charged' }],
      ['the deposit exists', 'ledger_operation_refused_fkey', { refused_transaction_id: NOWHERE }],
      ['a return needs two people', 'ledger_operation_return', { confirmed_by: null, confirmed_by_id: null }],
      ['a return says where to', 'ledger_operation_return', { said: null }],
    ],
  },
  {
    table: 'ledger_transfer',
    validRow: (w) => transferRow(w.books),
    refused: [['the deposit exists', 'ledger_transfer_refused_fkey', { refused_transaction_id: NOWHERE }]],
  },
];
