import type { ColumnType, Generated } from 'kysely';
import type { AccountKind } from '@vezne/domain/accounts';
import type { ActorKind, PersonKind } from '@vezne/domain/actor';
import type { SettlementMode } from '@vezne/domain/commission';
import type { RequestStatus } from '@vezne/domain/four-eyes-request';
import type { HoldReason } from '@vezne/domain/hold';
import type { ImageType } from '@vezne/domain/image-type';
import type { Cents } from '@vezne/domain/money';
import type { Role } from '@vezne/domain/permissions';
import type { LedgerOperation, PostingKind } from '@vezne/domain/postings';
import type { ReceiptType } from '@vezne/domain/receipt-type';
import type {
  EventType,
  ReasonCode,
  StepTrigger,
  TransactionStatus,
  TransactionType,
  WithdrawalStage,
} from '@vezne/domain/transaction-state';
import type { Language } from '@vezne/domain/written';

type Timestamp = ColumnType<Date, Date | string | undefined, Date | string>;
type NullableTimestamp = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;

export type PartnerStatus = 'active' | 'disabled';
export type BankAccountStatus = 'disabled' | 'enabled' | 'frozen';
export type WebhookEndpointStatus = 'active' | 'paused' | 'disabled';
export type StaffStatus = 'active' | 'disabled';
export type SignInPurpose =
  | 'second_factor'
  | 'passkey_sign_in'
  | 'passkey_step_up'
  | 'passkey_register'
  | 'enrolment';
export type WebhookDeliveryState = 'pending' | 'delivered' | 'parked';

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
  tolerance_cents: Generated<Cents>;
  created_at: Timestamp;
}

export interface BankAccountDayTable {
  bank_account_id: string;
  day: string;
  assigned_cents: Cents;
  assigned_count: bigint;
  returned_cents: Generated<Cents>;
}

export interface BankAccountFreezeTable {
  bank_account_id: string;
  frozen_at: ColumnType<Date, never, never>;
  looked_at: ColumnType<Date | null, never, Date>;
  quiet_since: ColumnType<Date | null, never, Date>;
  settled_at: ColumnType<Date | null, never, Date>;
}

export interface BankAccountFreezeTargetTable {
  frozen_account_id: string;
  to_account_id: string;
  deposits: bigint;
}

export interface TransactionTable {
  id: string;
  partner_id: string;
  type: TransactionType;
  status: TransactionStatus;
  stage: WithdrawalStage | null;
  external_reference: string;
  original_transaction_id: string | null;
  /** Late money: the rejected deposit whose money it is. Nobody changes it. */
  refused_transaction_id: ColumnType<string | null, string | null | undefined, never>;
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
  /** The number that the code was made of. null: late money, withdrawals, and what is older than the numbers. */
  reference_number: ColumnType<bigint | null, bigint | null | undefined, never>;
  redirect_url: string | null;
  /** In which the page of a deposit opens. Nobody changes it. */
  language: ColumnType<Language | null, Language | null | undefined, never>;
  page_key_version: number | null;
  expires_at: NullableTimestamp;
  payout_bank_name: string | null;
  payout_holder_name: string | null;
  payout_iban: string | null;
  reason_code: ReasonCode | null;
  created_at: Timestamp;
  decided_at: NullableTimestamp;
  step_count: Generated<number>;
  taken_by: string | null;
  taken_by_id: string | null;
  authorised_by: string | null;
  authorised_by_id: string | null;
  corrected_at: NullableTimestamp;
  /** The sum of its payout_transfer rows; the database keeps it. */
  parts_sent_cents: ColumnType<Cents, never, never>;
  held_until: NullableTimestamp;
  hold_reason: HoldReason | null;
}

/** What is not decided yet. The database keeps it by its triggers; nobody else writes it. */
export interface OpenTransactionTable {
  transaction_id: ColumnType<string, never, never>;
  partner_id: ColumnType<string, never, never>;
  type: ColumnType<TransactionType, never, never>;
  status: ColumnType<TransactionStatus, never, never>;
  stage: ColumnType<WithdrawalStage | null, never, never>;
  original_transaction_id: ColumnType<string | null, never, never>;
  amount_cents: ColumnType<Cents, never, never>;
  bank_account_id: ColumnType<string | null, never, never>;
  expires_at: ColumnType<Date | null, never, never>;
  held_until: ColumnType<Date | null, never, never>;
  waiting_since: ColumnType<Date | null, never, never>;
}

