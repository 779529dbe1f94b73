/** The bank accounts that players pay to and are paid from. */
import type { ColumnType, Generated } from 'kysely';
import type { Cents } from '@vezne/domain/money';
import type { Timestamp } from './column-types.ts';

export type BankAccountStatus = 'disabled' | 'enabled' | 'frozen';

export interface BankAccountTable {
  id: string;
  bank_name: string;
  holder_name: string;
  iban: string;
  currency: Generated<string>;
  status: Generated<BankAccountStatus>;
  deposits_paused: Generated<boolean>;
  payouts_paused: Generated<boolean>;
  daily_cap_cents: Cents | null;
  tolerance_cents: Generated<Cents>;
  created_at: Timestamp;
}

export interface BankAccountDayTable {
  bank_account_id: string;
  day: string;
  assigned_cents: Cents;
  assigned_count: bigint;
  returned_cents: Generated<Cents>;
}

export interface BankAccountFreezeTable {
  bank_account_id: string;
  frozen_at: ColumnType<Date, never, never>;
  looked_at: ColumnType<Date | null, never, Date>;
  quiet_since: ColumnType<Date | null, never, Date>;
  settled_at: ColumnType<Date | null, never, Date>;
}

export interface BankAccountFreezeTargetTable {
  frozen_account_id: string;
  to_account_id: string;
  deposits: bigint;
}
