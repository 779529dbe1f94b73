import type { ColumnType, Generated } from 'kysely';
import type { SettlementMode } from '@vezne/domain/commission';
import type { Cents } from '@vezne/domain/money';
import type {
  ReasonCode,
  StepTrigger,
  TransactionStatus,
  TransactionType,
  TransitionEvent,
  WithdrawalStage,
} from '@vezne/domain/transaction-state';

type Timestamp = ColumnType<Date, Date | string | undefined, Date | string>;
type NullableTimestamp = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;

export type PartnerStatus = 'active' | 'disabled';
export type BankAccountStatus = 'disabled' | 'enabled' | 'frozen';
export type ActorKind = 'partner' | 'player' | 'staff' | 'system';

export interface PlatformSettingsTable {
  version: ColumnType<number, never, never>;
  deposit_min_cents: Cents;
  deposit_max_cents: Cents;
  withdrawal_min_cents: Cents;
  withdrawal_max_cents: Cents;
  deposits_paused: boolean;
  withdrawals_paused: boolean;
  deposit_expiry_seconds: number;
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
  created_at: Timestamp;
}

export interface PartnerTermsTable {
  partner_id: string;
  direction: TransactionType;
  version: number;
  basis_points: number;
  fixed_cents: Cents;
  settlement_mode: SettlementMode;
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

export interface BankAccountTable {
  id: string;
  bank_name: string;
  holder_name: string;
  iban: string;
  currency: Generated<string>;
  status: Generated<BankAccountStatus>;
  deposits_paused: Generated<boolean>;
  payouts_paused: Generated<boolean>;
  daily_cap_cents: Cents | null;
  created_at: Timestamp;
}

export interface BankAccountDayTable {
  bank_account_id: string;
  day: string;
  assigned_cents: Cents;
  assigned_count: bigint;
}

export interface TransactionTable {
  id: string;
  partner_id: string;
  type: TransactionType;
  status: TransactionStatus;
  stage: WithdrawalStage | null;
  external_reference: string;
  original_transaction_id: string | null;
  currency: string;
  amount_cents: Cents;
  actual_amount_cents: Cents | null;
  commission_cents: Cents;
  net_amount_cents: Cents | null;
  player_amount_cents: Cents;
  balance_impact_cents: Cents;
  commission_basis_points: number;
  commission_fixed_cents: Cents;
  settlement_mode: SettlementMode;
  customer_id: string;
  customer_username: string;
  customer_full_name: string;
  customer_email: string | null;
  bank_account_id: string | null;
  previous_bank_account_id: string | null;
  reference_code: string | null;
  redirect_url: string | null;
  page_key_version: number | null;
  expires_at: NullableTimestamp;
  payout_bank_name: string | null;
  payout_holder_name: string | null;
  payout_iban: string | null;
  reason_code: ReasonCode | null;
  created_at: Timestamp;
  decided_at: NullableTimestamp;
}

export interface TransactionStepTable {
  transaction_id: string;
  step_no: number;
  trigger: StepTrigger;
  status: TransactionStatus;
  stage: WithdrawalStage | null;
  actor_kind: ActorKind;
  actor: string;
  note: string | null;
  at: Timestamp;
}

export interface EventTable {
  id: string;
  partner_id: string;
  transaction_id: string;
  type: TransitionEvent;
  status: TransactionStatus;
  external_reference: string;
  original_transaction_id: string | null;
  reference_code: string | null;
  currency: string;
  amount_cents: Cents;
  actual_amount_cents: Cents | null;
  commission_cents: Cents;
  net_amount_cents: Cents | null;
  player_amount_cents: Cents;
  balance_impact_cents: Cents;
  reason_code: ReasonCode | null;
  occurred_at: Timestamp;
}

export interface AuditEntryTable {
  id: ColumnType<bigint, never, never>;
  at: Timestamp;
  actor_kind: 'staff' | 'partner_staff' | 'command_line';
  actor: string;
  action: string;
  subject_type: string;
  subject_id: string;
  details: ColumnType<Record<string, unknown>, string, never>;
}

export interface Database {
  configuration_epoch: { epoch: bigint };
  platform_settings: PlatformSettingsTable;
  partner: PartnerTable;
  partner_terms: PartnerTermsTable;
  credential: CredentialTable;
  bank_account: BankAccountTable;
  bank_account_day: BankAccountDayTable;
  transaction: TransactionTable;
  transaction_step: TransactionStepTable;
  unconfirmed_answer: { transaction_id: string; created_at: Timestamp };
  event: EventTable;
  audit_entry: AuditEntryTable;
}
