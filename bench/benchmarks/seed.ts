import type pg from 'pg';
import { insertBankAccount, insertPartner } from '../../server/test/harness/factories.ts';
import type { TestPartner } from '../../server/test/harness/factories.ts';

export const SEEDED_TRANSACTIONS = 100_000;
const PARTNERS = 4;

/** Transaction n has n as its id and `order-n` as its reference, and belongs to partner n modulo their number. */
export async function seed(owner: pg.Pool): Promise<TestPartner[]> {
  const partners: TestPartner[] = [];
  for (let count = 0; count < PARTNERS; count++) {
    partners.push(await insertPartner(owner, { requestsPerSecond: null }));
  }
  const { id: bankAccountId } = await insertBankAccount(owner);
  await seedTransactions(owner, { partnerIds: partners.map(({ id }) => id), bankAccountId });
  return partners;
}

/** A quarter are withdrawals. */
async function seedTransactions(
  owner: pg.Pool,
  { partnerIds, bankAccountId }: { partnerIds: readonly string[]; bankAccountId: string },
): Promise<void> {
  await owner.query(
    `insert into transaction (
       id, partner_id, type, status, stage, external_reference, currency, amount_cents, commission_cents,
       net_amount_cents, player_amount_cents, balance_impact_cents, commission_basis_points, commission_fixed_cents,
       settlement_mode, customer_id, customer_username, customer_full_name, bank_account_id, reference_code, redirect_url,
       page_key_version, expires_at, payout_bank_name, payout_holder_name, payout_iban)
     select lpad(n::text, 32, '0')::uuid, ($1::uuid[])[n % array_length($1::uuid[], 1) + 1],
       case when d then 'deposit' else 'withdrawal' end,
       case when d then 'waiting_payment' else 'waiting_confirmation' end, case when d then null else 'queued' end,
       'order-' || n, 'TRY', 100000, 3000, case when d then 97000 end, 97000,
       case when d then 97000 else -100000 end, 300, 0, 'deduct_from_amount',
       'player-' || n / 10, 'ayse', 'Ayşe Işık', case when d then $2::uuid end,
       case when d then translate(lpad(n::text, 8, '0'), '01', 'AC') end,
       case when d then 'https://shop.example/return?order=' || n end, case when d then 1 end,
       case when d then now() + interval '1 day' end,
       case when d then null else 'Ziraat Bankası' end, case when d then null else 'Ayşe Işık' end,
       case when d then null else 'TR330006100519786457841326' end
     from (select n, (n / 4) % 4 <> 0 as d from generate_series(1, $3::int) as n) as numbered`,
    [partnerIds, bankAccountId, SEEDED_TRANSACTIONS],
  );
  await owner.query('vacuum analyze transaction');
  await owner.query('checkpoint');
}
