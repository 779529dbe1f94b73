import type pg from 'pg';
import type { SettlementMode } from '@vezne/domain/commission';
import type { Cents } from '@vezne/domain/money';
import type {
  ReasonCode,
  TransactionStatus,
  TransactionType,
  WithdrawalStage,
} from '@vezne/domain/transaction-state';
import type { BankAccountStatus, PartnerStatus } from '../schema.ts';
import { runRead } from '../statement.ts';
import type { StatementOptions } from '../statement.ts';

/** A transaction as the operators who decide on it see it, with everything that their decision depends on. */
export interface DecisionRow {
  id: string;
  partnerId: string;
  partnerName: string;
  type: TransactionType;
  status: TransactionStatus;
  stage: WithdrawalStage | null;
  /** The fingerprint of this row; a decision carries it. */
  fingerprint: string;
  externalReference: string;
  originalTransactionId: string | null;
  currency: string;
  amountCents: Cents;
  actualAmountCents: Cents | null;
  commissionCents: Cents;
  netAmountCents: Cents | null;
  playerAmountCents: Cents;
  balanceImpactCents: Cents;
  basisPoints: number;
  fixedCents: Cents;
  settlementMode: SettlementMode;
  customerId: string;
  customerUsername: string;
  customerFullName: string;
  referenceCode: string | null;
  bankAccountId: string | null;
  /** The account that was shown before a freeze moved the deposit. */
  previousBankAccountId: string | null;
  payoutBankName: string | null;
  payoutHolderName: string | null;
  payoutIban: string | null;
  takenBy: string | null;
  authorisedBy: string | null;
  reasonCode: ReasonCode | null;
  createdAt: Date;
  decidedAt: Date | null;
  partnerStatus: PartnerStatus;
  partnerCreditLineCents: Cents;
  /** By the partner's own setting or the platform's. */
  areWithdrawalsPaused: boolean;
  fourEyesCents: Cents;
  /** By the database's clock. */
  readAt: Date;
}

const FINGERPRINT_COLUMNS = [
  'id',
  'partner_id',
  'type',
  'external_reference',
  'currency',
  'amount_cents',
  'actual_amount_cents',
  'commission_cents',
  'net_amount_cents',
  'player_amount_cents',
  'balance_impact_cents',
  'commission_basis_points',
  'commission_fixed_cents',
  'settlement_mode',
  'customer_id',
  'customer_full_name',
  'bank_account_id',
  'previous_bank_account_id',
  'payout_bank_name',
  'payout_holder_name',
  'payout_iban',
  'taken_by',
  'authorised_by',
] as const;

/**
 * A fingerprint of what a person decides on: who pays what to whom, under which terms, and who has worked on it. The text of
 * a record quotes its parts and tells null from empty, so that no two rows share one. The state is left out: a decision
 * that comes too late is a conflict, and not a changed transaction.
 */
export function fingerprintSql(alias: string): string {
  const parts = FINGERPRINT_COLUMNS.map((column) => `${alias}.${column}`).join(', ');
  return `encode(sha256(convert_to(row(${parts})::text, 'UTF8')), 'hex')`;
}

const DECISION_ROW_COLUMNS = `
  t.id, t.partner_id as "partnerId", p.name as "partnerName", t.type, t.status, t.stage, ${fingerprintSql('t')} as "fingerprint",
  t.external_reference as "externalReference", t.original_transaction_id as "originalTransactionId", t.currency,
  t.amount_cents as "amountCents", t.actual_amount_cents as "actualAmountCents", t.commission_cents as "commissionCents",
  t.net_amount_cents as "netAmountCents", t.player_amount_cents as "playerAmountCents",
  t.balance_impact_cents as "balanceImpactCents", t.commission_basis_points as "basisPoints",
  t.commission_fixed_cents as "fixedCents", t.settlement_mode as "settlementMode", t.customer_id as "customerId",
  t.customer_username as "customerUsername", t.customer_full_name as "customerFullName", t.reference_code as "referenceCode",
  t.bank_account_id as "bankAccountId", t.previous_bank_account_id as "previousBankAccountId", t.payout_bank_name as "payoutBankName", t.payout_holder_name as "payoutHolderName",
  t.payout_iban as "payoutIban", t.taken_by as "takenBy", t.authorised_by as "authorisedBy", t.reason_code as "reasonCode",
  t.created_at as "createdAt", t.decided_at as "decidedAt", p.status as "partnerStatus",
  p.credit_line_cents as "partnerCreditLineCents", p.withdrawals_paused or s.withdrawals_paused as "areWithdrawalsPaused",
  s.four_eyes_cents as "fourEyesCents", now() as "readAt"`;

const SETTINGS_IN_FORCE = `
  (select withdrawals_paused, four_eyes_cents from platform_settings order by version desc limit 1) as s`;

const DECISION_ROWS_SQL = `
select ${DECISION_ROW_COLUMNS}
from transaction t join partner p on p.id = t.partner_id cross join ${SETTINGS_IN_FORCE}
where t.id = any ($1)`;

/** The transactions with these ids, as far as they exist. */
export async function findDecisionRows(
  pool: pg.Pool,
  ids: readonly string[],
  options: StatementOptions,
): Promise<Map<string, DecisionRow>> {
  const rows = await runRead<DecisionRow>(
    pool,
    { name: 'decision-rows', text: DECISION_ROWS_SQL, values: [ids] },
    options,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** Whether a bank account can pay now. */
export interface PayingAccount {
  id: string;
  status: BankAccountStatus;
  payoutsPaused: boolean;
}

const PAYING_ACCOUNTS_SQL = `
select id, status, payouts_paused as "payoutsPaused" from bank_account where id = any ($1)`;

export async function findPayingAccounts(
  pool: pg.Pool,
  ids: readonly string[],
  options: StatementOptions,
): Promise<Map<string, PayingAccount>> {
  if (ids.length === 0) return new Map();
  const rows = await runRead<PayingAccount>(
    pool,
    { name: 'paying-accounts', text: PAYING_ACCOUNTS_SQL, values: [ids] },
    options,
  );
  return new Map(rows.map((row) => [row.id, row]));
}
