import {
  APPROVED,
  REJECTED,
  depositMoney,
  depositRow,
  eventRow,
  stepRow,
  withdrawalMoney,
  withdrawalRow,
} from '../rows/valid-rows.ts';
import type { TableRules } from './configuration-rules.ts';
import type { Row, World } from '../rows/valid-rows.ts';

const NOWHERE = '00000000-0000-4000-8000-000000000000';
const PAST_LARGEST_AMOUNT = 1_000_000_000_000n;
const REJECTED_DEPOSIT = { ...REJECTED, net_amount_cents: 0n };

const DEPOSIT_RULES: TableRules = {
  table: 'transaction',
  validRow: depositRow,
  refused: [
    ['ids are unique', 'transaction_pkey', (w) => ({ id: w.deposit['id'] })],
    [
      'a partner uses a reference once for a type',
      'transaction_reference_key',
      (w) => ({ external_reference: w.deposit['external_reference'] }),
    ],
    [
      'a reference code belongs to one deposit',
      'transaction_reference_code_unnumbered',
      (w) => ({ reference_code: w.deposit['reference_code'] }),
    ],
    [
      'only one late payment of a deposit waits at a time',
      'open_late_money_key',
      (w) => ({
        status: 'waiting_confirmation',
        original_transaction_id: w.lateDeposit['original_transaction_id'],
      }),
    ],
    [
      'a number belongs to one deposit',
      'transaction_reference_number_key',
      (w) => ({ reference_number: w.numberedDeposit['reference_number'] }),
    ],
    ['numbers end where codes end', 'transaction_reference_number', { reference_number: 3_404_825_447n }],
    ['a transaction has a first step', 'transaction_step_count', { step_count: 0 }],
    ['only an approved deposit is corrected', 'transaction_correction', { corrected_at: new Date() }],
    ['a deposit cannot be taken', 'transaction_payout_people', { taken_by: 'ayse' }],
    ['it belongs to a partner', 'transaction_partner_id_fkey', { partner_id: NOWHERE }],
    ['the first of its reference exists', 'transaction_original', { original_transaction_id: NOWHERE }],
    ['it is paid to an account of ours', 'transaction_bank_account_id_fkey', { bank_account_id: NOWHERE }],
    [
      'it was moved from one of our accounts',
      'transaction_previous_bank_account_id_fkey',
      { previous_bank_account_id: NOWHERE },
    ],
    ['there are two types', 'transaction_type', { ...REJECTED_DEPOSIT, type: 'refund' }],
    ['there are four statuses', 'transaction_status', { status: 'lost' }],
    ['it has no stage', 'transaction_stage', { status: 'waiting_confirmation', stage: 'queued' }],
    ['a reference is not empty', 'transaction_external_reference', { external_reference: '' }],
    ['a reference has no blank at its end', 'transaction_external_reference', { external_reference: 'ref ' }],
    ['a reference is one line', 'transaction_external_reference', { external_reference: 'ref\n' }],
    ['a reference is ASCII', 'transaction_external_reference', { external_reference: 'öder' }],
    ['a reference fits in 128', 'transaction_external_reference', { external_reference: 'r'.repeat(129) }],
    [
      'it is not its own original',
      'transaction_original_is_another',
      {
        id: '11111111-1111-4111-8111-111111111111',
        original_transaction_id: '11111111-1111-4111-8111-111111111111',
      },
    ],
    ['it is in lira', 'transaction_currency', { currency: 'EUR' }],
    ['an amount is positive', 'transaction_amount', { ...REJECTED_DEPOSIT, amount_cents: 0n }],
    ['an amount has ten digits', 'transaction_amount', depositMoney({ amountCents: PAST_LARGEST_AMOUNT })],
    [
      'the amount that arrived is positive',
      'transaction_actual_amount',
      { ...REJECTED_DEPOSIT, actual_amount_cents: 0n },
    ],
    [
      'a rate is at most 100 %',
      'transaction_terms',
      { ...REJECTED_DEPOSIT, commission_basis_points: 10_001 },
    ],
    ['a rate is not negative', 'transaction_terms', { ...REJECTED_DEPOSIT, commission_basis_points: -1 }],
    [
      'a fixed commission is not negative',
      'transaction_terms',
      { ...REJECTED_DEPOSIT, commission_fixed_cents: -1n },
    ],
    [
      'there are two settlement modes',
      'transaction_terms',
      { ...REJECTED_DEPOSIT, settlement_mode: 'monthly' },
    ],
    ['the commission follows from the terms', 'transaction_commission', { commission_cents: 3_001n }],
    [
      'a rejection costs nothing',
      'transaction_commission',
      { ...REJECTED_DEPOSIT, commission_cents: 3_000n },
    ],
    ['it has a net amount', 'transaction_net_amount', { net_amount_cents: null }],
    [
      'a rejection nets nothing',
      'transaction_net_amount',
      { ...REJECTED, net_amount_cents: 97_000n, balance_impact_cents: 0n },
    ],
    [
      'a commission never takes the whole amount',
      'transaction_net_amount',
      depositMoney({ amountCents: 5_000n, terms: { fixedCents: 4_850n } }),
    ],
    ['the player gets what is left', 'transaction_player_amount', { player_amount_cents: 100_000n }],
    [
      'a rejection credits no player',
      'transaction_player_amount',
      { ...REJECTED_DEPOSIT, player_amount_cents: 100_000n },
    ],
    ['the balance rises by the net', 'transaction_balance_impact', { balance_impact_cents: 100_000n }],
    [
      'a rejection moves no balance',
      'transaction_balance_impact',
      { ...REJECTED_DEPOSIT, balance_impact_cents: 97_000n },
    ],
    ['a player has an id', 'transaction_customer', { customer_id: '' }],
    ['a username fits in 64', 'transaction_customer', { customer_username: 'a'.repeat(65) }],
    ['a player has a name', 'transaction_customer', { customer_full_name: '' }],
    ['an address fits in 254', 'transaction_customer', { customer_email: 'a'.repeat(255) }],
    ...['bank_account_id', 'reference_code', 'redirect_url', 'page_key_version', 'expires_at'].map(
      (column) => [`it has ${column}`, 'transaction_deposit_fields', { [column]: null }] as const,
    ),
    ['it has no payout account', 'transaction_deposit_fields', { payout_iban: 'TR330006100519786457841326' }],
    ['a code has eight characters', 'transaction_reference_code', { reference_code: '2345678' }],
    ['a code has no look-alikes', 'transaction_reference_code', { reference_code: '2345678O' }],
    ['the player returns to a web page', 'transaction_redirect_url', { redirect_url: 'javascript:alert(1)' }],
    ['an address is one line', 'transaction_redirect_url', { redirect_url: 'https://shop.example/\n' }],
    ['an address fits in 2048', 'transaction_redirect_url', { redirect_url: `https://${'a'.repeat(2_041)}` }],
    ['a page opens in a language that it has', 'transaction_language', { language: 'de' }],
    ['reasons are a closed list', 'transaction_reason_code', { ...REJECTED_DEPOSIT, reason_code: 'because' }],
    [
      'a rejection has a reason',
      'transaction_reason_of_rejection',
      { ...REJECTED_DEPOSIT, reason_code: null },
    ],
    ['only a rejection has a reason', 'transaction_reason_of_rejection', { reason_code: 'other' }],
    ['a decision has a time', 'transaction_decided_at', { ...APPROVED, decided_at: null }],
    ['an open transaction has no decision time', 'transaction_decided_at', { decided_at: new Date() }],
  ],
};

