import type pg from 'pg';
import type { SettlementMode } from '@vezne/domain/commission';
import type { HoldReason } from '@vezne/domain/hold';
import type { Cents } from '@vezne/domain/money';
import type {
  ReasonCode,
  TransactionStatus,
  TransactionType,
  WithdrawalStage,
} from '@vezne/domain/transaction-state';
import { fingerprintSql } from '../../fingerprint.ts';
import { ownPlayerDayKeySql, playerDayKeySql, playerKeySql, turkishDaysSql } from '../../player-key.ts';
import type { PartnerStatus } from '../../schema/partners.ts';
import { runRead } from '../../statement.ts';
import type { StatementOptions } from '../../statement.ts';
import { aloneTodaySql } from '../requests/alone-today.ts';
import { NOT_A_PAYOUT, findPayoutFacts } from '../payouts/payout-facts.ts';
import type { PayoutFacts } from '../payouts/payout-facts.ts';
import { NOTHING_REFUSED, findRefusedFacts } from './refused-facts.ts';
import type { RefusedFacts } from './refused-facts.ts';
import { requestsAboutSql } from '../requests/requests-about.ts';

/** A transaction as the operators who decide on it see it, with everything that their decision depends on. */
export interface DecisionRow extends PayoutFacts, RefusedFacts {
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
  /** Late money: the rejected deposit whose money it is. null: it came anew. */
  refusedTransactionId: string | null;
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
  /** Who has asked a second person about it, alone or in a bulk, while that is open. */
  openRequests: { id: string | null; name: string; fingerprint: string | null }[];
  /** By the database's clock. */
  readAt: Date;
}

const SAME_PLAYER = { partnerId: 't.partner_id', customerId: 't.customer_id' };
const DAYS_AROUND = turkishDaysSql(`t.created_at - interval '1 day'`, `t.created_at + interval '1 day'`);

/**
 * The player's other deposits within a day. Only the index of players' days fits the conditions: while there are few transactions, the
 * planner would rather read everybody's of the partner.
 */
const TWIN = `
    select from transaction o
    where ${ownPlayerDayKeySql('o')} = any (array(select ${playerDayKeySql({ ...SAME_PLAYER, day: 'day' })} from ${DAYS_AROUND} as day))
      and o.partner_id is not distinct from t.partner_id and o.customer_id = t.customer_id and o.id <> t.id
      and o.created_at + interval '0' between t.created_at - interval '1 day' and t.created_at + interval '1 day'
      and o.type = 'deposit' and o.amount_cents = t.amount_cents and o.status in ('approved', 'waiting_confirmation')`;

const OPEN_REQUESTS = `
    select json_agg(json_build_object('id', asked_by_id, 'name', asked_by, 'fingerprint', fingerprint))
    from (${requestsAboutSql('t.id::text')}) as asked`;

const DECISION_ROW_COLUMNS = `
  t.id, t.partner_id as "partnerId", p.name as "partnerName", t.type, t.status, t.stage, ${fingerprintSql('t')} as "fingerprint",
  t.external_reference as "externalReference", t.original_transaction_id as "originalTransactionId", t.currency,
  t.refused_transaction_id as "refusedTransactionId",
  t.amount_cents as "amountCents", t.actual_amount_cents as "actualAmountCents", t.commission_cents as "commissionCents",
  t.net_amount_cents as "netAmountCents", t.player_amount_cents as "playerAmountCents",
  t.balance_impact_cents as "balanceImpactCents", t.commission_basis_points as "basisPoints",
  t.commission_fixed_cents as "fixedCents", t.settlement_mode as "settlementMode", t.customer_id as "customerId",
  t.customer_username as "customerUsername", t.customer_full_name as "customerFullName", t.reference_code as "referenceCode",
  t.bank_account_id as "bankAccountId", t.previous_bank_account_id as "previousBankAccountId", t.payout_bank_name as "payoutBankName", t.payout_holder_name as "payoutHolderName",
  t.payout_iban as "payoutIban", t.taken_by as "takenBy", t.taken_by_id as "takenById",
  t.authorised_by as "authorisedBy", t.authorised_by_id as "authorisedById", t.parts_sent_cents as "partsSentCents",
  t.held_until as "heldUntil", t.hold_reason as "holdReason", t.reason_code as "reasonCode",
  t.created_at as "createdAt", t.decided_at as "decidedAt", p.status as "partnerStatus",
  p.credit_line_cents as "partnerCreditLineCents", p.withdrawals_paused or s.withdrawals_paused as "areWithdrawalsPaused",
  s.four_eyes_cents as "fourEyesCents", now() as "readAt",
  coalesce((${aloneTodaySql(`case t.type when 'deposit' then 'player_deposits' else 'player_payouts' end`, playerKeySql('t'))}), 0)
    as "playerAloneTodayCents",
  t.type = 'deposit' and exists (${TWIN}) as "hasTwin",
  case t.type when 'deposit' then (select sender_name from sender_detail where transaction_id = t.id) end as "senderClaimed",
  coalesce((${OPEN_REQUESTS}), '[]') as "openRequests"`;

const SETTINGS_IN_FORCE = `
  (select withdrawals_paused, four_eyes_cents from platform_settings order by version desc limit 1) as s`;

export const DECISION_ROWS_SQL = `
select ${DECISION_ROW_COLUMNS}
from transaction t join partner p on p.id = t.partner_id cross join ${SETTINGS_IN_FORCE}
where t.id = any ($1)`;

/** The transactions with these ids, as far as they exist. */
export async function findDecisionRows(
  pool: pg.Pool,
  ids: readonly string[],
  options: StatementOptions,
): Promise<Map<string, DecisionRow>> {
  const rows = await runRead<Omit<DecisionRow, keyof PayoutFacts | keyof RefusedFacts>>(
    pool,
    { name: 'decision-rows', text: DECISION_ROWS_SQL, values: [ids] },
    options,
  );
  const payouts = rows.flatMap(({ id, type }) => (type === 'withdrawal' ? id : []));
  const facts =
    payouts.length === 0 ? new Map<string, PayoutFacts>() : await findPayoutFacts(pool, payouts, options);
  const refused = rows.flatMap(({ id, type, status, refusedTransactionId }) =>
    refusedTransactionId !== null || (type === 'deposit' && status === 'rejected') ? id : [],
  );
  const refusals =
    refused.length === 0 ? new Map<string, RefusedFacts>() : await findRefusedFacts(pool, refused, options);
  return new Map(
    rows.map((row) => [
      row.id,
      { ...row, ...(facts.get(row.id) ?? NOT_A_PAYOUT), ...(refusals.get(row.id) ?? NOTHING_REFUSED) },
    ]),
  );
}
