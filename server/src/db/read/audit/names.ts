/** What people call the things that audit entries are about. */
import type pg from 'pg';
import { ROW_ID } from '@vezne/domain/row-id';
import type { TransactionType } from '@vezne/domain/transaction-state';
import { runRead } from '../../statement.ts';
import type { StatementOptions } from '../../statement.ts';
import type { AuditSubject } from './entries.ts';

export interface AuditName {
  type: string;
  id: string;
  name: string;
  /** Of a transaction. */
  transactionType: TransactionType | null;
  /** Of a person. */
  handle: string | null;
}

/** Every part finds its rows by their keys. No IBAN is whole. */
export const AUDIT_NAMES_SQL = `
select 'staff' as type, id::text, name, null as "transactionType", handle from staff where id = any ($1::uuid[])
union all select 'partner', id::text, name, null, null from partner where id = any ($2::uuid[])
union all select 'bank_account', id::text, bank_name || ' •• ' || right(iban, 4), null, null from bank_account where id = any ($3::uuid[])
union all select 'transaction', id::text, coalesce(reference_code, external_reference), type, null
  from transaction where id = any ($4::uuid[])
union all select 'webhook_endpoint', id::text, url, null, null from webhook_endpoint where id = any ($5::uuid[])`;

const TYPES = ['staff', 'partner', 'bank_account', 'transaction', 'webhook_endpoint'] as const;

/** By `type:id`. What has no name is missing. */
export async function findAuditNames(
  pool: pg.Pool,
  subjects: readonly AuditSubject[],
  options: StatementOptions,
): Promise<Map<string, AuditName>> {
  const idsOf = (type: string): string[] => [
    ...new Set(subjects.filter((one) => one.type === type && ROW_ID.test(one.id)).map(({ id }) => id)),
  ];
  const rows = await runRead<AuditName>(
    pool,
    { name: 'audit-names', text: AUDIT_NAMES_SQL, values: TYPES.map(idsOf) },
    options,
  );
  return new Map(rows.map((row) => [`${row.type}:${row.id}`, row]));
}

export interface FoundSubject extends AuditSubject {
  name: string | null;
  /** Of a person. */
  handle: string | null;
}

/** Partners, people, accounts and endpoints with exactly this name. These tables are small. */
export const SUBJECTS_NAMED_SQL = `
select 'partner' as type, id::text, name, null as handle from partner where lower(name) = lower($1)
union all select 'staff', id::text, name, handle from staff where handle = lower($1) or lower(name) = lower($1)
union all select 'bank_account', id::text, bank_name || ' •• ' || right(iban, 4), null from bank_account
  where iban = upper(replace($1, ' ', ''))
union all select 'webhook_endpoint', id::text, url, null from webhook_endpoint where url = $1
limit 20`;

export async function findSubjectsNamed(
  pool: pg.Pool,
  text: string,
  options: StatementOptions,
): Promise<FoundSubject[]> {
  return await runRead<FoundSubject>(pool, { text: SUBJECTS_NAMED_SQL, values: [text] }, options);
}

/** The type of the thing that has this id. */
export const SUBJECTS_OF_ID_SQL = `
select 'transaction' as type, id::text, coalesce(reference_code, external_reference) as name, null as handle from transaction where id = $1::uuid
union all select 'partner', id::text, name, null from partner where id = $1::uuid
union all select 'staff', id::text, name, handle from staff where id = $1::uuid
union all select 'bank_account', id::text, bank_name || ' •• ' || right(iban, 4), null from bank_account where id = $1::uuid
union all select 'webhook_endpoint', id::text, url, null from webhook_endpoint where id = $1::uuid
union all select 'second_person_request', id::text, action, null from second_person_request where id = $1::uuid
union all select 'ledger_operation', id::text, kind, null from ledger_operation where id = $1::uuid
union all select 'block', id::text, reason, null from blocked_party where id = $1::uuid`;

export async function findSubjectsOfId(
  pool: pg.Pool,
  id: string,
  options: StatementOptions,
): Promise<FoundSubject[]> {
  return await runRead<FoundSubject>(pool, { text: SUBJECTS_OF_ID_SQL, values: [id] }, options);
}

/** Requests about a transaction, which have entries of their own. The newest are enough: each waits for hours. */
export const REQUESTS_ABOUT_SQL = `
select id::text from second_person_request where subject_type = 'transaction' and subject_id = any ($1::text[])
order by asked_at desc, id desc limit 50`;

export async function findRequestsAbout(
  pool: pg.Pool,
  transactionIds: readonly string[],
  options: StatementOptions,
): Promise<string[]> {
  const rows = await runRead<{ id: string }>(
    pool,
    { text: REQUESTS_ABOUT_SQL, values: [transactionIds] },
    options,
  );
  return rows.map(({ id }) => id);
}
