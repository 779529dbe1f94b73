import type pg from 'pg';

/** Puts transactions into states that no endpoint leads to yet, as operators' decisions will. */
export async function approveDeposit(owner: pg.Pool, id: string, actualCents: bigint): Promise<void> {
  await owner.query(
    `update transaction set status = 'approved', decided_at = now(), actual_amount_cents = $2::int8,
       commission_cents = c, net_amount_cents = $2 - c, player_amount_cents = $2 - c, balance_impact_cents = $2 - c
     from (select ($2::int8 * 300 + 5000) / 10000 as c) as at_three_percent
     where id = $1`,
    [uuidOf(id), actualCents],
  );
}

export async function takeWithdrawal(owner: pg.Pool, id: string): Promise<void> {
  await owner.query(
    `update transaction set stage = 'taken', taken_by = 'ayse', bank_account_id = (select id from bank_account limit 1) where id = $1`,
    [uuidOf(id)],
  );
}

/** Late money for a reference: its own deposit, which points to the first one. */
export async function insertLateDeposit(owner: pg.Pool, originalId: string): Promise<void> {
  await owner.query(
    `insert into transaction (id, partner_id, type, status, external_reference, original_transaction_id, currency, amount_cents,
       commission_cents, net_amount_cents, player_amount_cents, balance_impact_cents, commission_basis_points,
       commission_fixed_cents, settlement_mode, customer_id, customer_username, customer_full_name, bank_account_id,
       reference_code, redirect_url, page_key_version, expires_at)
     select gen_random_uuid(), partner_id, type, status, external_reference, id, currency, amount_cents, commission_cents,
       net_amount_cents, player_amount_cents, balance_impact_cents, commission_basis_points, commission_fixed_cents,
       settlement_mode, customer_id, customer_username, customer_full_name, bank_account_id, '23456789', redirect_url,
       page_key_version, expires_at
     from transaction where id = $1`,
    [uuidOf(originalId)],
  );
}

function uuidOf(transactionId: string): string {
  return transactionId.replace('txn_', '');
}
