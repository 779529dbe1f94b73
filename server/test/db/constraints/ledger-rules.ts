import { randomUUID } from 'node:crypto';
import type { TableRules } from './configuration-rules.ts';
import {
  entryRow,
  ledgerAccountRow,
  movementRow,
  ofStep,
  operationRow,
  transferRow,
} from '../rows/ledger-rows.ts';
import { nextNumber } from '../rows/valid-rows.ts';
import type { Row, World } from '../rows/valid-rows.ts';

const NOWHERE = '00000000-0000-4000-8000-000000000000';

/** An account of the house exists once, so a second one is valid in every way except that. */
const ACCOUNT_RULES: TableRules = {
  table: 'ledger_account',
  validRow: (w) => ({
    ...ledgerAccountRow(),
    kind: 'unallocated',
    bank_account_id: w.spareBankAccount['id'],
  }),
  refused: [
    ['ids are unique', 'ledger_account_pkey', (w) => ({ id: w.books.partnerAccount['id'] })],
    ['an account is of a known kind', 'ledger_account_kind', { kind: 'petty_cash', bank_account_id: null }],
    ['an account exists once', 'ledger_account_name', (w) => ({ bank_account_id: w.bankAccount['id'] })],
    [
      'an account of the house exists once',
      'ledger_account_name',
      { kind: 'bank_fees', bank_account_id: null },
    ],
    ['a bank’s account is of a bank', 'ledger_account_owner', { bank_account_id: null }],
    ['a partner’s account is of a partner', 'ledger_account_owner', { kind: 'partner_balance' }],
    ['the house owns its own', 'ledger_account_owner', { kind: 'in_transit' }],
    [
      'its partner exists',
      'ledger_account_partner_id_fkey',
      { kind: 'partner_balance', partner_id: NOWHERE, bank_account_id: null },
    ],
    ['its bank account exists', 'ledger_account_bank_account_id_fkey', { bank_account_id: NOWHERE }],
    [
      'a reserve is never negative',
      'ledger_account_reserved',
      (w) => ({
        kind: 'partner_reserved',
        partner_id: w.partner['id'],
        bank_account_id: null,
        balance_cents: -1n,
        entry_count: 1n,
      }),
    ],
    ['a balance comes from entries', 'ledger_account_entry_count', { balance_cents: 1n }],
    ['entries are counted from zero', 'ledger_account_entry_count', { entry_count: -1n }],
  ],
};

/** Of the transfer that has not arrived. */
function anotherArrival({ sentTransfer }: World): Row {
  return { kind: 'internal_transfer_arrived', partner_id: null, sent_operation_id: sentTransfer['id'] };
}

