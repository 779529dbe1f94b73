/** What an operator reads beside a payout: who else is paid there, what the player was paid before, and who has read which mark. */
import type pg from 'pg';
import type { Cents } from '@vezne/domain/money';
import type { PayoutMark } from '@vezne/domain/payout-marks';
import type { ReasonCode, StepTrigger, TransactionStatus } from '@vezne/domain/transaction-state';
import { runRead } from '../../statement.ts';
import type { StatementOptions } from '../../statement.ts';
import { sameAmountTodaySql } from './payout-queue.ts';

/** Another payout, without its IBAN. */
export interface OtherPayout {
  id: string;
  createdAt: Date;
  customerFullName: string;
  partnerName: string;
  amountCents: Cents;
  status: TransactionStatus;
  reasonCode: ReasonCode | null;
  payoutBankName: string;
  ibanLastFour: string;
}

const COLUMNS = `o.id, o.created_at as "createdAt", o.customer_full_name as "customerFullName",
  (select name from partner where id = o.partner_id) as "partnerName", o.amount_cents as "amountCents", o.status,
  o.reason_code as "reasonCode", o.payout_bank_name as "payoutBankName", right(o.payout_iban, 4) as "ibanLastFour"`;

/** What fits beside a decision. */
const MOST_SHOWN = 8;
/** One player may be paid to one IBAN for years: others are looked for among so many. */
const MOST_OF_IBAN = 500;

/** Both orders are those of their index as a whole: by the id alone, PostgreSQL would walk through all transactions. */
export const SAME_IBAN_SQL = `
select ${COLUMNS} from transaction t cross join lateral (
  select o.* from transaction o where o.payout_iban = t.payout_iban order by o.payout_iban desc, o.id desc limit ${MOST_OF_IBAN}
) as o
where t.id = $1 and (o.partner_id <> t.partner_id or o.customer_id <> t.customer_id)
order by o.id desc limit ${MOST_SHOWN}`;

/** Other players' payouts to the same IBAN, the newest first. */
export async function findPayoutsToSameIban(
  pool: pg.Pool,
  id: string,
  options: StatementOptions,
): Promise<OtherPayout[]> {
  return await runRead<OtherPayout>(pool, { text: SAME_IBAN_SQL, values: [id] }, options);
}

/** A partner may send all its players under one id. */
const HISTORY_MOST = 500;

export const PAYOUT_HISTORY_SQL = `
select ${COLUMNS}, o.payout_iban = t.payout_iban as "isSameIban" from transaction t cross join lateral (
  select o.* from transaction o
  where o.partner_id = t.partner_id and o.customer_id = t.customer_id and o.type = 'withdrawal'
  order by o.partner_id desc, o.customer_id desc, o.id desc limit ${HISTORY_MOST + 1}
) as o
where t.id = $1 and o.id <> t.id order by o.id desc limit ${HISTORY_MOST}`;

/** The player's other payouts, the newest first. */
export async function findPlayerPayouts(
  pool: pg.Pool,
  id: string,
  options: StatementOptions,
): Promise<(OtherPayout & { isSameIban: boolean })[]> {
  return await runRead<OtherPayout & { isSameIban: boolean }>(
    pool,
    { text: PAYOUT_HISTORY_SQL, values: [id] },
    options,
  );
}

export const SAME_AMOUNT_SQL = `
select o.* from transaction t cross join lateral (${sameAmountTodaySql(COLUMNS)}) as o
where t.id = $1 order by o.id desc limit ${MOST_SHOWN}`;

/** The player's others of the same amount that were made, or wait, today; the newest first. */
export async function findSameAmountToday(
  pool: pg.Pool,
  id: string,
  options: StatementOptions,
): Promise<OtherPayout[]> {
  return await runRead<OtherPayout>(pool, { text: SAME_AMOUNT_SQL, values: [id] }, options);
}

/** What somebody said with a step of a payout. */
export interface SaidWithStep {
  trigger: StepTrigger;
  actor: string;
  at: Date;
  marksRead: PayoutMark[];
  bankReference: string | null;
}

const SAID_SQL = `
select trigger, actor, at, coalesce(said -> 'marksRead', '[]') as "marksRead", said ->> 'bankReference' as "bankReference"
from transaction_step where transaction_id = $1 order by step_no`;

/** In order. */
export async function findSaidWithSteps(
  pool: pg.Pool,
  id: string,
  options: StatementOptions,
): Promise<SaidWithStep[]> {
  return await runRead<SaidWithStep>(pool, { text: SAID_SQL, values: [id] }, options);
}

export interface NamedAccount {
  id: string;
  bankName: string;
  ibanLastFour: string;
}

const ENABLED_SQL = `
select id, bank_name as "bankName", right(iban, 4) as "ibanLastFour" from bank_account
where status = 'enabled' order by payouts_paused, bank_name, iban`;

/** The accounts that are in use. */
export async function listEnabledAccounts(pool: pg.Pool, options: StatementOptions): Promise<NamedAccount[]> {
  return await runRead<NamedAccount>(pool, { text: ENABLED_SQL }, options);
}
