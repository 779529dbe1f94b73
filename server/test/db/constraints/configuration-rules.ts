import { randomUUID } from 'node:crypto';
import {
  auditEntryRow,
  bankAccountDayRow,
  bankAccountRow,
  blockedIbanRow,
  blockedPlayerRow,
  credentialRow,
  freezeRow,
  freezeTargetRow,
  logoRow,
  partnerRow,
  sealedText,
  settingsRow,
  termsRow,
} from '../rows/valid-rows.ts';
import type { Row, World } from '../rows/valid-rows.ts';

/** The rules of a table. Each names what is refused and by which constraint, and how to make a valid row break it. */
export interface TableRules {
  table: string;
  /** Null if the table's only row already exists. */
  validRow: ((world: World) => Row) | null;
  refused: readonly (readonly [rule: string, constraint: string, change: Row | ((world: World) => Row)])[];
}

const PAST_LARGEST_AMOUNT = 1_000_000_000_000n;
const LATER = new Date(Date.now() + 3_600_000);
const NOWHERE = '00000000-0000-4000-8000-000000000000';

export const CONFIGURATION_RULES: readonly TableRules[] = [
  {
    table: 'configuration_epoch',
    validRow: null,
    refused: [
      ['there is one epoch', 'configuration_epoch_pkey', { singleton: true, epoch: 7n }],
      ['there is no other epoch', 'configuration_epoch_singleton_check', { singleton: false, epoch: 7n }],
    ],
  },
  {
    table: 'portal_configuration_epoch',
    validRow: null,
    refused: [
      ["there is one of the portal's", 'portal_configuration_epoch_pkey', { singleton: true, epoch: 7n }],
      ['and no other', 'portal_configuration_epoch_one', { singleton: false, epoch: 7n }],
    ],
  },
  {
    table: 'reference_code_counter',
    validRow: null,
    refused: [
      ['there is one counter', 'reference_code_counter_pkey', { singleton: true, next_block: 7n }],
      ['and no other', 'reference_code_counter_one', { singleton: false, next_block: 7n }],
      ['it is not below zero', 'reference_code_counter_range', { next_block: -1n }],
      ['it ends with the codes', 'reference_code_counter_range', { next_block: 6_650_050n }],
    ],
  },
  {
    table: 'platform_settings',
    validRow: settingsRow,
    refused: [
      ['the four-eyes amount is not negative', 'four_eyes_amount', { four_eyes_cents: -1n }],
      ['no amount is below zero', 'fast_limit_amount', { fast_limit_cents: -1n }],
      [
        'a version is never overwritten',
        'platform_settings_pkey',
        (w) => ({ version: w.settings['version'] }),
      ],
      ['a change has an author', 'platform_settings_created_by_check', { created_by: '' }],
      ['an author fits in 128', 'platform_settings_created_by_check', { created_by: 'a'.repeat(129) }],
      ['the smallest deposit is a cent', 'deposit_range', { deposit_min_cents: 0n }],
      ['deposit limits are in order', 'deposit_range', { deposit_min_cents: 50_000_001n }],
      ['a deposit limit can be requested', 'deposit_range', { deposit_max_cents: PAST_LARGEST_AMOUNT }],
      ['the smallest withdrawal is a cent', 'withdrawal_range', { withdrawal_min_cents: 0n }],
      ['withdrawal limits are in order', 'withdrawal_range', { withdrawal_min_cents: 50_000_001n }],
      [
        'a withdrawal limit can be requested',
        'withdrawal_range',
        { withdrawal_max_cents: PAST_LARGEST_AMOUNT },
      ],
      ['a deposit lives for a minute', 'deposit_expiry', { deposit_expiry_seconds: 59 }],
      ['a deposit ends within 30 days', 'deposit_expiry', { deposit_expiry_seconds: 30 * 86_400 + 1 }],
      ['payouts go to a country', 'payout_countries', { payout_countries: [] }],
      ['a country has two letters', 'payout_countries', { payout_countries: ['TR', 'DEU'] }],
      ['a country is in capitals', 'payout_countries', { payout_countries: ['tr'] }],
      ['no country is missing', 'payout_countries', { payout_countries: ['TR', null] }],
    ],
  },
  {
    table: 'partner_logo',
    validRow: (w) => logoRow({ partner: w.sparePartner }),
    refused: [
      ['a partner has one logo', 'partner_logo_pkey', (w) => ({ partner_id: w.partner['id'] })],
      ['it belongs to a partner', 'partner_logo_partner_id_fkey', { partner_id: NOWHERE }],
      ['it is not empty', 'partner_logo_content', { content: Buffer.alloc(0) }],
      ['it fits in 16 KiB', 'partner_logo_content', { content: Buffer.alloc(16_385) }],
      ['it is no drawing with script', 'partner_logo_content_type', { content_type: 'image/svg+xml' }],
      ['its hash has the form of a hash', 'partner_logo_content_hash', { content_hash: 'x' }],
      ['it names the person who set it', 'partner_logo_created_by', { created_by: '' }],
    ],
  },
  {
    table: 'partner',
    validRow: partnerRow,
    refused: [
      ['ids are unique', 'partner_pkey', (w) => ({ id: w.partner['id'] })],
      [
        'names are unique, whatever their case',
        'partner_name_key',
        (w) => ({ name: String(w.partner['name']).toUpperCase() }),
      ],
      ['a partner has a name', 'partner_name', { name: '' }],
      ['a name fits in 64', 'partner_name', { name: 'a'.repeat(65) }],
      ['a name has no blank at its end', 'partner_name', { name: 'Shop ' }],
      ['a partner is active or disabled', 'partner_status', { status: 'deleted' }],
      ['a credit line is not negative', 'partner_credit_line', { credit_line_cents: -1n }],
      [
        'networks have an end',
        'partner_allowed_networks',
        { allowed_networks: Array.from({ length: 201 }, (_, index) => `192.0.2.${index}/32`) },
      ],
      [
        'networks are no table',
        'partner_allowed_networks',
        { allowed_networks: [['192.0.2.1/32'], ['192.0.2.2/32']] },
      ],
      ['networks have no gaps', 'partner_allowed_networks', { allowed_networks: [null] }],
      [
        'networks are counted from one',
        'partner_allowed_networks',
        { allowed_networks: '[5:5]={192.0.2.1/32}' },
      ],
      ['a rate limit lets something through', 'partner_requests_per_second', { requests_per_second: 0 }],
      ['a rate limit has a maximum', 'partner_requests_per_second', { requests_per_second: 100_001 }],
      [
        'an account for settlements has a holder',
        'partner_settlement_account',
        { settlement_holder_name: null },
      ],
      ['a holder has an account', 'partner_settlement_account', { settlement_iban: null }],
      ['it is Turkish', 'partner_settlement_iban', { settlement_iban: 'DE89370400440532013000' }],
      [
        'its IBAN has its checksum',
        'partner_settlement_iban',
        { settlement_iban: 'TR340006100519786457841326' },
      ],
      ['its holder has a name', 'partner_settlement_holder_name', { settlement_holder_name: '' }],
      [
        'its holder has no blank at the end',
        'partner_settlement_holder_name',
        { settlement_holder_name: 'Acme ' },
      ],
      [
        'the name of its holder fits in 128',
        'partner_settlement_holder_name',
        { settlement_holder_name: 'a'.repeat(129) },
      ],
      [
        'help is on a page or in a mailbox',
        'partner_support_address',
        { support_address: 'javascript:alert(1)' },
      ],
      ['help is not on an open line', 'partner_support_address', { support_address: 'http://shop.example/' }],
      [
        'its address is one plain line',
        'partner_support_address',
        { support_address: 'https://shop.example/\n' },
      ],
      [
        'its address cannot leave its quotes',
        'partner_support_address',
        { support_address: 'https://a.example/"x' },
      ],
      [
        'its address fits in 500',
        'partner_support_address',
        { support_address: `https://${'a'.repeat(493)}` },
      ],
      ['a note on refunds is in both languages', 'partner_refund_note', { refund_note_en: null }],
      ['and in Turkish too', 'partner_refund_note', { refund_note_tr: null }],
      ['a note says something', 'partner_refund_note', { refund_note_tr: '' }],
      ['a note in English says something', 'partner_refund_note', { refund_note_en: '' }],
      ['a note fits in 200', 'partner_refund_note', { refund_note_tr: 'a'.repeat(201) }],
      ['a note in English fits in 200', 'partner_refund_note', { refund_note_en: 'a'.repeat(201) }],
      ["a partner's smallest deposit is a cent", 'partner_deposit_range', { deposit_min_cents: 0n }],
      [
        "a partner's largest deposit is a cent",
        'partner_deposit_range',
        { deposit_min_cents: null, deposit_max_cents: 0n },
      ],
      ["a partner's deposit limits are in order", 'partner_deposit_range', { deposit_min_cents: 20_001n }],
      [
        "a partner's deposit limit can be requested",
        'partner_deposit_range',
        { deposit_max_cents: PAST_LARGEST_AMOUNT },
      ],
      ["a partner's smallest withdrawal is a cent", 'partner_withdrawal_range', { withdrawal_min_cents: 0n }],
      [
        "a partner's largest withdrawal is a cent",
        'partner_withdrawal_range',
        { withdrawal_min_cents: null, withdrawal_max_cents: 0n },
      ],
      [
        "a partner's withdrawal limits are in order",
        'partner_withdrawal_range',
        { withdrawal_min_cents: 20_001n },
      ],
      [
        "a partner's withdrawal limit can be requested",
        'partner_withdrawal_range',
        { withdrawal_max_cents: PAST_LARGEST_AMOUNT },
      ],
      ['a player may deposit once a day', 'partner_player_day_counts', { player_day_deposit_count: 0 }],
      ['a player may withdraw once a day', 'partner_player_day_counts', { player_day_withdrawal_count: 0 }],
      ['a count has a maximum', 'partner_player_day_counts', { player_day_deposit_count: 100_001 }],
      [
        "a player's day of deposits is a cent",
        'partner_player_day_amounts',
        { player_day_deposit_cents: 0n },
      ],
      [
        "a player's day of withdrawals is a cent",
        'partner_player_day_amounts',
        { player_day_withdrawal_cents: 0n },
      ],
      [
        "a player's day is an amount",
        'partner_player_day_amounts',
        { player_day_withdrawal_cents: PAST_LARGEST_AMOUNT },
      ],
      ["a partner's deposit lives for a minute", 'partner_deposit_expiry', { deposit_expiry_seconds: 59 }],
      [
        "a partner's deposit ends within 30 days",
        'partner_deposit_expiry',
        { deposit_expiry_seconds: 30 * 86_400 + 1 },
      ],
    ],
  },
  {
    table: 'blocked_party',
    validRow: blockedPlayerRow,
    refused: [
      ['ids are unique', 'blocked_party_pkey', (w) => ({ id: w.blockedPlayer['id'] })],
      ['a player is of a partner', 'blocked_party_partner_id_fkey', { partner_id: NOWHERE }],
      [
        'a player is blocked once at a time',
        'blocked_party_player_key',
        (w) => ({ customer_id: w.blockedPlayer['customer_id'] }),
      ],
      [
        'an IBAN is blocked once at a time',
        'blocked_party_iban_key',
        (w) => ({ ...blockedIbanRow(), iban: w.blockedIban['iban'] }),
      ],
      ['players and IBANs are blocked', 'blocked_party_kind', { kind: 'device' }],
      ['a player has a partner', 'blocked_party_subject', { partner_id: null }],
      ['a player has an id', 'blocked_party_subject', { customer_id: null }],
      ['a player is no IBAN', 'blocked_party_subject', (w) => ({ iban: w.bankAccount['iban'] })],
      [
        'an IBAN is of no partner',
        'blocked_party_subject',
        (w) => ({ ...blockedIbanRow(), partner_id: w.partner['id'] }),
      ],
      ['an IBAN is of no player', 'blocked_party_subject', () => ({ ...blockedIbanRow(), customer_id: 'p' })],
      ['an IBAN is there', 'blocked_party_subject', () => ({ ...blockedIbanRow(), iban: null })],
      ['a player has letters', 'blocked_party_customer_id', { customer_id: '' }],
      ['a player fits in 64', 'blocked_party_customer_id', { customer_id: 'p'.repeat(65) }],
      ['an IBAN has its form', 'blocked_party_iban', () => ({ ...blockedIbanRow(), iban: 'tr33' })],
      [
        'an IBAN has its checksum',
        'blocked_party_iban',
        () => ({ ...blockedIbanRow(), iban: 'TR340006100519786457841326' }),
      ],
      ['a block has a reason', 'blocked_party_reason', { reason: '' }],
      ['a reason fits in 1024', 'blocked_party_reason', { reason: 'a'.repeat(1025) }],
      ['a block names a person', 'blocked_party_blocked_by', { blocked_by: '' }],
      ['a block says which person', 'blocked_party_blocked_by', { blocked_by_id: '' }],
      ['a block lasts', 'blocked_party_expires_at', (w) => ({ expires_at: w.partner['created_at'] })],
      ['an end names a person', 'blocked_party_ended', { ended_at: LATER }],
      ['a person ends it at a time', 'blocked_party_ended', { ended_by: 'ayse' }],
      ['a person has a name', 'blocked_party_ended', { ended_at: LATER, ended_by: '' }],
      [
        'nothing ends before it began',
        'blocked_party_ended',
        (w) => ({ ended_at: w.partner['created_at'], ended_by: 'ayse', created_at: LATER, expires_at: null }),
      ],
    ],
  },
  {
    table: 'partner_terms',
    validRow: termsRow,
    refused: [
      ['a version is never overwritten', 'partner_terms_pkey', (w) => ({ version: w.terms['version'] })],
      ['terms belong to a partner', 'partner_terms_partner_id_fkey', { partner_id: NOWHERE }],
      ['a change has an author', 'partner_terms_created_by_check', { created_by: '' }],
      ['terms are for deposits or withdrawals', 'terms_direction', { direction: 'both' }],
      ['versions count from one', 'terms_version', { version: 0 }],
      ['a rate is not negative', 'terms_basis_points', { basis_points: -1 }],
      ['a rate is at most 100 %', 'terms_basis_points', { basis_points: 10_001 }],
      ['a fixed commission is not negative', 'terms_fixed_cents', { fixed_cents: -1n }],
      ['a fixed commission is an amount', 'terms_fixed_cents', { fixed_cents: PAST_LARGEST_AMOUNT }],
      ['terms do not begin before they are set', 'terms_effective_from', { effective_from: new Date(0) }],
      ['there are two settlement modes', 'terms_settlement_mode', { settlement_mode: 'monthly' }],
    ],
  },
  {
    table: 'credential',
    validRow: credentialRow,
    refused: [
      ['ids are unique', 'credential_pkey', (w) => ({ id: w.credential['id'] })],
      [
        'an API key names one credential',
        'credential_api_key_key',
        (w) => ({ api_key: w.credential['api_key'] }),
      ],
      ['a credential belongs to a partner', 'credential_partner_id_fkey', { partner_id: NOWHERE }],
      ['sealing keys count from one', 'credential_key_version_check', { key_version: 0 }],
      ['a credential has an author', 'credential_created_by_check', { created_by: '' }],
      ['an API key has its form', 'credential_api_key', { api_key: 'vzk_test_short' }],
      ['an API key is one line', 'credential_api_key', { api_key: `vzk_test_${'a'.repeat(26)}\n` }],
      ['an API secret is sealed', 'credential_api_secret', { api_secret_sealed: `vzs_${'a'.repeat(43)}` }],
      ['an API secret has 32 bytes', 'credential_api_secret', { api_secret_sealed: sealedText(31) }],
      ['a hash secret is sealed', 'credential_hash_secret', { hash_secret_sealed: `vzh_${'a'.repeat(43)}` }],
      ['a hash secret is not empty', 'credential_hash_secret', { hash_secret_sealed: sealedText(0) }],
      [
        'the two secrets differ',
        'credential_secrets_differ',
        (w) => ({
          api_secret_sealed: w.credential['api_secret_sealed'],
          hash_secret_sealed: w.credential['api_secret_sealed'],
        }),
      ],
    ],
  },
  {
    table: 'bank_account',
    validRow: bankAccountRow,
    refused: [
      ['ids are unique', 'bank_account_pkey', (w) => ({ id: w.bankAccount['id'] })],
      ['an IBAN belongs to one account', 'bank_account_iban_key', (w) => ({ iban: w.bankAccount['iban'] })],
      ['an account is at a bank', 'bank_account_bank_name', { bank_name: '' }],
      ['a bank has no blank at its start', 'bank_account_bank_name', { bank_name: ' Ziraat' }],
      ['an account has a holder', 'bank_account_holder_name', { holder_name: '' }],
      ['a holder has no blank at its end', 'bank_account_holder_name', { holder_name: 'ACME ' }],
      ['an account is Turkish', 'bank_account_iban', { iban: 'DE89370400440532013000' }],
      ['an IBAN has its checksum', 'bank_account_iban', { iban: 'TR340006100519786457841326' }],
      ['an IBAN has 26 characters', 'bank_account_iban', { iban: 'TR33000610051978645784132' }],
      ['an account is in lira', 'bank_account_currency', { currency: 'EUR' }],
      ['an account is enabled, disabled or frozen', 'bank_account_status', { status: 'closed' }],
      ['a tolerance is no debt', 'bank_account_tolerance', { tolerance_cents: -1n }],
      ['a cap lets something through', 'bank_account_daily_cap', { daily_cap_cents: 0n }],
    ],
  },
  {
    table: 'bank_account_day',
    validRow: bankAccountDayRow,
    refused: [
      ['an account has a day once', 'bank_account_day_pkey', (w) => ({ day: w.bankAccountDay['day'] })],
      ['a day is of an account', 'bank_account_day_bank_account_id_fkey', { bank_account_id: NOWHERE }],
      [
        'the assigned amount is not negative',
        'bank_account_day_assigned_cents_check',
        { assigned_cents: -1n },
      ],
      ['the count is not negative', 'bank_account_day_assigned_count_check', { assigned_count: -1n }],
    ],
  },
  {
    table: 'bank_account_freeze',
    validRow: ({ spareBankAccount }) => freezeRow(spareBankAccount),
    refused: [
      [
        'an account is frozen once at a time',
        'bank_account_freeze_pkey',
        (w) => ({ bank_account_id: w.bankAccount['id'] }),
      ],
      ['a freeze is of an account', 'bank_account_freeze_bank_account_id_fkey', { bank_account_id: NOWHERE }],
      ['it is quiet from a look on', 'bank_account_freeze_quiet', { looked_at: null, settled_at: null }],
      ['a look tells since when it is quiet', 'bank_account_freeze_quiet', { quiet_since: null }],
      ['no quiet begins after the last look', 'bank_account_freeze_quiet', { quiet_since: LATER }],
      ['a look settles', 'bank_account_freeze_settled', { looked_at: null, quiet_since: null }],
      ['nothing is settled after the last look', 'bank_account_freeze_settled', { settled_at: LATER }],
    ],
  },
  {
    table: 'bank_account_freeze_target',
    validRow: ({ bankAccount, spareBankAccount }) =>
      freezeTargetRow({ frozen: bankAccount, target: spareBankAccount }),
    refused: [
      [
        'an account is counted once',
        'bank_account_freeze_target_pkey',
        (w) => ({ to_account_id: w.freezeTarget['to_account_id'] }),
      ],
      [
        'only what is frozen is left',
        'bank_account_freeze_target_freeze',
        (w) => ({ frozen_account_id: w.spareBankAccount['id'], to_account_id: w.bankAccount['id'] }),
      ],
      [
        'deposits move to an account',
        'bank_account_freeze_target_to_account_id_fkey',
        { to_account_id: NOWHERE },
      ],
      [
        'nothing moves to where it is',
        'bank_account_freeze_target_another',
        (w) => ({ to_account_id: w.bankAccount['id'] }),
      ],
      ['what is counted has moved', 'bank_account_freeze_target_deposits', { deposits: 0n }],
    ],
  },
  {
    table: 'audit_entry',
    validRow: auditEntryRow,
    refused: [
      ['an entry is never overwritten', 'audit_entry_pkey', (w) => ({ id: w.auditEntry['id'] })],
      ['only people are audited', 'audit_entry_actor_kind_check', { actor_kind: 'system' }],
      [
        'only the command line says that the chain was verified',
        'audit_entry_verified_by',
        { actor_kind: 'staff', action: 'audit.verify' },
      ],
      [
        'only the command line says that the database was restored',
        'audit_entry_restored_by',
        { actor_kind: 'staff', action: 'platform.restore' },
      ],
      ['an action has an actor', 'audit_entry_actor_check', { actor: '' }],
      ['an id has letters', 'audit_entry_actor_id', { actor_id: '' }],
      ['an action is noun and verb', 'audit_entry_action_check', { action: 'disable' }],
      ['a subject has a type', 'audit_entry_subject_type_check', { subject_type: 'Partner' }],
      ['an action has a subject', 'audit_entry_subject_id_check', { subject_id: '' }],
      ['the seal of an entry exists', 'audit_entry_seal', { seal_no: 1_000_000n }],
      ['a subject fits in 128', 'audit_entry_subject_id_check', { subject_id: randomUUID().repeat(4) }],
    ],
  },
];