const OPERATION_RULES: TableRules = {
  table: 'ledger_operation',
  validRow: operationRow,
  refused: [
    ['a person has an id', 'ledger_operation_ids', { actor_id: '' }],
    [
      'the second person has another id',
      'ledger_operation_ids',
      { confirmed_by: 'Mehmet', confirmed_by_id: 'ayse' },
    ],
    [
      'the second person has another name, however it is spelled',
      'ledger_operation_two_names',
      { actor: 'Ali Işık', actor_id: 'a', confirmed_by: 'ALİ-IŞIK', confirmed_by_id: 'b' },
    ],
    ['what was said is an object', 'ledger_operation_said', { said: '1' }],
    ['ids are unique', 'ledger_operation_pkey', (w) => ({ id: w.books.operation['id'] })],
    ['an operation is of a known kind', 'ledger_operation_kind', { kind: 'gift', partner_id: null }],
    ['the amount is not zero', 'ledger_operation_amount', { amount_cents: 0n }],
    ['a top-up is of a partner', 'ledger_operation_partner', { partner_id: null }],
    ['a bank fee is of no partner', 'ledger_operation_partner', { kind: 'bank_fee_charged' }],
    ['its partner exists', 'ledger_operation_partner_id_fkey', { partner_id: NOWHERE }],
    ['money moves at a bank', 'ledger_operation_bank_account', { bank_account_id: null }],
    ['its bank account exists', 'ledger_operation_bank_account_id_fkey', { bank_account_id: NOWHERE }],
    [
      'an arrival names the transfer that was sent',
      'ledger_operation_sent',
      { kind: 'internal_transfer_arrived', partner_id: null },
    ],
    [
      'the transfer that an arrival names exists',
      'ledger_operation_sent_fkey',
      { kind: 'internal_transfer_arrived', partner_id: null, sent_operation_id: NOWHERE },
    ],
    [
      'a transfer arrives once',
      'ledger_operation_arrives_once',
      (w) => ({
        kind: 'internal_transfer_arrived',
        partner_id: null,
        sent_operation_id: w.arrival['sent_operation_id'],
      }),
    ],
    ['the second person is not the first', 'ledger_operation_people', { confirmed_by: ' AYSE' }],
    [
      'an adjustment needs two people',
      'ledger_operation_adjustment',
      { kind: 'adjusted', partner_id: null, bank_account_id: null },
    ],
    ['an operation says why', 'ledger_operation_note', { note: '' }],
    ['a fee is kept of a transfer between our accounts', 'ledger_operation_fee', { fee_cents: 1n }],
    ['a fee is an amount', 'ledger_operation_fee', (w) => ({ ...anotherArrival(w), fee_cents: 0n })],
    [
      'what came back is of a payout',
      'ledger_operation_payout',
      { kind: 'misdirected_recovered', partner_id: null },
    ],
    ['a top-up is of no payout', 'ledger_operation_payout', (w) => ({ payout_id: w.withdrawal['id'] })],
    [
      'the payout exists',
      'ledger_operation_payout_fkey',
      { kind: 'misdirected_recovered', partner_id: null, payout_id: NOWHERE },
    ],
    [
      'money that went wrong needs two people',
      'ledger_operation_misdirected',
      (w) => ({ kind: 'misdirected_sent', partner_id: null, payout_id: w.withdrawal['id'] }),
    ],
    [
      'a transfer arrives whole',
      'ledger_operation_arrives_whole',
      (w) => ({ ...anotherArrival(w), amount_cents: 499n }),
    ],
    ['with its fee', 'ledger_operation_arrives_whole', (w) => ({ ...anotherArrival(w), fee_cents: 1n })],
    [
      'at another account than it left',
      'ledger_operation_arrives_whole',
      (w) => ({ ...anotherArrival(w), bank_account_id: w.spareBankAccount['id'] }),
    ],
    [
      'or back at its own',
      'ledger_operation_arrives_whole',
      (w) => ({ ...anotherArrival(w), kind: 'internal_transfer_returned' }),
    ],
  ],
};

const TRANSFER_RULES: TableRules = {
  table: 'ledger_transfer',
  validRow: (w) => transferRow(w.books),
  refused: [
    ['ids are unique', 'ledger_transfer_pkey', (w) => ({ id: w.books.transfer['id'] })],
    ['a transfer is of a known kind', 'ledger_transfer_kind', { kind: 'gift' }],
    ['a transfer has a cause', 'ledger_transfer_cause', { operation_id: null }],
    [
      'a transfer has one cause',
      'ledger_transfer_cause',
      (w) => ({ transaction_id: w.deposit['id'], step_no: 1 }),
    ],
    ['its operation exists', 'ledger_transfer_operation_id_fkey', { operation_id: NOWHERE }],
    ['its step exists', 'ledger_transfer_step', (w) => ({ ...ofStep(w), step_no: nextNumber() })],
    ['positions count from one', 'ledger_transfer_position', { position: 0 }],
    ['the amount is not zero', 'ledger_transfer_amount', { amount_cents: 0n }],
    [
      'money moves between two accounts',
      'ledger_transfer_accounts',
      (w) => ({ credit_account_id: w.books.bankLedgerAccount['id'] }),
    ],
    ['the debited account exists', 'ledger_transfer_debit', { debit_account_id: 0n }],
    ['the credited account exists', 'ledger_transfer_credit', { credit_account_id: 0n }],
    [
      'a step posts once',
      'ledger_transfer_of_step',
      (w) => ({ ...ofStep(w), position: w.books.transfer['position'] }),
    ],
    [
      'an operation posts once',
      'ledger_transfer_once_of_operation',
      (w) => ({ position: w.operationTransfer['position'] }),
    ],
  ],
};

