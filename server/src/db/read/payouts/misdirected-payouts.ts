import type pg from 'pg';
import type { Cents } from '@vezne/domain/money';
import type { TransactionType } from '@vezne/domain/transaction-state';
import { runRead } from '../../statement.ts';
import type { StatementOptions } from '../../statement.ts';

/** What an operation about money that went wrong depends on. */
export interface PayoutOutside {
  type: TransactionType;
  /** It was authorised at some time. Before that nobody could send it. */
  wasAuthorised: boolean;
  /** What went to wrong accounts and has neither come back nor been given up. */
  outCents: Cents;
  writtenOffCents: Cents;
}

const OUTSIDE_SQL = `
select t.type,
  exists (select from transaction_step s where s.transaction_id = t.id and s.trigger = 'authorise') as "wasAuthorised",
  coalesce(m.sent_cents - m.recovered_cents - m.written_off_cents, 0) as "outCents",
  coalesce(m.written_off_cents, 0) as "writtenOffCents"
from transaction t left join misdirected_payout m on m.payout_id = t.id
where t.id = $1`;

/** undefined: there is no such transaction. */
export async function findPayoutOutside(
  pool: pg.Pool,
  payoutId: string,
  options: StatementOptions,
): Promise<PayoutOutside | undefined> {
  return (await runRead<PayoutOutside>(pool, { text: OUTSIDE_SQL, values: [payoutId] }, options))[0];
}

/** Of a payout whose money went to a wrong account. */
export interface MisdirectedPayout {
  payoutId: string;
  partnerName: string;
  sentCents: Cents;
  recoveredCents: Cents;
  writtenOffCents: Cents;
  outCents: Cents;
  /** Since when something is out. */
  since: Date;
}

const COLUMNS = `
m.payout_id as "payoutId", p.name as "partnerName", m.sent_cents as "sentCents", m.recovered_cents as "recoveredCents",
m.written_off_cents as "writtenOffCents", m.sent_cents - m.recovered_cents - m.written_off_cents as "outCents", m.since`;

const FROM =
  'misdirected_payout m join transaction t on t.id = m.payout_id join partner p on p.id = t.partner_id';

const OPEN_SQL = `
select ${COLUMNS} from ${FROM}
where m.recovered_cents + m.written_off_cents < m.sent_cents order by m.since, m.payout_id limit $1`;

/** What is out, the oldest first. */
export async function listReceivable(
  pool: pg.Pool,
  { limit }: { limit: number },
  options: StatementOptions,
): Promise<MisdirectedPayout[]> {
  return await runRead<MisdirectedPayout>(pool, { text: OPEN_SQL, values: [limit] }, options);
}

const OF_PAYOUT_SQL = `select ${COLUMNS} from ${FROM} where m.payout_id = $1`;

/** undefined: none of its money ever went wrong. */
export async function findMisdirectedPayout(
  pool: pg.Pool,
  payoutId: string,
  options: StatementOptions,
): Promise<MisdirectedPayout | undefined> {
  return (await runRead<MisdirectedPayout>(pool, { text: OF_PAYOUT_SQL, values: [payoutId] }, options))[0];
}
