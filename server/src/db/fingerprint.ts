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
 * left out: a decision that comes too late is a conflict, and not a changed transaction.
 */
export function fingerprintSql(alias: string): string {
  const parts = FINGERPRINT_COLUMNS.map((column) => `${alias}.${column}`).join(', ');
  return `encode(sha256(convert_to(row(${parts})::text, 'UTF8')), 'hex')`;
}
