import type pg from 'pg';
import type { Cents } from '@vezne/domain/money';
import type { Language } from '@vezne/domain/written';
import { runConfirmedReads, runRead } from '../../statement.ts';
import type { Read, StatementOptions } from '../../statement.ts';
import type { RefundNote } from '../partners/partners.ts';
import { VIEW_COLUMNS } from './transaction-views.ts';
import type { TransactionView } from './transaction-views.ts';
import type { SenderDetails } from './sender-details.ts';

/** What the hosted page shows of a deposit. Fields that are not nullable here are required by the database. */
export interface HostedDeposit extends TransactionView, SenderDetails {
  partnerName: string;
  /** null: the partner has no logo. */
  logoHash: string | null;
  referenceCode: string;
  redirectUrl: string;
  /** In which the partner wants the page to open; null: it did not say. */
  language: Language | null;
  /** Where players of this partner ask for help; null: the page names the partner, without a link. */
  supportAddress: string | null;
  refundNote: RefundNote | null;
  bankName: string;
  holderName: string;
  iban: string;
  /** The page showed another account before, until a bank froze it. */
  isMoved: boolean;
  /** The bank froze the account after the player had said "sent", or while there was no other account to move to. */
  isFrozen: boolean;
  /** Money that arrived after the deposit was closed, and was approved for it; null if there is none. */
  lateCents: Cents | null;
  /** Rejected although its money came, in time or late: how much came, and how much of it is still with us. null: none came that we know of. */
  refusedCents: Cents | null;
  refusedOpenCents: Cents | null;
  /** Since when it is being checked; null: it is not. */
  waitingSince: Date | null;
  /** An operator holds it: its bank is down, or the money comes the next day. */
  isHeld: boolean;
  expiresAt: Date;
  /** Below zero once the time is over, whether or not the deposit has been closed yet. */
  secondsLeft: number;
  fastLimitCents: Cents;
  receiptCount: number;
  /** The player's name, as the partner gave it. */
  customerName: string;
  /** When "sent" was said; null before. */
  pressedAt: Date | null;
  /** Changes with everything above but the time that is left and the limit of FAST. */
  fingerprint: string;
  /** Changes with what a player waits for: the decision, and the account to pay to. */
  quickFingerprint: string;
}

const QUICK_TABLES_SQL = `
join transaction t on t.id = key.id and t.type = 'deposit'
join partner p on p.id = t.partner_id
join bank_account b on b.id = t.bank_account_id`;

const TABLES_SQL = `${QUICK_TABLES_SQL}
left join partner_logo l on l.partner_id = t.partner_id
left join sender_detail d on d.transaction_id = t.id
left join open_transaction o on o.transaction_id = t.id
left join lateral (
  select sum(m.amount_cents)::int8 as amount_cents, sum(m.open_cents)::int8 as open_cents from refused_money m
  where m.transaction_id = t.id
    or m.transaction_id = any (array(select late.id from transaction late where late.original_transaction_id = t.id))
) as r on true`;

const LATE_SQL = `(select sum(late.actual_amount_cents)::int8 from transaction late
   where late.original_transaction_id = t.id and late.status = 'approved')`;
const RECEIPTS_SQL = '(select count(*)::int4 from receipt r where r.transaction_id = t.id)';

/**
 * The versions of the rows instead of their contents: to compare 500 takes a third of the time of reading them, and a column that is added
 * later cannot be forgotten here.
 */
const QUICK_FINGERPRINT_SQL = `concat_ws(' ', t.xmin, p.xmin, b.xmin)`;
const FINGERPRINT_SQL = `concat_ws(' ', ${QUICK_FINGERPRINT_SQL}, coalesce(l.xmin::text, '-'), coalesce(d.xmin::text, '-'),
  coalesce(o.xmin::text, '-'), ${LATE_SQL}, 'r' || ${RECEIPTS_SQL}, 'm' || r.amount_cents, 'o' || r.open_cents)`;

