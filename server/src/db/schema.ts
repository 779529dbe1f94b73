import type { Generated } from 'kysely';
import type {
  BankAccountDayTable,
  BankAccountFreezeTable,
  BankAccountFreezeTargetTable,
  BankAccountTable,
} from './schema/bank-accounts.ts';
import type { DepositClaimTable, PayoutCopyTable } from './schema/desk.ts';
import type {
  BankMovementTable,
  LedgerAccountTable,
  LedgerEntryTable,
  LedgerOperationTable,
  LedgerTransferTable,
  MisdirectedPayoutTable,
  RefusedMoneyTable,
} from './schema/ledger.ts';
import type {
  AuditEntryTable,
  AuditSealTable,
  DecidedAloneTable,
  SecondPersonRequestTable,
} from './schema/oversight.ts';
import type {
  BlockedPartyTable,
  CredentialTable,
  PartnerLogoTable,
  PartnerTable,
  PartnerTermsTable,
  PlatformSettingsTable,
} from './schema/partners.ts';
import type {
  SignInAttemptTable,
  SignInFailureTable,
  StaffEnrolmentTable,
  StaffPasskeyTable,
  StaffPasswordTable,
  StaffRecoveryCodeTable,
  StaffSessionTable,
  StaffTable,
  StaffTotpTable,
} from './schema/staff.ts';
import type {
  EventTable,
  OpenTransactionTable,
  PayoutTransferTable,
  PlayerNameTable,
  PlayerTable,
  ReceiptTable,
  SenderDetailTable,
  TransactionStepTable,
  TransactionTable,
} from './schema/transactions.ts';
import type {
  LivingProcessTable,
  WebhookAttemptTable,
  WebhookDeliveryTable,
  WebhookEndpointTable,
  WebhookSecretTable,
  WebhookTestTable,
} from './schema/webhooks.ts';
import type { Timestamp } from './schema/column-types.ts';

/** Every table that is read or written with kysely; what only plain SQL touches is not here. */
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
