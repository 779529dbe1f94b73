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
import { pageValues } from '../transaction-pages.ts';
import type { PageFilter } from '../transaction-pages.ts';

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
}

/** Those of the API name the key of the hosted page and whether an answer was lost: neither is for people of a partner. */
const LISTED_COLUMNS = `
  t.id, t.type, t.status, t.external_reference as "externalReference", t.reference_code as "referenceCode",
  t.customer_id as "customerId", t.customer_username as "customerUsername", t.customer_full_name as "customerFullName",
  t.currency, t.amount_cents as "amountCents", t.actual_amount_cents as "actualAmountCents",
  t.commission_cents as "commissionCents", t.net_amount_cents as "netAmountCents", t.player_amount_cents as "playerAmountCents",
  t.balance_impact_cents as "balanceImpactCents", t.reason_code as "reasonCode", t.created_at as "createdAt",
  t.decided_at as "decidedAt"`;

/**
 * Newest first, by the partner's own index. What waits is found among what is open, of which there is little. Types and statuses are words
 * of the program and stand in the text.
 */
function pageSql({ type, status, from, to }: PageFilter): string {
  const conditions = [
    type === undefined ? '' : `and t.type = '${type}'`,
    status === undefined ? '' : `and t.status = '${status}'`,
    from === undefined && to === undefined ? '' : 'and t.created_at >= $5 and t.created_at < $6',
  ].join(' ');
  const isOpen = status === 'waiting_payment' || status === 'waiting_confirmation';
  const source = isOpen
    ? `open_transaction o join transaction t on t.id = o.transaction_id and o.partner_id = $1`
    : 'transaction t';
  return `
select ${LISTED_COLUMNS} from ${source}
where t.partner_id = $1 and t.id < $2 and t.id >= $3 ${conditions}
order by t.id desc limit $4`;
}

/** Reads one row more than the page, to know whether there is a next page. */
export async function listTransactions(
  { partnerId, query }: PartnerScope,
  filter: PageFilter,
): Promise<{ transactions: ListedTransaction[]; hasMore: boolean }> {
  const rows = await query<ListedTransaction & object>(pageSql(filter), pageValues(partnerId, filter));
  return { transactions: rows.slice(0, filter.limit), hasMore: rows.length > filter.limit };
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
