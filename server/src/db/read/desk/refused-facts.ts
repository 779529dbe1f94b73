import type pg from 'pg';
import type { StoredPerson } from '@vezne/domain/actor';
import type { Cents } from '@vezne/domain/money';
import type { ReasonCode } from '@vezne/domain/transaction-state';
import { runRead } from '../../statement.ts';
import type { StatementOptions } from '../../statement.ts';

/** What is known of refused money: of a rejected deposit its own, of late money that of the deposit that it names. */
export interface RefusedFacts {
  /** What is open of it at this account. null: there is none. */
  refusedOpenCents: Cents | null;
  /** Why it was refused, who had sent it, and what the bank called it, as far as that was said. */
  refusedReason: ReasonCode | null;
  refusedSender: string | null;
  refusedReference: string | null;
  /** It was refused for another player than the one of this deposit. */
  isRefusedOfAnother: boolean;
  /** Who refused it: one person, or two. */
  refusedBy: readonly StoredPerson[];
}

/** Of everything else. */
export const NOTHING_REFUSED: RefusedFacts = {
  refusedOpenCents: null,
  refusedReason: null,
  refusedSender: null,
  refusedReference: null,
  isRefusedOfAnother: false,
  refusedBy: [],
};

const REFUSED_FACTS_SQL = `
select t.id, r.open_cents as "refusedOpenCents", o.reason_code as "refusedReason", step.said ->> 'senderSeen' as "refusedSender",
  step.said ->> 'bankReference' as "refusedReference", (o.partner_id, o.customer_id) <> (t.partner_id, t.customer_id) as "isRefusedOfAnother",
  array_remove(array[
    case when step.actor is not null then json_build_object('id', step.actor_id, 'name', step.actor)::jsonb end,
    case when step.asked_by is not null then json_build_object('id', step.asked_by_id, 'name', step.asked_by)::jsonb end
  ], null) as "refusedBy"
from transaction t join transaction o on o.id = coalesce(t.refused_transaction_id, t.id)
  -- An adjustment can say that it came to another account than late money names.
  left join refused_money r on r.transaction_id = o.id and (t.refused_transaction_id is null or r.bank_account_id = t.bank_account_id)
  left join transaction_step step on step.transaction_id = o.id and step.step_no = o.step_count and step.trigger = 'reject'
where t.id = any ($1)`;

/** A statement of its own, for the few deposits that have any. */
export async function findRefusedFacts(
  pool: pg.Pool,
  ids: readonly string[],
  options: StatementOptions,
): Promise<Map<string, RefusedFacts>> {
  const rows = await runRead<RefusedFacts & { id: string }>(
    pool,
    { name: 'refused-facts', text: REFUSED_FACTS_SQL, values: [ids] },
    options,
  );
  return new Map(rows.map(({ id, ...facts }) => [id, facts]));
}