const ENTRY_RULES: TableRules = {
  table: 'ledger_entry',
  validRow: (w) => entryRow({ partnerAccount: w.books.bankLedgerAccount, transfer: w.books.transfer }),
  refused: [
    [
      'an account numbers its entries',
      'ledger_entry_pkey',
      (w) => ({ account_id: w.books.partnerAccount['id'], entry_no: w.books.entry['entry_no'] }),
    ],
    ['its account exists', 'ledger_entry_account', { account_id: 0n }],
    ['its transfer exists', 'ledger_entry_transfer', { transfer_id: 0n }],
    [
      'a transfer has one entry on an account',
      'ledger_entry_once',
      (w) => ({ account_id: w.books.partnerAccount['id'] }),
    ],
    ['entries count from one', 'ledger_entry_no', { entry_no: 0n }],
    ['the amount is not zero', 'ledger_entry_amount', { amount_cents: 0n }],
  ],
};

const MOVEMENT_RULES: TableRules = {
  table: 'bank_movement',
  validRow: (w) => movementRow({ bankAccount: w.bankAccount, operation: w.books.operation }),
  refused: [
    ['ids are unique', 'bank_movement_pkey', (w) => ({ id: w.books.movement['id'] })],
    ['its bank account exists', 'bank_movement_bank_account_id_fkey', { bank_account_id: NOWHERE }],
    ['the amount is not zero', 'bank_movement_amount', { amount_cents: 0n }],
    [
      'a movement has one cause',
      'bank_movement_cause',
      (w) => ({ ...ofStep(w), operation_id: w.books.operation['id'] }),
    ],
    ['somebody knows of it', 'bank_movement_side', { operation_id: null }],
    ['its operation exists', 'bank_movement_operation_id_fkey', { operation_id: NOWHERE }],
    ['its step exists', 'bank_movement_step', (w) => ({ ...ofStep(w), step_no: nextNumber() })],
    ['a step moves money once', 'bank_movement_of_step', (w) => ofStep(w)],
    [
      'an operation moves money once at an account',
      'bank_movement_once_of_operation',
      (w) => ({ operation_id: w.operationMovement['operation_id'] }),
    ],
    [
      'a statement line is used once',
      'bank_movement_once_of_statement_line',
      (w) => ({ operation_id: null, statement_line_id: w.books.movement['statement_line_id'] }),
    ],
  ],
};

export const LEDGER_RULES: readonly TableRules[] = [
  ACCOUNT_RULES,
  OPERATION_RULES,
  TRANSFER_RULES,
  ENTRY_RULES,
  MOVEMENT_RULES,
  {
    table: 'ledger_checkpoint',
    validRow: () => ({ id: randomUUID(), taken_at: new Date(), content: '{}' }),
    refused: [
      ['a checkpoint is kept once', 'ledger_checkpoint_pkey', (w) => ({ id: w.checkpoint['id'] })],
      ['it says something', 'ledger_checkpoint_content', { content: '[]' }],
    ],
  },
  {
    table: 'event_feed',
    validRow: (w) => ({ partner_id: w.sparePartner['id'], last_no: 0n }),
    refused: [
      ['a partner has one feed', 'event_feed_pkey', (w) => ({ partner_id: w.partner['id'] })],
      ['a feed is of a partner', 'event_feed_partner_id_fkey', { partner_id: NOWHERE }],
      ['events are counted from zero', 'event_feed_last_no', { last_no: -1n }],
    ],
  },
];
