import type pg from 'pg';
import { runRead } from '../../statement.ts';
import type { StatementOptions } from '../../statement.ts';
import type { PartnerLimits } from './partners.ts';

export interface OwnPartnerLimits extends PartnerLimits {
  id: string;
  name: string;
}

/** A partner without limits of its own is no row. */
const OWN_LIMITS_SQL = `
select id, name, deposit_min_cents as "depositMinCents", deposit_max_cents as "depositMaxCents",
  withdrawal_min_cents as "withdrawalMinCents", withdrawal_max_cents as "withdrawalMaxCents",
  player_day_deposit_count as "playerDayDepositCount", player_day_deposit_cents as "playerDayDepositCents",
  player_day_withdrawal_count as "playerDayWithdrawalCount", player_day_withdrawal_cents as "playerDayWithdrawalCents",
  refuse_other_holders as "refuseOtherHolders", deposit_expiry_seconds as "depositExpirySeconds"
from partner
where refuse_other_holders or num_nonnulls(deposit_min_cents, deposit_max_cents, withdrawal_min_cents, withdrawal_max_cents,
  player_day_deposit_count, player_day_deposit_cents, player_day_withdrawal_count, player_day_withdrawal_cents,
  deposit_expiry_seconds) > 0
order by lower(name), id`;

/** Partners that are held to something else than every other one, by name. */
export async function listOwnPartnerLimits(
  pool: pg.Pool,
  options: StatementOptions,
): Promise<OwnPartnerLimits[]> {
  return await runRead<OwnPartnerLimits>(pool, { text: OWN_LIMITS_SQL }, options);
}
