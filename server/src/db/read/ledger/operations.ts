import type pg from 'pg';
import type { Cents } from '@vezne/domain/money';
import { authorisedFrom } from '../../open-transactions.ts';
import type { BankAccountStatus } from '../../schema/bank-accounts.ts';
import type { PartnerStatus } from '../../schema/partners.ts';
import { runRead } from '../../statement.ts';
import type { StatementOptions } from '../../statement.ts';

/** What an operation depends on before it is posted. Fields are null for what it does not name, or names wrongly. */
export interface OperationFacts {
  partnerStatus: PartnerStatus | null;
  partnerName: string | null;
  /** The partner's own account, with its holder; null: it has none to be paid to. */
  settlementAccount: string | null;
  bankAccountStatus: BankAccountStatus | null;
  arePayoutsPaused: boolean;
  fourEyesCents: Cents;
  sentAmountCents: Cents | null;
  sentFrom: string | null;
  hasArrived: boolean;
  balanceCents: Cents;
  authorisedCents: Cents;
  toleranceCents: Cents;
  /** What this person alone has posted at this account today. */
  aloneTodayCents: Cents;
}

/** An internal transfer as it was sent. */
export interface SentTransfer {
  bankAccountId: string;
  amountCents: Cents;
}

const SENT_SQL = `
select bank_account_id as "bankAccountId", amount_cents as "amountCents"
from ledger_operation where id = $1 and kind = 'internal_transfer_sent'`;

export async function findSentTransfer(
  pool: pg.Pool,
  operationId: string,
  options: StatementOptions,
): Promise<SentTransfer | undefined> {
  return (await runRead<SentTransfer>(pool, { text: SENT_SQL, values: [operationId] }, options))[0];
}

const OPERATION_FACTS_SQL = `
select
  (select status from partner where id = $1) as "partnerStatus",
  (select name from partner where id = $1) as "partnerName",
  (select settlement_iban || ' ' || settlement_holder_name from partner where id = $1) as "settlementAccount",
  (select status from bank_account where id = $2) as "bankAccountStatus",
  coalesce((select payouts_paused from bank_account where id = $2), false) as "arePayoutsPaused",
  (select four_eyes_cents from platform_settings order by version desc limit 1) as "fourEyesCents",
  (select amount_cents from ledger_operation where id = $3 and kind = 'internal_transfer_sent') as "sentAmountCents",
  (select bank_account_id from ledger_operation where id = $3 and kind = 'internal_transfer_sent') as "sentFrom",
  exists (select from ledger_operation where sent_operation_id = $3) as "hasArrived",
  coalesce((select balance_cents from ledger_account where kind = 'bank' and bank_account_id = $2), 0) as "balanceCents",
  coalesce((
    ${authorisedFrom('$2')}
  ), 0)::int8 as "authorisedCents",
  coalesce((select tolerance_cents from bank_account where id = $2), 0) as "toleranceCents",
  coalesce((
    select sum_cents from decided_alone
    where day = (now() at time zone 'Europe/Istanbul')::date and kind = 'operations' and subject = $4
  ), 0) as "aloneTodayCents"`;

export async function readOperationFacts(
  pool: pg.Pool,
  ids: {
    partnerId: string | null;
    bankAccountId: string | null;
    sentOperationId: string | null;
    /** Whose sum of the day: the person at the account. */
    aloneSubject: string;
  },
  options: StatementOptions,
): Promise<OperationFacts> {
  const values = [ids.partnerId, ids.bankAccountId, ids.sentOperationId, ids.aloneSubject];
  const [facts] = await runRead<OperationFacts>(pool, { text: OPERATION_FACTS_SQL, values }, options);
  if (facts === undefined) throw new Error('A statement without a table always has a row.');
  return facts;
}
