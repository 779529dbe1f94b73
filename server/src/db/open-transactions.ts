/**
 * Parts of statements about what is not decided yet. The words for types and states are in the text, never among the parameters: only then
 * can a plan that is made once use the small index of a queue. What a row has beyond them is looked up by its id, in a subquery: as a join,
 * it may become a walk through all transactions.
 */

const WITHDRAWALS = `from open_transaction o where o.type = 'withdrawal' and o.status = 'waiting_confirmation'`;

/** A column of the transaction of `o`. */
const looked = (column: string): string =>
  `(select t.${column} from transaction t where t.id = o.transaction_id)`;

/** The sum that is authorised to leave from a bank account and has not been approved yet; null for nothing. */
export function authorisedFrom(bankAccountId: string): string {
  return `select sum(${looked('player_amount_cents')}) ${WITHDRAWALS} and o.stage = 'authorised' and o.bank_account_id = ${bankAccountId}`;
}

/** What a partner's withdrawals will take that are not authorised yet; null for nothing. */
export function notYetReservedOf(partnerId: string): string {
  return `select -sum(${looked('balance_impact_cents')}) ${WITHDRAWALS} and o.stage in ('queued', 'taken') and o.partner_id = ${partnerId}`;
}

/** The same with how many they are (count, total). */
export function openWithdrawalsOf(partnerId: string): string {
  return `select count(*)::int4 as count, coalesce(-sum(${looked('balance_impact_cents')}), 0)::int8 as total ${WITHDRAWALS}
    and o.stage in ('queued', 'taken') and o.partner_id = ${partnerId}`;
}

/** Partners with what is set aside for their authorised withdrawals (partner_id, total). */
export const RESERVED_BY_PARTNER = `
select o.partner_id, -sum(${looked('balance_impact_cents')}) as total ${WITHDRAWALS} and o.stage = 'authorised' group by o.partner_id`;
