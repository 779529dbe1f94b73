const FINGERPRINT_COLUMNS = [
  'id',
  'partner_id',
  'type',
  'external_reference',
  'currency',
  'amount_cents',
  'actual_amount_cents',
  'commission_cents',
  'net_amount_cents',
  'player_amount_cents',
  'balance_impact_cents',
  'commission_basis_points',
  'commission_fixed_cents',
  'settlement_mode',
  'customer_id',
  'customer_full_name',
  'bank_account_id',
  'previous_bank_account_id',
  'payout_bank_name',
  'payout_holder_name',
  'payout_iban',
  'taken_by',
  'authorised_by',
  'parts_sent_cents',
] as const;

/**
 * A fingerprint of what a person decides on: who pays what to whom, under which terms, who has worked on it, and how much of
 * it was sent. The text of a record quotes its parts and tells null from empty, so that no two rows share one. The state is
 * left out: a decision that comes too late is a conflict, and not a changed transaction. What its player says of the sender belongs to
 * it, once something is said: until then the fingerprint is that of the row alone. A receipt is left out, for it says nothing that
 * anybody has read.
 */
export function fingerprintSql(alias: string, { isLocked = false }: { isLocked?: boolean } = {}): string {
  const parts = FINGERPRINT_COLUMNS.map((column) => `${alias}.${column}`).join(', ');
  // A time as text would depend on the zone of the connection.
  const said = `select row(d.sender_name, d.iban_last_four, extract(epoch from d.sent_at))::text from sender_detail d`;
  const seen = `(${said} where d.transaction_id = ${alias}.id)`;
  // Under the lock: a subquery would see what was said before the statement waited for it.
  const saidOfIt = `coalesce(${isLocked ? `sender_said(${alias}.id)` : seen}, '')`;
  return `encode(sha256(convert_to(row(${parts})::text || ${saidOfIt}, 'UTF8')), 'hex')`;
}
