/** A partner's transactions, with the columns that its people may see. */
import type { SettlementMode } from '@vezne/domain/commission';
import type { Cents } from '@vezne/domain/money';
import type {
  EventType,
  ReasonCode,
  StepTrigger,
  TransactionStatus,
  TransactionType,
} from '@vezne/domain/transaction-state';
import type { PartnerScope } from '../../partner-scope.ts';
import { setAsideSql } from '../../set-aside-sql.ts';

export interface ListedTransaction {
  id: string;
  type: TransactionType;
  status: TransactionStatus;
  externalReference: string;
  referenceCode: string | null;
  customerId: string;
  customerUsername: string;
  customerFullName: string;
  currency: 'TRY';
  amountCents: Cents;
  actualAmountCents: Cents | null;
  commissionCents: Cents;
  netAmountCents: Cents | null;
  playerAmountCents: Cents;
  balanceImpactCents: Cents;
  reasonCode: ReasonCode | null;
  createdAt: Date;
  decidedAt: Date | null;
  /** A payout that is authorised: what it costs has left the balance. */
  isSetAside: boolean;
}

/** Those of the API name the key of the hosted page and whether an answer was lost: neither is for people of a partner. */
const LISTED_COLUMNS = `
  t.id, t.type, t.status, t.external_reference as "externalReference", t.reference_code as "referenceCode",
  t.customer_id as "customerId", t.customer_username as "customerUsername", t.customer_full_name as "customerFullName",
  t.currency, t.amount_cents as "amountCents", t.actual_amount_cents as "actualAmountCents",
  t.commission_cents as "commissionCents", t.net_amount_cents as "netAmountCents", t.player_amount_cents as "playerAmountCents",
  t.balance_impact_cents as "balanceImpactCents", t.reason_code as "reasonCode", t.created_at as "createdAt",
  t.decided_at as "decidedAt", ${setAsideSql({ id: 't.id', type: 't.type', status: 't.status' })} as "isSetAside"`;

/** Those of the ids that the partner has, newest first. */
export async function listTransactions(
  { partnerId, query }: PartnerScope,
  ids: readonly string[],
): Promise<ListedTransaction[]> {
  return await query<ListedTransaction & object>(
    `select ${LISTED_COLUMNS} from transaction t where t.partner_id = $1 and t.id = any ($2::uuid[]) order by t.id desc`,
    [partnerId, ids],
  );
}

export interface TransactionDetail extends ListedTransaction {
  originalTransactionId: string | null;
  redirectUrl: string | null;
  expiresAt: Date | null;
  payoutBankName: string | null;
  payoutHolderName: string | null;
  payoutIban: string | null;
  basisPoints: number;
  fixedCents: Cents;
  settlementMode: SettlementMode;
}

export async function findTransaction(
  { partnerId, query }: PartnerScope,
  id: string,
): Promise<TransactionDetail | undefined> {
  const [row] = await query<TransactionDetail & object>(
    `select ${LISTED_COLUMNS}, t.original_transaction_id as "originalTransactionId", t.redirect_url as "redirectUrl",
       t.expires_at as "expiresAt", t.payout_bank_name as "payoutBankName", t.payout_holder_name as "payoutHolderName",
       t.payout_iban as "payoutIban", t.commission_basis_points as "basisPoints", t.commission_fixed_cents as "fixedCents",
       t.settlement_mode as "settlementMode"
     from transaction t where t.partner_id = $1 and t.id = $2`,
    [partnerId, id],
  );
  return row;
}

export interface ShownStep {
  trigger: StepTrigger;
  status: TransactionStatus;
  at: Date;
}

/** In order. Who took a step, its stage and its note are ours. */
export async function listSteps({ partnerId, query }: PartnerScope, id: string): Promise<ShownStep[]> {
  return await query<ShownStep & object>(
    `select s.trigger, s.status, s.at from transaction_step s join transaction t on t.id = s.transaction_id
     where t.partner_id = $1 and s.transaction_id = $2 order by s.step_no`,
    [partnerId, id],
  );
}

export interface ToldEvent {
  id: string;
  type: EventType;
  playerAmountCents: Cents;
  balanceImpactCents: Cents;
  occurredAt: Date;
}

/** What the partner was told of a transaction, in order. */
export async function listEvents({ partnerId, query }: PartnerScope, id: string): Promise<ToldEvent[]> {
  return await query<ToldEvent & object>(
    `select e.id, e.type, e.player_amount_cents as "playerAmountCents", e.balance_impact_cents as "balanceImpactCents",
       e.occurred_at as "occurredAt"
     from event e where e.partner_id = $1 and e.transaction_id = $2 order by e.step_no`,
    [partnerId, id],
  );
}

export interface LateMoney {
  id: string;
  status: TransactionStatus;
  amountCents: Cents;
  createdAt: Date;
}

/** What came for a deposit after it had ended, in order. */
export async function listLateMoney({ partnerId, query }: PartnerScope, id: string): Promise<LateMoney[]> {
  return await query<LateMoney & object>(
    `select t.id, t.status, coalesce(t.actual_amount_cents, t.amount_cents) as "amountCents", t.created_at as "createdAt"
     from transaction t where t.partner_id = $1 and t.original_transaction_id = $2 order by t.id`,
    [partnerId, id],
  );
}