function taken({ bankAccount }: World): Row {
  return { stage: 'taken', taken_by: 'ayse', bank_account_id: bankAccount['id'] };
}

const WITHDRAWAL_RULES: TableRules = {
  table: 'transaction',
  validRow: withdrawalRow,
  refused: [
    [
      'a taken withdrawal names who took it',
      'transaction_payout_people',
      (w) => ({ ...taken(w), taken_by: null }),
    ],
    ['a queued withdrawal is not authorised', 'transaction_payout_people', { authorised_by: 'mehmet' }],
    [
      'an authorised withdrawal names who authorised it',
      'transaction_payout_people',
      (w) => ({ ...taken(w), stage: 'authorised' }),
    ],
    [
      'only an authorised withdrawal is paid',
      'transaction_payout_people',
      (w) => ({ ...taken(w), ...APPROVED }),
    ],
    ['people have names', 'transaction_people_names', (w) => ({ ...taken(w), taken_by: '' })],
    ['people have ids', 'transaction_people_ids', (w) => ({ ...taken(w), taken_by_id: '' })],
    [
      'a partner uses a reference once for a type',
      'transaction_reference_key',
      (w) => ({ external_reference: w.withdrawal['external_reference'] }),
    ],
    [
      'a waiting withdrawal has a stage',
      'transaction_stage',
      (w) => ({ stage: null, bank_account_id: w.bankAccount['id'] }),
    ],
    [
      'there are three stages',
      'transaction_stage',
      (w) => ({ stage: 'sent', bank_account_id: w.bankAccount['id'] }),
    ],
    ['a decided withdrawal has no stage', 'transaction_stage', { ...REJECTED, stage: 'queued' }],
    [
      'it never waits for a payment',
      'transaction_withdrawal_never_waits_for_payment',
      (w) => ({ status: 'waiting_payment', stage: null, bank_account_id: w.bankAccount['id'] }),
    ],
    [
      'nothing arrives for it',
      'transaction_actual_amount_of_deposits',
      { ...REJECTED, actual_amount_cents: 100_000n },
    ],
    ['it has no net amount', 'transaction_net_amount', { net_amount_cents: 97_000n }],
    [
      'a commission never takes the whole amount',
      'transaction_player_amount',
      withdrawalMoney({ amountCents: 5_000n, terms: { fixedCents: 4_850n } }),
    ],
    ['the balance falls by the amount', 'transaction_balance_impact', { balance_impact_cents: -97_000n }],
    [
      'a fee on top is taken from the balance',
      'transaction_balance_impact',
      {
        ...withdrawalMoney({ amountCents: 100_000n, terms: { mode: 'fee_on_top' } }),
        balance_impact_cents: -100_000n,
      },
    ],
    ...['payout_bank_name', 'payout_holder_name', 'payout_iban'].map(
      (column) => [`it has ${column}`, 'transaction_withdrawal_fields', { [column]: null }] as const,
    ),
    ['it has no reference code', 'transaction_withdrawal_fields', { reference_code: '23456789' }],
    ['it has no page', 'transaction_withdrawal_fields', { page_key_version: 1 }],
    ['it has no page in any language', 'transaction_language', { language: 'tr' }],
    ['a taken withdrawal names the account that pays', 'transaction_payout_account', { stage: 'taken' }],
    [
      'an authorised withdrawal names the account that pays',
      'transaction_payout_account',
      { stage: 'authorised' },
    ],
    ['an approved withdrawal names the account that paid', 'transaction_payout_account', APPROVED],
    ['it is paid to a bank', 'transaction_payout_account_fields', { payout_bank_name: '' }],
    ['it is paid to a person', 'transaction_payout_account_fields', { payout_holder_name: 'a'.repeat(129) }],
    ['an IBAN has its checksum', 'transaction_payout_iban', { payout_iban: 'TR340006100519786457841326' }],
    ['an IBAN has no blanks', 'transaction_payout_iban', { payout_iban: 'TR33 0006 1005 1978 6457 8413 26' }],
  ],
};

