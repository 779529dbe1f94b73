import type pg from 'pg';
import type { SettlementMode } from '@vezne/domain/commission';
import type { Cents } from '@vezne/domain/money';
import type { TransactionType } from '@vezne/domain/transaction-state';
import { runRead } from '../../statement.ts';
import type { StatementOptions } from '../../statement.ts';

/** A version of a partner's terms, with what became of it. */
export interface PastTerms {
  direction: TransactionType;
  version: number;
  basisPoints: number;
  fixedCents: Cents;
  mode: SettlementMode;
  effectiveFrom: Date;
  state: 'in_force' | 'to_come' | 'past' | 'replaced';
  createdBy: string;
  askedBy: string | null;
}

/** Of the newest. Terms change a few times a year. */
const MOST_VERSIONS = 200;

/** In force is the highest version that has begun. A version never holds if a higher one begins no later. */
const HISTORY_SQL = `
select t.direction, t.version, t.basis_points as "basisPoints", t.fixed_cents as "fixedCents", t.settlement_mode as mode,
  t.effective_from as "effectiveFrom", t.created_by as "createdBy",
  case
    when exists (
      select from partner_terms higher where higher.partner_id = t.partner_id and higher.direction = t.direction
        and higher.version > t.version and higher.effective_from <= t.effective_from
    ) then 'replaced'
    when t.effective_from > now() then 'to_come'
    when exists (
      select from partner_terms higher where higher.partner_id = t.partner_id and higher.direction = t.direction
        and higher.version > t.version and higher.effective_from <= now()
    ) then 'past'
    else 'in_force'
  end as state,
  (
    select a.details ->> 'askedBy' from audit_entry a
    where a.subject_type = 'partner' and a.subject_id = t.partner_id::text and (
      (t.version = 1 and a.action = 'partner.create')
      or (a.action = 'terms.set' and a.details ->> 'version' = t.version::text
        and a.details -> 'after' ->> 'direction' = t.direction)
    )
    limit 1
  ) as "askedBy"
from partner_terms t where t.partner_id = $1 order by t.direction, t.version desc limit ${MOST_VERSIONS}`;

/** All versions of both directions; of each the newest first. */
export async function listTermsHistory(
  pool: pg.Pool,
  partnerId: string,
  options: StatementOptions,
): Promise<PastTerms[]> {
  return await runRead<PastTerms>(pool, { text: HISTORY_SQL, values: [partnerId] }, options);
}
