import type pg from 'pg';
import type { StoredPerson } from '@vezne/domain/actor';
import type { SettlementMode } from '@vezne/domain/commission';
import type { HoldReason } from '@vezne/domain/hold';
import type { Cents } from '@vezne/domain/money';
import type {
  ReasonCode,
  TransactionStatus,
  TransactionType,
  WithdrawalStage,
} from '@vezne/domain/transaction-state';
import { playerKeySql } from '../player-key.ts';
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
  /** null also when it was taken by a version that kept names only. */
  takenById: string | null;
  authorisedBy: string | null;
  authorisedById: string | null;
  /** Withdrawals: what has left in parts. Nothing: it is sent whole. */
  partsSentCents: Cents;
  /** What the bank calls the parts, in their order. */
  partReferences: string[];
  /** Withdrawals: who had it before it was handed over. Any of them may have sent money. */
  handedOverFrom: StoredPerson[];
  /** Deposits: a time, and why. A time that is over is no hold any more. */
  heldUntil: Date | null;
  holdReason: HoldReason | null;
  reasonCode: ReasonCode | null;
  createdAt: Date;
  decidedAt: Date | null;
  partnerStatus: PartnerStatus;
  partnerCreditLineCents: Cents;
  /** By the partner's own setting or the platform's. */
  areWithdrawalsPaused: boolean;
  fourEyesCents: Cents;
  /** What one hand alone has decided for this player today, in this direction. */
  playerAloneTodayCents: Cents;
  /** Deposits: the player has another of the same amount within a day, approved or waiting. */
  hasTwin: boolean;
  /** Deposits: who sent the money, as the player says. */
  senderClaimed: string | null;
  /** Withdrawals: what one hand alone has authorised to this IBAN today. */
  ibanAloneTodayCents: Cents;
  /** Withdrawals: our answer may not have reached the partner. */
  isAnswerUnconfirmed: boolean;
  /** Withdrawals: other players are paid to the same IBAN. */
  isIbanOfOtherPlayers: boolean;
  /** Withdrawals: the player or the IBAN is blocked. */
  isBlocked: boolean;
  /** Withdrawals: where the player's last approved payout went. */
  lastPayoutIban: string | null;
  /** Who has asked a second person about it, while that is open. */
  openRequestBy: { id: string | null; name: string; fingerprint: string | null; requestId: string } | null;
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
  'parts_sent_cents',
] as const;

/**
 * A fingerprint of what a person decides on: who pays what to whom, under which terms, who has worked on it, and how much of it was sent. The text of
 * a record quotes its parts and tells null from empty, so that no two rows share one. The state is left out: a decision
 * that comes too late is a conflict, and not a changed transaction.
 */
export function fingerprintSql(alias: string): string {
  const parts = FINGERPRINT_COLUMNS.map((column) => `${alias}.${column}`).join(', ');
  return `encode(sha256(convert_to(row(${parts})::text, 'UTF8')), 'hex')`;
}

/** What one hand alone decided today for a subject: see decided_alone. */
function aloneToday(kind: string, subject: string): string {
  return `select sum_cents from decided_alone
    where day = (now() at time zone 'Europe/Istanbul')::date and kind = ${kind} and subject = ${subject}`;
}

/** Ids are in the order of time: this one is from the given moment, and smaller than all others from then on. */
function firstIdSql(time: string): string {
  return `(lpad(to_hex((extract(epoch from ${time}) * 1000)::int8), 12, '0') || '00000000000000000000')::uuid`;
}

const TWIN = `
    select from transaction o
    where o.partner_id = t.partner_id and o.customer_id = t.customer_id and o.id <> t.id
      and o.id between ${firstIdSql(`t.created_at - interval '1 day'`)} and ${firstIdSql(`t.created_at + interval '1 day'`)}
      and o.type = 'deposit' and o.amount_cents = t.amount_cents and o.status in ('approved', 'waiting_confirmation')`;

const OTHER_PLAYER_OF_IBAN = `
    select from transaction o
    where o.payout_iban = t.payout_iban and (o.partner_id <> t.partner_id or o.customer_id <> t.customer_id)`;

const OPEN_REQUEST = `
    select json_build_object('id', r.asked_by_id, 'name', r.asked_by, 'fingerprint', r.fingerprint, 'requestId', r.id)
    from second_person_request r
    where r.status = 'open' and r.subject_type = 'transaction' and r.subject_id = t.id::text`;

const BLOCK = `
    select from blocked_party b
    where b.ended_at is null and (b.expires_at is null or b.expires_at > now())
      and (b.iban = t.payout_iban or (b.partner_id = t.partner_id and b.customer_id = t.customer_id))`;

