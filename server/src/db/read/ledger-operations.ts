import type pg from 'pg';
import type { Cents } from '@vezne/domain/money';
import type { BankAccountStatus, PartnerStatus } from '../schema.ts';
import { runRead } from '../statement.ts';
import type { StatementOptions } from '../statement.ts';

/** What an operation depends on before it is posted. Fields are null for what it does not name, or names wrongly. */
export interface OperationFacts {
  partnerStatus: PartnerStatus | null;
  bankAccountStatus: BankAccountStatus | null;
  arePayoutsPaused: boolean;
  fourEyesCents: Cents;
  sentAmountCents: Cents | null;
  sentFrom: string | null;
  hasArrived: boolean;
}

const OPERATION_FACTS_SQL = `
select
  (select status from partner where id = $1) as "partnerStatus",
  (select status from bank_account where id = $2) as "bankAccountStatus",
  coalesce((select payouts_paused from bank_account where id = $2), false) as "arePayoutsPaused",
  (select four_eyes_cents from platform_settings order by version desc limit 1) as "fourEyesCents",
  (select amount_cents from ledger_operation where id = $3 and kind = 'internal_transfer_sent') as "sentAmountCents",
  (select bank_account_id from ledger_operation where id = $3 and kind = 'internal_transfer_sent') as "sentFrom",
  exists (select from ledger_operation where sent_operation_id = $3) as "hasArrived"`;

export async function readOperationFacts(
  pool: pg.Pool,
  ids: { partnerId: string | null; bankAccountId: string | null; sentOperationId: string | null },
  options: StatementOptions,
): Promise<OperationFacts> {
  const values = [ids.partnerId, ids.bankAccountId, ids.sentOperationId];
  const [facts] = await runRead<OperationFacts>(pool, { text: OPERATION_FACTS_SQL, values }, options);
  if (facts === undefined) throw new Error('A statement without a table always has a row.');
  return facts;
}

export async function hasLedgerOperation(
  pool: pg.Pool,
  id: string,
  options: StatementOptions,
): Promise<boolean> {
  const query = { text: 'select id from ledger_operation where id = $1', values: [id] };
  return (await runRead(pool, query, options)).length === 1;
}
