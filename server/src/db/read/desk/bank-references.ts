import type pg from 'pg';
import { runRead } from '../../statement.ts';
import type { StatementOptions } from '../../statement.ts';

/** The index by which a bank's reference stands for one transfer to or from an account. */
export const BANK_REFERENCE_ONCE = 'transaction_step_bank_reference';

interface Reference {
  bankAccountId: string;
  bankReference: string;
}

export function referenceKey({ bankAccountId, bankReference }: Reference): string {
  return `${bankAccountId} ${bankReference}`;
}

const USED_SQL = `
select distinct asked.bank_account_id as "bankAccountId", asked.bank_reference as "bankReference"
from unnest($1::text[], $2::text[]) as asked (bank_account_id, bank_reference)
join transaction_step step on step.said ->> 'bankAccountId' = asked.bank_account_id
  and step.said ->> 'bankReference' = asked.bank_reference and step.said ? 'bankReference'
  and not step.said ? 'isReferenceUsedBefore'`;

/** Which of these references have stood for a transfer to or from their account before. */
export async function findUsedReferences(
  pool: pg.Pool,
  references: readonly Reference[],
  options: StatementOptions,
): Promise<Set<string>> {
  const values = [
    references.map(({ bankAccountId }) => bankAccountId),
    references.map(({ bankReference }) => bankReference),
  ];
  const rows = await runRead<Reference>(pool, { name: 'used-references', text: USED_SQL, values }, options);
  return new Set(rows.map(referenceKey));
}