export interface PlayerTable {
  partner_id: string;
  customer_id: string;
  /** Of the last deposit. */
  bank_account_id: string | null;
  first_seen_at: Timestamp;
}

export interface PlayerNameTable {
  partner_id: string;
  customer_id: string;
  username: string;
  full_name: string;
  /** As foldName writes it. */
  folded_username: string;
  folded_name: string;
  first_seen_at: Timestamp;
  last_seen_at: Timestamp;
  latest_transaction_id: string;
}

export interface PayoutTransferTable {
  transaction_id: string;
  number: number;
  amount_cents: Cents;
  bank_reference: string;
  sent_by: string;
  sent_by_id: string;
  at: Timestamp;
}

export interface TransactionStepTable {
  transaction_id: string;
  step_no: number;
  trigger: StepTrigger;
  status: TransactionStatus;
  stage: WithdrawalStage | null;
  actor_kind: ActorKind;
  /** null for a partner, a player or a job: their name is their id. */
  actor_id: string | null;
  actor: string;
  /** Who asked, when the actor confirmed as the second person. */
  asked_by_id: string | null;
  asked_by: string | null;
  note: string | null;
  said: ColumnType<unknown, string | null, never>;
  at: Timestamp;
  decision_id: string | null;
  /** What a person pressed. */
  press_hash: Buffer | null;
}

