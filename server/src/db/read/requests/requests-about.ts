/** What requests are about: one transaction, or the deposits of a bulk. Everything here is SQL for other statements. */

/** Those about one transaction. */
const ABOUT_ONE = `
  select id, subject_id as transaction_id, asked_by_id, asked_by, fingerprint
  from second_person_request
  where status = 'open' and subject_type = 'transaction' and subject_id is not null`;

/** The deposits that the details of a bulk name. What is no list of deposits names none. */
const DEPOSITS_OF_BULK = `jsonb_path_query(details, '$.deposits[*]') as named`;
const DEPOSIT_OF_BULK = `named ->> 'transactionId'`;

/** The ids that the bulk of the row at hand names. */
export const NAMED_IN_BULK = `select ${DEPOSIT_OF_BULK} from ${DEPOSITS_OF_BULK} where ${DEPOSIT_OF_BULK} is not null`;

/** Those of open bulks, which are few. */
const IN_BULK = `
  select id, ${DEPOSIT_OF_BULK} as transaction_id, asked_by_id, asked_by, named ->> 'fingerprint' as fingerprint
  from second_person_request cross join lateral ${DEPOSITS_OF_BULK}
  where status = 'open' and subject_type = 'deposits' and ${DEPOSIT_OF_BULK} is not null`;

/** The transactions that a second person is asked about, as text. */
export const ASKED_ABOUT = `
  select one.transaction_id from (${ABOUT_ONE}) as one union all select bulk.transaction_id from (${IN_BULK}) as bulk`;

/**
 * The open requests about the transaction `id`, an expression of its id as text. The lists of bulks are read once in a statement, and again
 * only for a deposit that is on one.
 */
export function requestsAboutSql(id: string): string {
  return `
  select one.id, one.asked_by_id, one.asked_by, one.fingerprint from (${ABOUT_ONE}) as one where one.transaction_id = ${id}
  union all
  select bulk.id, bulk.asked_by_id, bulk.asked_by, bulk.fingerprint from (${IN_BULK}) as bulk
  where bulk.transaction_id = ${id} and ${id} in (select listed.transaction_id from (${IN_BULK}) as listed)`;
}