/** The remaining time is computed by the database's clock, which also decides when deposits expire. */
const HOSTED_DEPOSITS_SQL = `
select key.place, ${VIEW_COLUMNS}, t.language, p.name as "partnerName", l.content_hash as "logoHash",
  b.bank_name as "bankName", b.holder_name as "holderName", b.iban,
  t.previous_bank_account_id is not null as "isMoved", b.status = 'frozen' as "isFrozen",
  p.support_address as "supportAddress",
  case when p.refund_note_tr is not null then json_build_object('tr', p.refund_note_tr, 'en', p.refund_note_en) end as "refundNote",
  r.amount_cents as "refusedCents", r.open_cents as "refusedOpenCents",
  case when t.status = 'waiting_confirmation' then o.waiting_since end as "waitingSince", o.held_until is not null as "isHeld", t.expires_at as "expiresAt",
  ${LATE_SQL} as "lateCents",
  ceil(extract(epoch from t.expires_at - now()))::float8 as "secondsLeft",
  (select fast_limit_cents from platform_settings order by version desc limit 1) as "fastLimitCents",
  d.sender_name as "senderName", d.iban_last_four as "ibanLastFour", d.sent_at as "sentAt",
  ${RECEIPTS_SQL} as "receiptCount",
  t.customer_full_name as "customerName",
  (select max(s.at) from transaction_step s
   where s.transaction_id = t.id and s.trigger in ('confirm_sent', 'confirm_on_behalf')) as "pressedAt",
  ${FINGERPRINT_SQL} as fingerprint, ${QUICK_FINGERPRINT_SQL} as "quickFingerprint"
from unnest($1::uuid[]) with ordinality as key (id, place)${TABLES_SQL}`;

/** The deposit for each id, in the same order; undefined where there is none. */
export async function findHostedDeposits(
  pool: pg.Pool,
  ids: readonly string[],
  options: StatementOptions,
): Promise<(HostedDeposit | undefined)[]> {
  return await findAll(async (query) => await runRead(pool, query, options), ids);
}

/**
 * The same for players who press. That a press was made before is told for good, so it is confirmed; where none was, it is made, and its own
 * commit is waited for.
 */
export async function findPressedDeposits(
  pool: pg.Pool,
  ids: readonly string[],
  options: StatementOptions,
): Promise<(HostedDeposit | undefined)[]> {
  return await runConfirmedReads(
    pool,
    options,
    async (read) => await findAll(read, ids),
    (deposits) => deposits.some((deposit) => deposit?.status !== 'waiting_payment'),
  );
}

async function findAll(read: Read, ids: readonly string[]): Promise<(HostedDeposit | undefined)[]> {
  const found: (HostedDeposit | undefined)[] = ids.map(() => undefined);
  const query = { name: 'find-hosted-deposits', text: HOSTED_DEPOSITS_SQL, values: [ids] };
  const rows = await read<HostedDeposit & { place: bigint }>(query);
  for (const row of rows) found[Number(row.place) - 1] = row;
  return found;
}

const CHANGED_SQL = `
select t.id
from unnest($1::uuid[], $2::text[]) as key (id, known)${TABLES_SQL}
where ${FINGERPRINT_SQL} is distinct from key.known`;

const QUICKLY_CHANGED_SQL = `
select t.id
from unnest($1::uuid[], $2::text[]) as key (id, known)${QUICK_TABLES_SQL}
where ${QUICK_FINGERPRINT_SQL} <> key.known`;

/** How much of a deposit is compared. */
export type Thoroughness = 'quick' | 'whole';

/** The ids of those deposits that are no longer as they were read. */
export async function findChangedHostedDeposits(
  pool: pg.Pool,
  known: readonly Pick<HostedDeposit, 'id' | 'fingerprint' | 'quickFingerprint'>[],
  thoroughness: Thoroughness,
  options: StatementOptions,
): Promise<string[]> {
  const ids = known.map(({ id }) => id);
  const query =
    thoroughness === 'whole'
      ? {
          name: 'find-changed-hosted-deposits',
          text: CHANGED_SQL,
          values: [ids, known.map(({ fingerprint }) => fingerprint)],
        }
      : {
          name: 'find-quickly-changed-hosted-deposits',
          text: QUICKLY_CHANGED_SQL,
          values: [ids, known.map(({ quickFingerprint }) => quickFingerprint)],
        };
  const rows = await runRead<{ id: string }>(pool, query, options);
  return rows.map(({ id }) => id);
}
