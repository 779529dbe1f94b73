import { randomUUID } from 'node:crypto';
import type { TableRules } from './configuration-rules.ts';
import { newReferenceNumber } from '../rows/valid-rows.ts';
import type { Row, World } from '../rows/valid-rows.ts';

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
  {
    table: 'player_name',
    validRow: (w) => ({
      partner_id: w.partner['id'],
      customer_id: String(newReferenceNumber()),
      username: 'ayse',
      full_name: 'Ayşe Işık',
      folded_username: 'ayse',
      folded_name: 'ayse isik',
      first_seen_at: new Date(),
      last_seen_at: new Date(),
      latest_transaction_id: randomUUID(),
    }),
    refused: [
      ['a player has an id', 'player_name_texts', { customer_id: '' }],
      ['a player has a user name', 'player_name_texts', { username: '' }],
      ['a name has a length', 'player_name_texts', { full_name: 'a'.repeat(129) }],
      ['what is searched fits into the index', 'player_name_folded', { folded_username: 'a'.repeat(129) }],
      ['a folded name has a length', 'player_name_folded', { folded_name: 'a'.repeat(257) }],
      ['nobody leaves before they come', 'player_name_seen', { last_seen_at: new Date(0) }],
      [
        'a player has one name',
        'player_name_pkey',
        (w) => ({ partner_id: w.playerName['partner_id'], customer_id: w.playerName['customer_id'] }),
      ],
    ],
  },
  {
    table: 'player_name_place',
    validRow: null,
    refused: [
      ['there is one place', 'player_name_place_pkey', { singleton: true, read_up_to: randomUUID() }],
      [
        'there is no other place',
        'player_name_place_singleton',
        { singleton: false, read_up_to: randomUUID() },
      ],
    ],
  },
];
