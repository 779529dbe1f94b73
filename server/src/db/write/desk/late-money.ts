import type pg from 'pg';
import { sessionDetails } from '@vezne/domain/actor';
import type { Person } from '@vezne/domain/actor';
import type { AuditAction } from '@vezne/domain/audit-actions';
import type { DepositAmounts } from '@vezne/domain/commission';
import type { Cents } from '@vezne/domain/money';
import { isTaken } from '../../constraint.ts';
import { runWrite } from '../../statement.ts';
import type { StatementOptions } from '../../statement.ts';

export interface NewLateMoney {
  id: string;
  /** The first deposit of the reference. It was decided before this money came. */
  originalId: string;
  amountCents: Cents;
  amounts: DepositAmounts;
  bankAccountId: string;
  /** The rejected deposit whose money it is, if it was refused before. */
  refusedTransactionId: string | null;
  actor: Person;
  note: string | null;
  auditDetails: Readonly<Record<string, unknown>>;
  /** The press of a key that entered it, if it was one. */
  press: { id: string; hash: Buffer } | null;
}

/** The columns of the original that say whose money it is, and the terms that applied to it. */
export const COPIED = `partner_id, external_reference, currency, commission_basis_points, commission_fixed_cents, settlement_mode,
  customer_id, customer_username, customer_full_name, customer_email, reference_code, redirect_url, page_key_version,
  language`;

const ACTION: AuditAction = 'deposit.enter_late_money';

const INSERT_SQL = `
with created as (
  insert into transaction (id, original_transaction_id, type, status, step_count, amount_cents, commission_cents,
    net_amount_cents, player_amount_cents, balance_impact_cents, bank_account_id, expires_at,
    refused_transaction_id, ${COPIED})
  select $1::uuid, id, type, 'waiting_confirmation', 2, $3::int8, $4::int8, $5::int8, $6::int8, $7::int8, $8::uuid, now(),
    $14::uuid, ${COPIED}
  from transaction
  where id = $2 and type = 'deposit' and status in ('approved', 'rejected') and original_transaction_id is null
  returning id
), step as (
  insert into transaction_step (transaction_id, step_no, trigger, status, actor_kind, actor_id, actor, note, decision_id,
    press_hash)
  select created.id, step_no, trigger, status, $9::text, $10::text, $11::text, $12::text,
    case step_no when 2 then $15::uuid end, case step_no when 2 then $16::bytea end
  from created, (values (1, 'create', 'waiting_payment'), (2, 'confirm_on_behalf', 'waiting_confirmation'))
    as step (step_no, trigger, status)
), audit as (
  insert into audit_entry (actor_kind, actor_id, actor, action, subject_type, subject_id, details)
  select $9::text, $10::text, $11::text, '${ACTION}', 'transaction', id::text, $13::jsonb from created
)
select id from created`;

/** The second one until the contraction that takes it away. */
const ONE_AT_A_TIME = ['open_late_money_key', 'transaction_late_money_key'];

/**
 * Enters late or repeated money as a new deposit that waits for a decision. `waiting`: late money of the same original
 * already waits, and it may be the same money.
 */
export async function insertLateMoney(
  pool: pg.Pool,
  late: NewLateMoney,
  options: StatementOptions,
): Promise<'entered' | 'waiting' | 'no_original'> {
  const { amounts } = late;
  const values = [
    late.id,
    late.originalId,
    late.amountCents,
    amounts.commissionCents,
    amounts.netAmountCents,
    amounts.playerAmountCents,
    amounts.balanceImpactCents,
    late.bankAccountId,
    late.actor.kind,
    late.actor.id,
    late.actor.name,
    late.note,
    JSON.stringify({ ...late.auditDetails, ...sessionDetails(late.actor) }),
    late.refusedTransactionId,
    late.press?.id ?? null,
    late.press?.hash ?? null,
  ];
  try {
    const rows = await runWrite(pool, { text: INSERT_SQL, values }, options);
    return rows.length === 1 ? 'entered' : 'no_original';
  } catch (error) {
    if (ONE_AT_A_TIME.some((index) => isTaken(error, index))) return 'waiting';
    throw error;
  }
}
