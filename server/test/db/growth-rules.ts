import { randomUUID } from 'node:crypto';
import type { TableRules } from './configuration-rules.ts';
import { newReferenceNumber } from './valid-rows.ts';
import type { Row, World } from './valid-rows.ts';

/** As the triggers write it. Nobody else can, apart from the owner. */
function openRow({ partner, bankAccount }: Pick<World, 'partner' | 'bankAccount'>): Row {
  return {
    transaction_id: randomUUID(),
    partner_id: partner['id'],
    type: 'deposit',
    status: 'waiting_payment',
    amount_cents: 100_000n,
    bank_account_id: bankAccount['id'],
    expires_at: new Date(),
  };
}

/** What keeps the cost of a transaction the same with history as without. */
export const GROWTH_RULES: readonly TableRules[] = [
  {
    table: 'open_transaction',
    validRow: openRow,
    refused: [
      ['a transaction is open once', 'open_transaction_pkey', (w) => ({ transaction_id: w.deposit['id'] })],
      ['what is decided is not open', 'open_transaction_status', { status: 'approved' }],
      [
        'nobody waits for a decision before it can be made',
        'open_transaction_waiting_since',
        { waiting_since: new Date() },
      ],
      [
        'whoever waits for a decision does so since a time',
        'open_transaction_waiting_since',
        { status: 'waiting_confirmation' },
      ],
    ],
  },
  {
    table: 'player',
    validRow: (w) => ({
      partner_id: w.partner['id'],
      customer_id: String(newReferenceNumber()),
      bank_account_id: w.bankAccount['id'],
      first_seen_at: new Date(),
    }),
    refused: [
      ['a player is known once', 'player_pkey', (w) => ({ customer_id: w.player['customer_id'] })],
      ['a player has a name', 'player_customer', { customer_id: '' }],
    ],
  },
];
