/** Partners, their terms and keys, and what holds for all of them. */
import type { ColumnType, Generated } from 'kysely';
import type { SettlementMode } from '@vezne/domain/commission';
import type { ImageType } from '@vezne/domain/image-type';
import type { Cents } from '@vezne/domain/money';
import type { TransactionType } from '@vezne/domain/transaction-state';
import type { NullableTimestamp, Timestamp } from './column-types.ts';

export type PartnerStatus = 'active' | 'disabled';

export interface PlatformSettingsTable {
  version: ColumnType<number, never, never>;
  deposit_min_cents: Cents;
  deposit_max_cents: Cents;
  withdrawal_min_cents: Cents;
  withdrawal_max_cents: Cents;
  deposits_paused: boolean;
  withdrawals_paused: boolean;
  deposit_expiry_seconds: number;
  four_eyes_cents: Generated<Cents>;
  fast_limit_cents: Generated<Cents>;
  payout_countries: Generated<string[]>;
  created_at: Timestamp;
  created_by: string;
}

export interface PartnerTable {
  id: string;
  name: string;
  status: Generated<PartnerStatus>;
  deposits_paused: Generated<boolean>;
  withdrawals_paused: Generated<boolean>;
  credit_line_cents: Generated<Cents>;
  redirect_hosts: Generated<string[]>;
  allowed_networks: Generated<string[]>;
  requests_per_second: number | null;
  deposit_min_cents: Cents | null;
  deposit_max_cents: Cents | null;
  withdrawal_min_cents: Cents | null;
  withdrawal_max_cents: Cents | null;
  player_day_deposit_count: number | null;
  player_day_deposit_cents: Cents | null;
  player_day_withdrawal_count: number | null;
  player_day_withdrawal_cents: Cents | null;
  refuse_other_holders: Generated<boolean>;
  deposit_expiry_seconds: number | null;
  settlement_iban: string | null;
  settlement_holder_name: string | null;
  support_address: string | null;
  refund_note_tr: string | null;
  refund_note_en: string | null;
  created_at: Timestamp;
}

export interface PartnerLogoTable {
  partner_id: string;
  content: Buffer;
  content_type: ImageType;
  content_hash: string;
  created_at: Timestamp;
  created_by: string;
}

export interface PartnerTermsTable {
  partner_id: string;
  direction: TransactionType;
  version: number;
  basis_points: number;
  fixed_cents: Cents;
  settlement_mode: SettlementMode;
  effective_from: Timestamp;
  created_at: Timestamp;
  created_by: string;
}

export interface CredentialTable {
  id: string;
  partner_id: string;
  api_key: string;
  api_secret_sealed: string;
  hash_secret_sealed: string;
  key_version: number;
  created_at: Timestamp;
  created_by: string;
  expires_at: NullableTimestamp;
  revoked_at: NullableTimestamp;
}

export interface BlockedPartyTable {
  id: string;
  kind: 'player' | 'iban';
  partner_id: string | null;
  customer_id: string | null;
  iban: string | null;
  reason: string;
  expires_at: NullableTimestamp;
  blocked_by: string;
  blocked_by_id: string;
  created_at: ColumnType<Date, never, never>;
  ended_at: NullableTimestamp;
  ended_by: string | null;
}