/** The step of the world's event. */
function ofEventStep({ event }: World): Row {
  return { transaction_id: event['transaction_id'], step_no: event['step_no'] };
}

export const TRANSACTION_RULES: readonly TableRules[] = [
  DEPOSIT_RULES,
  WITHDRAWAL_RULES,
  {
    table: 'transaction_step',
    validRow: stepRow,
    refused: [
      ['a step is never overwritten', 'transaction_step_pkey', (w) => ({ step_no: w.step['step_no'] })],
      ['a step is of a transaction', 'transaction_step_transaction_id_fkey', { transaction_id: NOWHERE }],
      ['steps count from one', 'transaction_step_step_no_check', { step_no: 0 }],
      ['a step has a known trigger', 'transaction_step_trigger', { trigger: 'page_opened' }],
      ['there are four statuses', 'transaction_step_status', { status: 'lost' }],
      ['there are three stages', 'transaction_step_stage', { stage: 'sent' }],
      ['an actor is of a known kind', 'transaction_step_actor', { actor_kind: 'nobody' }],
      ['a step has an actor', 'transaction_step_actor_check', { actor: '' }],
      ['an id has letters', 'transaction_step_actor_id', { actor_kind: 'staff', actor_id: '' }],
      ['only people have ids', 'transaction_step_actor_id', { actor_id: 'shop' }],
      ['who asked has a name', 'transaction_step_two_people', { asked_by_id: 'ayse' }],
      [
        'who asked is another than who confirms',
        'transaction_step_two_people',
        { actor_kind: 'staff', actor_id: 'ayse', asked_by_id: 'ayse', asked_by: 'Ayşe' },
      ],
      [
        'who asked has another name than who confirms, however it is spelled',
        'transaction_step_two_names',
        { actor_kind: 'staff', actor: 'Ayşe', actor_id: 'a', asked_by_id: 'b', asked_by: 'AYSE' },
      ],
      ['what was said is an object', 'transaction_step_said', { said: '[]' }],
      [
        "a bank's reference stands for one transfer",
        'transaction_step_bank_reference',
        (w) => ({ said: JSON.stringify({ bankAccountId: w.bankAccount['id'], bankReference: 'F-1' }) }),
      ],
      ['a note says something', 'transaction_step_note_check', { note: '' }],
    ],
  },
  {
    table: 'unconfirmed_answer',
    validRow: ({ deposit }) => ({ transaction_id: deposit['id'], created_at: new Date() }),
    refused: [
      [
        'a transaction is marked once',
        'unconfirmed_answer_pkey',
        (w) => ({ transaction_id: w.unconfirmedAnswer['transaction_id'] }),
      ],
      ['a mark is of a transaction', 'unconfirmed_answer_transaction_id_fkey', { transaction_id: NOWHERE }],
    ],
  },
  {
    table: 'event',
    validRow: eventRow,
    refused: [
      ['ids are unique', 'event_pkey', (w) => ({ id: w.event['id'] })],
      ['it belongs to a partner', 'event_partner_id_fkey', { partner_id: NOWHERE }],
      ['it is of a transaction of that partner', 'event_transaction', { transaction_id: NOWHERE }],
      [
        'an outcome has one event',
        'event_once',
        (w) => ({
          transaction_id: w.event['transaction_id'],
          type: 'withdrawal.rejected',
          player_amount_cents: 100_000n,
        }),
      ],
      [
        'a step is told once',
        'event_step_key',
        (w) => ({ ...ofEventStep(w), type: 'withdrawal.approved', status: 'approved', reason_code: null }),
      ],
      ['it is of a step', 'event_of_step', { step_no: 7 }],
      ['a number of the feed is used once', 'event_feed_key', (w) => ({ feed_no: w.event['feed_no'] })],
      ['the feed counts from one', 'event_feed_no', { feed_no: 0n }],
      ['there are five events', 'event_type', { type: 'refund.rejected' }],
      ['its status fits its name', 'event_status', { type: 'deposit.approved' }],
      ['nothing negative is credited', 'event_player_amount', { player_amount_cents: -1n }],
      ['a rejected withdrawal is refunded in full', 'event_player_amount', { type: 'withdrawal.rejected' }],
      ['a rejection has a reason', 'event_reason', { reason_code: null }],
    ],
  },
];