export interface EventTable {
  id: string;
  partner_id: string;
  transaction_id: string;
  step_no: number;
  feed_no: bigint;
  type: EventType;
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

export interface SenderDetailTable {
  transaction_id: string;
  sender_name: string | null;
  iban_last_four: string | null;
  sent_at: NullableTimestamp;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface ReceiptTable {
  id: string;
  transaction_id: string;
  receipt_no: number;
  content: Buffer;
  media_type: ReceiptType;
  sha256: Buffer;
  created_at: Timestamp;
}

export interface AuditEntryTable {
  id: ColumnType<bigint, never, never>;
  at: Timestamp;
  /** The database writes it. Null in entries that are older than the column. */
  written_at: ColumnType<Date | null, never, never>;
  actor_kind: PersonKind;
  /** null in entries that are older than people's ids. */
  actor_id: string | null;
  actor: string;
  action: string;
  subject_type: string;
  subject_id: string;
  details: ColumnType<Record<string, unknown>, string, never>;
  /** Null until the worker seals the entry. */
  seal_no: ColumnType<bigint | null, never, bigint>;
}

export interface AuditSealTable {
  seal_no: ColumnType<bigint, bigint, never>;
  previous_hash: ColumnType<Buffer, Buffer, never>;
  hash: ColumnType<Buffer, Buffer, never>;
  form: ColumnType<1 | 2 | 3, 1 | 2 | 3, never>;
  entry_count: ColumnType<bigint, bigint, never>;
  sealed_at: ColumnType<Date, string, never>;
}

export interface LedgerAccountTable {
  id: ColumnType<bigint, never, never>;
  kind: AccountKind;
  partner_id: string | null;
  bank_account_id: string | null;
  balance_cents: Generated<Cents>;
  entry_count: Generated<bigint>;
}

export interface LedgerOperationTable {
  id: string;
  kind: LedgerOperation['kind'];
  partner_id: string | null;
  bank_account_id: string | null;
  amount_cents: Cents;
  sent_operation_id: string | null;
  fee_cents: Cents | null;
  payout_id: string | null;
  refused_transaction_id: string | null;
  actor_id: string | null;
  actor: string;
  confirmed_by_id: string | null;
  confirmed_by: string | null;
  note: string;
  said: ColumnType<unknown, string | null, never>;
  at: Timestamp;
}

export interface LedgerTransferTable {
  id: bigint;
  kind: PostingKind;
  transaction_id: string | null;
  step_no: number | null;
  operation_id: string | null;
  position: number;
  debit_account_id: bigint;
  credit_account_id: bigint;
  amount_cents: Cents;
  refused_transaction_id: string | null;
  at: Timestamp;
}

/** Written by the database alone, with the transfers that name the deposit. */
export interface RefusedMoneyTable {
  transaction_id: ColumnType<string, never, never>;
  bank_account_id: ColumnType<string, never, never>;
  amount_cents: ColumnType<Cents, never, never>;
  open_cents: ColumnType<Cents, never, never>;
  since: ColumnType<Date, never, never>;
}

export interface LedgerEntryTable {
  account_id: bigint;
  entry_no: bigint;
  transfer_id: bigint;
  amount_cents: Cents;
  balance_after_cents: Cents;
}

export interface BankMovementTable {
  id: ColumnType<bigint, never, never>;
  bank_account_id: string;
  amount_cents: Cents;
  transaction_id: string | null;
  step_no: number | null;
  operation_id: string | null;
  statement_line_id: string | null;
  at: Timestamp;
}

/** The database itself keeps these sums. */
export interface MisdirectedPayoutTable {
  payout_id: ColumnType<string, never, never>;
  sent_cents: ColumnType<Cents, never, never>;
  recovered_cents: ColumnType<Cents, never, never>;
  written_off_cents: ColumnType<Cents, never, never>;
  since: ColumnType<Date, never, never>;
}

export interface SecondPersonRequestTable {
  id: string;
  action: string;
  subject_type: string | null;
  subject_id: string | null;
  before: ColumnType<unknown, string | null, never>;
  after: ColumnType<unknown, string | null, never>;
  details: ColumnType<unknown, string, never>;
  fingerprint: string | null;
  reasons: Generated<string[]>;
  note: string | null;
  expires_at: Timestamp;
  asked_by_kind: PersonKind | null;
  asked_by_id: string | null;
  asked_by: string;
  asked_at: Timestamp;
  status: Generated<RequestStatus>;
  decided_by_kind: PersonKind | 'system' | null;
  decided_by_id: string | null;
  decided_by: string | null;
  decided_at: NullableTimestamp;
  decision_note: string | null;
}

/** What was decided by one hand on a day, so that small amounts add up. */
export interface DecidedAloneTable {
  day: string;
  kind: string;
  subject: string;
  sum_cents: Cents;
  limit_cents: Cents;
}

export interface WebhookEndpointTable {
  id: string;
  partner_id: string;
  url: string;
  event_types: EventType[];
  status: Generated<WebhookEndpointStatus>;
  last_feed_no: bigint;
  created_at: Timestamp;
  created_by: string;
  owner_id: string | null;
  claim_no: Generated<bigint>;
}

/** The processes that are alive by their own word. */
export interface LivingProcessTable {
  id: string;
  kind: 'worker';
  started_at: Timestamp;
  alive_until: Timestamp;
  takes_more: Generated<boolean>;
}

export interface WebhookSecretTable {
  id: string;
  endpoint_id: string;
  secret_sealed: string;
  key_version: number;
  created_at: Timestamp;
  created_by: string;
  expires_at: NullableTimestamp;
}

export interface WebhookDeliveryTable {
  endpoint_id: string;
  event_id: string;
  feed_no: bigint;
  external_reference: string;
  state: Generated<WebhookDeliveryState>;
  attempts: Generated<number>;
  schedule_from: Generated<number>;
  next_attempt_at: Timestamp;
  leased_until: NullableTimestamp;
  delivered_at: NullableTimestamp;
}

export interface WebhookAttemptTable {
  endpoint_id: string;
  event_id: string;
  attempt_no: number;
  at: Timestamp;
  duration_ms: number;
  status_code: number | null;
  error: string | null;
  answer_start: string | null;
  next_attempt_at: NullableTimestamp;
}

export interface WebhookTestTable {
  id: string;
  endpoint_id: string;
  asked_at: Timestamp;
  asked_by: string;
  taken_at: NullableTimestamp;
  ended_at: NullableTimestamp;
  duration_ms: number | null;
  status_code: number | null;
  error: string | null;
  answer_start: string | null;
}

export interface StaffTable {
  id: string;
  handle: ColumnType<string, string, never>;
  name: ColumnType<string, string, never>;
  /** Sorted, each once. */
  roles: Role[];
  /** Those that take their place at a moment; null: none are planned. */
  next_roles: Role[] | null;
  next_roles_from: NullableTimestamp;
  status: Generated<StaffStatus>;
  created_at: Timestamp;
  created_by: ColumnType<string, string, never>;
}

export interface StaffPasswordTable {
  staff_id: string;
  hash: string;
  set_at: Timestamp;
}

export interface StaffTotpTable {
  staff_id: string;
  secret_sealed: string;
  key_version: number;
  created_at: Timestamp;
  confirmed_at: NullableTimestamp;
  last_step: bigint | null;
}

export interface StaffPasskeyTable {
  id: string;
  staff_id: string;
  credential_id: Buffer;
  public_key: Buffer;
  sign_count: Generated<bigint>;
  transports: Generated<string[]>;
  name: string;
  is_backed_up: boolean;
  created_at: Timestamp;
  last_used_at: NullableTimestamp;
}

export interface StaffRecoveryCodeTable {
  staff_id: string;
  hash: Buffer;
  used_at: NullableTimestamp;
}

export interface StaffEnrolmentTable {
  staff_id: string;
  token_hash: Buffer;
  expires_at: Timestamp;
  made_by: string;
  created_at: Timestamp;
}

export interface StaffSessionTable {
  id: string;
  token_hash: Buffer;
  staff_id: string;
  created_at: Timestamp;
  last_seen_at: Timestamp;
  expires_at: Timestamp;
  ended_at: NullableTimestamp;
  end_reason: string | null;
  step_up_began_at: NullableTimestamp;
  step_up_at: NullableTimestamp;
  address: string;
  user_agent: string;
}

export interface SignInAttemptTable {
  id: string;
  token_hash: Buffer;
  staff_id: string | null;
  purpose: SignInPurpose;
  session_id: string | null;
  challenge: Buffer | null;
  created_at: Timestamp;
  expires_at: Timestamp;
  used_at: NullableTimestamp;
}

/** Who has a deposit open at the console. */
export interface DepositClaimTable {
  transaction_id: string;
  staff_id: string;
  session_id: string;
  claimed_at: Timestamp;
  extended_at: Timestamp;
  until: Date;
}

/** What somebody copied of a payout that may be sent. */
export interface PayoutCopyTable {
  transaction_id: string;
  /** The step that authorised it. */
  authorised_step: number;
  staff_id: string;
  field: 'iban' | 'holder' | 'amount';
  at: Timestamp;
}

export interface SignInFailureTable {
  kind: 'handle' | 'network';
  subject: string;
  failed_count: number;
  first_failed_at: Timestamp;
  last_failed_at: Timestamp;
  blocked_until: NullableTimestamp;
}

export interface Database {
  configuration_epoch: { epoch: bigint };
  portal_configuration_epoch: { epoch: bigint };
  platform_settings: PlatformSettingsTable;
  partner: PartnerTable;
  partner_logo: PartnerLogoTable;
  partner_terms: PartnerTermsTable;
  credential: CredentialTable;
  blocked_party: BlockedPartyTable;
  bank_account: BankAccountTable;
  bank_account_day: BankAccountDayTable;
  bank_account_freeze: BankAccountFreezeTable;
  bank_account_freeze_target: BankAccountFreezeTargetTable;
  transaction: TransactionTable;
  open_transaction: OpenTransactionTable;
  player: PlayerTable;
  player_name: PlayerNameTable;
  player_name_place: { read_up_to: string };
  transaction_step: TransactionStepTable;
  payout_transfer: PayoutTransferTable;
  unconfirmed_answer: { transaction_id: string; created_at: Timestamp };
  event: EventTable;
  event_feed: { partner_id: string; last_no: Generated<bigint> };
  ledger_account: LedgerAccountTable;
  ledger_operation: LedgerOperationTable;
  ledger_transfer: LedgerTransferTable;
  refused_money: RefusedMoneyTable;
  ledger_entry: LedgerEntryTable;
  bank_movement: BankMovementTable;
  misdirected_payout: MisdirectedPayoutTable;
  second_person_request: SecondPersonRequestTable;
  decided_alone: DecidedAloneTable;
  sender_detail: SenderDetailTable;
  receipt: ReceiptTable;
  living_process: LivingProcessTable;
  webhook_endpoint: WebhookEndpointTable;
  webhook_secret: WebhookSecretTable;
  webhook_delivery: WebhookDeliveryTable;
  webhook_attempt: WebhookAttemptTable;
  webhook_test: WebhookTestTable;
  audit_entry: AuditEntryTable;
  audit_seal: AuditSealTable;
  staff: StaffTable;
  staff_password: StaffPasswordTable;
  staff_totp: StaffTotpTable;
  staff_passkey: StaffPasskeyTable;
  staff_recovery_code: StaffRecoveryCodeTable;
  staff_enrolment: StaffEnrolmentTable;
  staff_session: StaffSessionTable;
  sign_in_attempt: SignInAttemptTable;
  sign_in_failure: SignInFailureTable;
  payout_copy: PayoutCopyTable;
  deposit_claim: DepositClaimTable;
}
