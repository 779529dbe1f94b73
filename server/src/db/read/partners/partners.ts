import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import type { Cents } from '@vezne/domain/money';
import type { Language } from '@vezne/domain/written';
import type { Database } from '../../schema.ts';
import type { PartnerStatus } from '../../schema/partners.ts';
import { isUuid } from '../../uuid.ts';

/** A partner's own bank account. */
export interface SettlementAccount {
  iban: string;
  holderName: string;
}

/** What the payment page says about refunds, in each of its languages. */
export type RefundNote = Readonly<Record<Language, string>>;

/** What a partner's new transactions are held to, beside the limits of the platform. null: no limit of its own. */
export interface PartnerLimits {
  depositMinCents: Cents | null;
  depositMaxCents: Cents | null;
  withdrawalMinCents: Cents | null;
  withdrawalMaxCents: Cents | null;
  /** What one player may create in a day (Europe/Istanbul). */
  playerDayDepositCount: number | null;
  playerDayDepositCents: Cents | null;
  playerDayWithdrawalCount: number | null;
  playerDayWithdrawalCents: Cents | null;
  /** Refuse payouts to a holder who is not the player. */
  refuseOtherHolders: boolean;
  /** How long a deposit waits for its payment. null: the platform's time. */
  depositExpirySeconds: number | null;
}

export interface PartnerSettings extends PartnerLimits {
  name: string;
  status: PartnerStatus;
  depositsPaused: boolean;
  withdrawalsPaused: boolean;
  creditLineCents: Cents;
  /** Empty: any host. */
  redirectHosts: string[];
  /** Empty: any network. */
  allowedNetworks: string[];
  /** null: the limit that the process sets for every partner. */
  requestsPerSecond: number | null;
  /** Where the partner is paid its balance; null: it can't be paid. */
  settlementAccount: SettlementAccount | null;
  /** Where its players ask for help: a page or a mailbox of the partner. null: the payment page names the partner, without a link. */
  supportAddress: string | null;
  refundNote: RefundNote | null;
}

export interface PartnerRecord extends PartnerSettings {
  id: string;
  createdAt: Date;
}

export async function listPartners(db: Kysely<Database>): Promise<PartnerRecord[]> {
  return await selectPartners(db)
    .orderBy(sql`lower(name)`)
    .execute();
}

/** By id, or by name, ignoring case. */
export async function findPartner(
  db: Kysely<Database>,
  nameOrId: string,
): Promise<PartnerRecord | undefined> {
  const id = await findId(db, nameOrId);
  return id === undefined ? undefined : await selectPartners(db).where('id', '=', id).executeTakeFirst();
}

/**
 * Like findPartner, and blocks other changes to the partner until this transaction ends. It takes the same lock as an
 * update. The stronger lock would make every new transaction of this partner wait, because its foreign key reads this row.
 */
export async function lockPartner(
  trx: Transaction<Database>,
  nameOrId: string,
): Promise<PartnerRecord | undefined> {
  const id = await findId(trx, nameOrId);
  if (id === undefined) return undefined;
  return await selectPartners(trx).where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
}

async function findId(db: Kysely<Database>, nameOrId: string): Promise<string | undefined> {
  const partners = db.selectFrom('partner').select('id');
  const byId = isUuid(nameOrId) ? await partners.where('id', '=', nameOrId).executeTakeFirst() : undefined;
  const byName =
    byId ?? (await partners.where(sql`lower(name)`, '=', sql`lower(${nameOrId})`).executeTakeFirst());
  return byName?.id;
}

function selectPartners(db: Kysely<Database>) {
  return db.selectFrom('partner').select([
    'id',
    'name',
    'status',
    'deposits_paused as depositsPaused',
    'withdrawals_paused as withdrawalsPaused',
    'credit_line_cents as creditLineCents',
    'redirect_hosts as redirectHosts',
    sql<string[]>`allowed_networks::text[]`.as('allowedNetworks'),
    'requests_per_second as requestsPerSecond',
    'deposit_min_cents as depositMinCents',
    'deposit_max_cents as depositMaxCents',
    'withdrawal_min_cents as withdrawalMinCents',
    'withdrawal_max_cents as withdrawalMaxCents',
    'player_day_deposit_count as playerDayDepositCount',
    'player_day_deposit_cents as playerDayDepositCents',
    'player_day_withdrawal_count as playerDayWithdrawalCount',
    'player_day_withdrawal_cents as playerDayWithdrawalCents',
    'refuse_other_holders as refuseOtherHolders',
    'deposit_expiry_seconds as depositExpirySeconds',
    sql<SettlementAccount | null>`case when settlement_iban is not null
        then json_build_object('iban', settlement_iban, 'holderName', settlement_holder_name) end`.as(
      'settlementAccount',
    ),
    'support_address as supportAddress',
    sql<RefundNote | null>`case when refund_note_tr is not null
        then json_build_object('tr', refund_note_tr, 'en', refund_note_en) end`.as('refundNote'),
    'created_at as createdAt',
  ]);
}
