import type pg from 'pg';
import type { StoredPerson } from '@vezne/domain/actor';
import { ZERO_CENTS } from '@vezne/domain/money';
import type { Cents } from '@vezne/domain/money';
import { runRead } from '../../statement.ts';
import type { StatementOptions } from '../../statement.ts';
import { aloneTodaySql } from '../requests/alone-today.ts';

/** What only a payout's decisions depend on. */
export interface PayoutFacts {
  /** What the bank calls the parts, in their order. */
  partReferences: string[];
  /** Who had it before it was handed over. Any of them may have sent money. */
  handedOverFrom: StoredPerson[];
  /** What one hand alone has authorised to this IBAN today. */
  ibanAloneTodayCents: Cents;
  /** Our answer may not have reached the partner. */
  isAnswerUnconfirmed: boolean;
  /** Other players are paid to the same IBAN. */
  isIbanOfOtherPlayers: boolean;
  /** The player or the IBAN is blocked. */
  isBlocked: boolean;
  /** What went to a wrong account with it, and is neither back nor given up. */
  misdirectedOutCents: Cents;
  /** Where the player's last approved payout went. */
  lastPayoutIban: string | null;
}

/** Of a deposit. */
export const NOT_A_PAYOUT: PayoutFacts = {
  partReferences: [],
  handedOverFrom: [],
  ibanAloneTodayCents: ZERO_CENTS,
  isAnswerUnconfirmed: false,
  isIbanOfOtherPlayers: false,
  isBlocked: false,
  misdirectedOutCents: ZERO_CENTS,
  lastPayoutIban: null,
};

const OTHER_PLAYER_OF_IBAN = `
    select from transaction o
    where o.payout_iban = t.payout_iban and (o.partner_id <> t.partner_id or o.customer_id <> t.customer_id)`;

const BLOCK = `
    select from blocked_party b
    where b.ended_at is null and (b.expires_at is null or b.expires_at > now())
      and (b.iban = t.payout_iban or (b.partner_id = t.partner_id and b.customer_id = t.customer_id))`;

/** In the whole order of its index: by the id alone, PostgreSQL would walk through all that the partner ever had. */
const LAST_PAYOUT_IBAN = `
    select o.payout_iban from transaction o
    where o.partner_id = t.partner_id and o.customer_id = t.customer_id and o.type = 'withdrawal' and o.status = 'approved'
    order by o.partner_id desc, o.customer_id desc, o.id desc limit 1`;

const PART_REFERENCES = `select bank_reference from payout_transfer where transaction_id = t.id order by number`;

const HANDED_OVER_FROM = `
    select coalesce(jsonb_agg(step.said -> 'from' order by step_no), '[]') from transaction_step step
    where step.transaction_id = t.id and step.trigger = 'hand_over'`;

const MISDIRECTED_OUT = `
    select sent_cents - recovered_cents - written_off_cents from misdirected_payout where payout_id = t.id`;

export const PAYOUT_FACTS_SQL = `
select t.id,
  case when t.parts_sent_cents > 0 then array(${PART_REFERENCES}) else '{}' end as "partReferences",
  case when t.authorised_by is not null then (${HANDED_OVER_FROM}) else '[]' end as "handedOverFrom",
  coalesce((${aloneTodaySql(`'iban_payouts'`, 't.payout_iban')}), 0) as "ibanAloneTodayCents",
  exists (select from unconfirmed_answer where transaction_id = t.id) as "isAnswerUnconfirmed",
  exists (${OTHER_PLAYER_OF_IBAN}) as "isIbanOfOtherPlayers",
  exists (${BLOCK}) as "isBlocked", (${LAST_PAYOUT_IBAN}) as "lastPayoutIban",
  coalesce((${MISDIRECTED_OUT}), 0) as "misdirectedOutCents"
from transaction t where t.id = any ($1) and t.type = 'withdrawal'`;

/**
 * They are read by a statement of their own: in one with the rows, an approval of a deposit paid for setting all of it up, some
 * 300 µs.
 */
export async function findPayoutFacts(
  pool: pg.Pool,
  ids: readonly string[],
  options: StatementOptions,
): Promise<Map<string, PayoutFacts>> {
  const rows = await runRead<PayoutFacts & { id: string }>(
    pool,
    { name: 'payout-facts', text: PAYOUT_FACTS_SQL, values: [ids] },
    options,
  );
  return new Map(rows.map(({ id, ...facts }) => [id, facts]));
}
