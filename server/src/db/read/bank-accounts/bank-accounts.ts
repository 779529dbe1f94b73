import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import type { Cents } from '@vezne/domain/money';
import type { BankAccountStatus } from '../../schema/bank-accounts.ts';
import type { Database } from '../../schema.ts';
import { isUuid } from '../../uuid.ts';

export interface BankAccountSettings {
  status: BankAccountStatus;
  depositsPaused: boolean;
  payoutsPaused: boolean;
  /** null: no cap. */
  dailyCapCents: Cents | null;
  /** How much may be missing in its books when money leaves. */
  toleranceCents: Cents;
}

export interface BankAccountRecord extends BankAccountSettings {
  id: string;
  bankName: string;
  holderName: string;
  iban: string;
  currency: string;
  createdAt: Date;
  /** Deposits whose players are asked to pay into this account now. */
  openDeposits: bigint;
}

export async function listBankAccounts(db: Kysely<Database>): Promise<BankAccountRecord[]> {
  return await selectBankAccounts(db).orderBy('bank_name').orderBy('iban').execute();
}

/** By id, or by IBAN in its electronic form. */
export async function findBankAccount(
  db: Kysely<Database>,
  idOrIban: string,
): Promise<BankAccountRecord | undefined> {
  return await selectBankAccounts(db)
    .where(isUuid(idOrIban) ? 'id' : 'iban', '=', idOrIban)
    .executeTakeFirst();
}

/** New deposits are given the account, and those of a frozen one can be moved to it. */
export function takesDeposits({ status, depositsPaused }: BankAccountSettings): boolean {
  return status === 'enabled' && !depositsPaused;
}

/**
 * The accounts that open deposits can be moved to. The caller holds the lock on bank accounts, so none of them is frozen or
 * disabled before the move is done.
 */
export async function listDepositAccounts(
  trx: Transaction<Database>,
  { currency, exceptId }: { currency: string; exceptId: string },
): Promise<BankAccountRecord[]> {
  return await selectBankAccounts(trx)
    .where('status', '=', 'enabled')
    .where('deposits_paused', '=', false)
    .where('currency', '=', currency)
    .where('id', '<>', exceptId)
    .orderBy('id')
    .execute();
}

export async function countOtherEnabledAccounts(
  trx: Transaction<Database>,
  exceptId: string,
): Promise<bigint> {
  const { others } = await trx
    .selectFrom('bank_account')
    .select(({ fn }) => fn.countAll<bigint>().as('others'))
    .where('status', '=', 'enabled')
    .where('id', '<>', exceptId)
    .executeTakeFirstOrThrow();
  return others;
}

/** Deposits whose players have no account to pay to, until there is another one. */
export async function countOpenDepositsOnFrozen(db: Kysely<Database>): Promise<bigint> {
  const { rows } = await sql<{ deposits: bigint }>`
    select count(*) as deposits from bank_account join open_transaction o on o.bank_account_id = bank_account.id
    where bank_account.status = 'frozen' and o.status = 'waiting_payment'`.execute(db);
  return rows[0]?.deposits ?? 0n;
}

function selectBankAccounts(db: Kysely<Database>) {
  return db.selectFrom('bank_account').select([
    'id',
    'bank_name as bankName',
    'holder_name as holderName',
    'iban',
    'currency',
    'status',
    'deposits_paused as depositsPaused',
    'payouts_paused as payoutsPaused',
    'daily_cap_cents as dailyCapCents',
    'tolerance_cents as toleranceCents',
    'created_at as createdAt',
    sql<bigint>`(select count(*) from open_transaction
      where open_transaction.bank_account_id = bank_account.id and open_transaction.status = 'waiting_payment')`.as(
      'openDeposits',
    ),
  ]);
}
