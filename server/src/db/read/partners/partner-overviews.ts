/** Partners with how they stand, for people who look after them. */
import type pg from 'pg';
import type { Cents } from '@vezne/domain/money';
import { openWithdrawalsOf } from '../../open-transactions.ts';
import type { PartnerStatus } from '../../schema/partners.ts';
import { runRead } from '../../statement.ts';
import type { StatementOptions } from '../../statement.ts';
import { BEHIND_AFTER_SECONDS, WAITING_SINCE } from '../webhooks/undelivered.ts';

export interface PartnerOverview {
  id: string;
  name: string;
  status: PartnerStatus;
  depositsPaused: boolean;
  withdrawalsPaused: boolean;
  creditLineCents: Cents;
  createdAt: Date;
  availableCents: Cents;
  /** Set aside for authorised payouts. */
  reservedCents: Cents;
  /** Waiting, and not authorised yet: how many, and what they will take. */
  openWithdrawals: number;
  openWithdrawalsCents: Cents;
  /** Of its endpoints that nobody has disabled. */
  webhooks: { endpoints: number; isPaused: boolean; isBehind: boolean; hasParked: boolean };
}

const overviews = (where: string): string => `
select p.id, p.name, p.status, p.deposits_paused as "depositsPaused", p.withdrawals_paused as "withdrawalsPaused",
  p.credit_line_cents as "creditLineCents", p.created_at as "createdAt",
  available.balance_cents as "availableCents", reserved.balance_cents as "reservedCents",
  waiting.count as "openWithdrawals", waiting.total as "openWithdrawalsCents",
  json_build_object('endpoints', hooks.count, 'isPaused', hooks.is_paused, 'isBehind', hooks.is_behind,
    'hasParked', hooks.has_parked) as webhooks
from partner p
join ledger_account available on available.partner_id = p.id and available.kind = 'partner_balance'
join ledger_account reserved on reserved.partner_id = p.id and reserved.kind = 'partner_reserved'
cross join lateral (${openWithdrawalsOf('p.id')}) as waiting
cross join lateral (
  select count(*)::int4 as count, coalesce(bool_or(w.status = 'paused'), false) as is_paused,
    coalesce(bool_or(${WAITING_SINCE} < now() - interval '${BEHIND_AFTER_SECONDS} seconds'), false) as is_behind,
    coalesce(bool_or(coalesce((
      select true from webhook_delivery d where d.endpoint_id = w.id and d.state = 'parked' limit 1
    ), false)), false) as has_parked
  from webhook_endpoint w where w.partner_id = p.id and w.status <> 'disabled'
) as hooks
${where}`;

/** By name. */
const ALL_SQL = overviews('order by lower(p.name), p.id');
const ONE_SQL = overviews('where p.id = $1');

export async function listPartnerOverviews(
  pool: pg.Pool,
  options: StatementOptions,
): Promise<PartnerOverview[]> {
  return await runRead<PartnerOverview>(pool, { text: ALL_SQL, values: [] }, options);
}

export async function findPartnerOverview(
  pool: pg.Pool,
  id: string,
  options: StatementOptions,
): Promise<PartnerOverview | undefined> {
  return (await runRead<PartnerOverview>(pool, { text: ONE_SQL, values: [id] }, options))[0];
}