const LAST_PAYOUT_IBAN = `
    select o.payout_iban from transaction o
    where o.partner_id = t.partner_id and o.customer_id = t.customer_id and o.type = 'withdrawal' and o.status = 'approved'
    order by o.id desc limit 1`;

const PART_REFERENCES = `select bank_reference from payout_transfer where transaction_id = t.id order by number`;

const HANDED_OVER_FROM = `
    select coalesce(jsonb_agg(step.said -> 'from' order by step_no), '[]') from transaction_step step
    where step.transaction_id = t.id and step.trigger = 'hand_over'`;

const DECISION_ROW_COLUMNS = `
  t.id, t.partner_id as "partnerId", p.name as "partnerName", t.type, t.status, t.stage, ${fingerprintSql('t')} as "fingerprint",
  t.external_reference as "externalReference", t.original_transaction_id as "originalTransactionId", t.currency,
  t.amount_cents as "amountCents", t.actual_amount_cents as "actualAmountCents", t.commission_cents as "commissionCents",
  t.net_amount_cents as "netAmountCents", t.player_amount_cents as "playerAmountCents",
  t.balance_impact_cents as "balanceImpactCents", t.commission_basis_points as "basisPoints",
  t.commission_fixed_cents as "fixedCents", t.settlement_mode as "settlementMode", t.customer_id as "customerId",
  t.customer_username as "customerUsername", t.customer_full_name as "customerFullName", t.reference_code as "referenceCode",
  t.bank_account_id as "bankAccountId", t.previous_bank_account_id as "previousBankAccountId", t.payout_bank_name as "payoutBankName", t.payout_holder_name as "payoutHolderName",
  t.payout_iban as "payoutIban", t.taken_by as "takenBy", t.taken_by_id as "takenById",
  t.authorised_by as "authorisedBy", t.authorised_by_id as "authorisedById", t.parts_sent_cents as "partsSentCents",
  case when t.parts_sent_cents > 0 then array(${PART_REFERENCES}) else '{}' end as "partReferences",
  case when t.authorised_by is not null then (${HANDED_OVER_FROM}) else '[]' end as "handedOverFrom",
  t.held_until as "heldUntil", t.hold_reason as "holdReason", t.reason_code as "reasonCode",
  t.created_at as "createdAt", t.decided_at as "decidedAt", p.status as "partnerStatus",
  p.credit_line_cents as "partnerCreditLineCents", p.withdrawals_paused or s.withdrawals_paused as "areWithdrawalsPaused",
  s.four_eyes_cents as "fourEyesCents", now() as "readAt",
  coalesce((${aloneToday(`case t.type when 'deposit' then 'player_deposits' else 'player_payouts' end`, playerKeySql('t'))}), 0)
    as "playerAloneTodayCents",
  t.type = 'deposit' and exists (${TWIN}) as "hasTwin",
  case t.type when 'deposit' then (select sender_name from sender_detail where transaction_id = t.id) end as "senderClaimed",
  case t.type when 'deposit' then 0 else coalesce((${aloneToday(`'iban_payouts'`, 't.payout_iban')}), 0) end as "ibanAloneTodayCents",
  t.type = 'withdrawal' and exists (select from unconfirmed_answer where transaction_id = t.id) as "isAnswerUnconfirmed",
  t.type = 'withdrawal' and exists (${OTHER_PLAYER_OF_IBAN}) as "isIbanOfOtherPlayers",
  (${OPEN_REQUEST}) as "openRequestBy",
  t.type = 'withdrawal' and exists (${BLOCK}) as "isBlocked",
  case t.type when 'withdrawal' then (${LAST_PAYOUT_IBAN}) end as "lastPayoutIban"`;

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

/** Whether a bank account can pay now, and how much. */
export interface PayingAccount {
  id: string;
  status: BankAccountStatus;
  payoutsPaused: boolean;
  /** What it holds by the books. */
  balanceCents: Cents;
  /** What is authorised to leave from it and has not been approved yet. */
  authorisedCents: Cents;
  toleranceCents: Cents;
}

const PAYING_ACCOUNTS_SQL = `
select a.id, a.status, a.payouts_paused as "payoutsPaused", a.tolerance_cents as "toleranceCents",
  l.balance_cents as "balanceCents",
  coalesce((
    select sum(t.player_amount_cents) from transaction t
    where t.type = 'withdrawal' and t.status = 'waiting_confirmation' and t.stage = 'authorised' and t.bank_account_id = a.id
  ), 0)::int8 as "authorisedCents"
from bank_account a join ledger_account l on l.bank_account_id = a.id and l.kind = 'bank'
where a.id = any ($1)`;

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
