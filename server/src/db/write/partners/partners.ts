import type { Transaction } from 'kysely';
import type { PartnerLimits, PartnerSettings } from '../../read/partners/partners.ts';
import type { Database } from '../../schema.ts';

export type NewPartner = Omit<PartnerSettings, 'status' | 'depositsPaused' | 'withdrawalsPaused'> & {
  id: string;
};

/** The unique index that prevents two partners with the same name. */
export const PARTNER_NAME_KEY = 'partner_name_key';

export async function insertPartner(trx: Transaction<Database>, partner: NewPartner): Promise<void> {
  await trx
    .insertInto('partner')
    .values({
      id: partner.id,
      name: partner.name,
      credit_line_cents: partner.creditLineCents,
      redirect_hosts: partner.redirectHosts,
      allowed_networks: partner.allowedNetworks,
      requests_per_second: partner.requestsPerSecond,
      ...limitColumns(partner),
      ...settlementColumns(partner),
      ...helpColumns(partner),
    })
    .execute();
}

export async function updatePartner(
  trx: Transaction<Database>,
  id: string,
  settings: PartnerSettings,
): Promise<void> {
  await trx
    .updateTable('partner')
    .set({
      name: settings.name,
      status: settings.status,
      deposits_paused: settings.depositsPaused,
      withdrawals_paused: settings.withdrawalsPaused,
      credit_line_cents: settings.creditLineCents,
      redirect_hosts: settings.redirectHosts,
      allowed_networks: settings.allowedNetworks,
      requests_per_second: settings.requestsPerSecond,
      ...limitColumns(settings),
      ...settlementColumns(settings),
      ...helpColumns(settings),
    })
    .where('id', '=', id)
    .execute();
}

function limitColumns(limits: PartnerLimits) {
  return {
    deposit_min_cents: limits.depositMinCents,
    deposit_max_cents: limits.depositMaxCents,
    withdrawal_min_cents: limits.withdrawalMinCents,
    withdrawal_max_cents: limits.withdrawalMaxCents,
    player_day_deposit_count: limits.playerDayDepositCount,
    player_day_deposit_cents: limits.playerDayDepositCents,
    player_day_withdrawal_count: limits.playerDayWithdrawalCount,
    player_day_withdrawal_cents: limits.playerDayWithdrawalCents,
    refuse_other_holders: limits.refuseOtherHolders,
    deposit_expiry_seconds: limits.depositExpirySeconds,
  };
}

function settlementColumns({ settlementAccount }: Pick<PartnerSettings, 'settlementAccount'>) {
  return {
    settlement_iban: settlementAccount?.iban ?? null,
    settlement_holder_name: settlementAccount?.holderName ?? null,
  };
}

function helpColumns({ supportAddress, refundNote }: Pick<PartnerSettings, 'supportAddress' | 'refundNote'>) {
  return {
    support_address: supportAddress,
    refund_note_tr: refundNote?.tr ?? null,
    refund_note_en: refundNote?.en ?? null,
  };
}
