import type pg from 'pg';

/** Deposits of 1000.00 at 3 % that wait for their money on an account, each with the step of its creation. */
export async function insertOpenDeposits(
  owner: pg.Pool,
  { partnerId, bankAccountId, count }: { partnerId: string; bankAccountId: string; count: number },
): Promise<void> {
  await owner.query(
    `with numbered as (
       select n + (select count(*) from transaction) as n from generate_series(1, $3::int) as n
     ), created as (
       insert into transaction (id, partner_id, type, status, external_reference, currency, amount_cents, commission_cents,
         net_amount_cents, player_amount_cents, balance_impact_cents, commission_basis_points, commission_fixed_cents,
         settlement_mode, customer_id, customer_username, customer_full_name, bank_account_id, reference_code,
         redirect_url, page_key_version, expires_at)
       select gen_random_uuid(), $1, 'deposit', 'waiting_payment', 'ref-' || n, 'TRY', 100000, 3000,
         97000, 97000, 97000, 300, 0,
         'deduct_from_amount', 'player-' || n, 'ayse', 'Ayşe Işık', $2, translate(lpad(n::text, 8, '0'), '01', 'AC'),
         'https://shop.example/return', 1, now() + interval '1 day'
       from numbered returning id, status
     )
     insert into transaction_step (transaction_id, step_no, trigger, status, actor_kind, actor)
     select id, 1, 'create', status, 'partner', $1::uuid::text from created`,
    [partnerId, bankAccountId, count],
  );
}

/** How many open deposits show each account. */
export async function openDepositsOf(owner: pg.Pool): Promise<Record<string, number>> {
  const { rows } = await owner.query<{ id: string; n: bigint }>(
    `select bank_account_id as id, count(*) as n from transaction where status = 'waiting_payment' group by 1`,
  );
  return Object.fromEntries(rows.map(({ id, n }) => [id, Number(n)]));
}
