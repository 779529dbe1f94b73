import type { Transaction } from 'kysely';
import type { AuditAction } from '@vezne/domain/audit-actions';
import type { Cents } from '@vezne/domain/money';
import {
  countOpenDepositsOnFrozen,
  countOtherEnabledAccounts,
  takesDeposits,
} from '../../db/read/bank-accounts.ts';
import type { BankAccountRecord, BankAccountSettings } from '../../db/read/bank-accounts.ts';
import { readSettingsInForce } from '../../db/read/platform-settings.ts';
import type { Database } from '../../db/schema.ts';
import { insertAuditEntry } from '../../db/write/audit-entries.ts';
import { deleteFreeze } from '../../db/write/bank-account-freezes.ts';
import { updateBankAccount } from '../../db/write/bank-accounts.ts';
import type { AdminContext } from '../admin-context.ts';
import { changeBetween } from '../change.ts';
import type { Change } from '../change.ts';
import { refused } from '../refusal.ts';
import { getBankAccountForChange } from './get.ts';

export interface ChangedBankAccount {
  account: BankAccountRecord;
  /** undefined: it was like that already, and nothing was written. */
  change: Change | undefined;
}

export interface OpenedBankAccount extends ChangedBankAccount {
  /** Open deposits on frozen accounts, which the worker moves to this account, and to others like it, within seconds. */
  depositsToMove: number;
}

export interface BankAccountDirections {
  account: string;
  deposits: boolean;
  payouts: boolean;
}

/** Sets how much the account may be given to receive in a day (Europe/Istanbul); null takes the cap away. */
export async function setBankAccount(
  context: AdminContext,
  { account, dailyCapCents }: { account: string; dailyCapCents: Cents | null },
): Promise<ChangedBankAccount> {
  return await changeBankAccount(context, {
    account,
    action: 'bank_account.set',
    settings: { dailyCapCents },
  });
}

/** No new deposit is given the account, no new payout leaves from it, or both. */
export async function pauseBankAccount(
  context: AdminContext,
  request: BankAccountDirections,
): Promise<ChangedBankAccount> {
  return await changePauses(context, request, { action: 'bank_account.pause', isPaused: true });
}

/** Ends a pause of an account's deposits, payouts or both. */
export async function resumeBankAccount(
  context: AdminContext,
  request: BankAccountDirections,
): Promise<OpenedBankAccount> {
  const changed = await changePauses(context, request, { action: 'bank_account.resume', isPaused: false });
  return await withDepositsToMove(context, changed);
}

/** No new deposit is given the account. Deposits that show it already go on: the account itself still works. */
export async function disableBankAccount(
  context: AdminContext,
  account: string,
): Promise<ChangedBankAccount> {
  return await changeBankAccount(context, {
    account,
    action: 'bank_account.disable',
    settings: { status: 'disabled' },
    check: refuseLastEnabled,
  });
}

/** From disabled or frozen: players may be shown the account and payouts may leave from it. */
export async function enableBankAccount(context: AdminContext, account: string): Promise<OpenedBankAccount> {
  const changed = await changeBankAccount(context, {
    account,
    action: 'bank_account.enable',
    settings: { status: 'enabled' },
  });
  return await withDepositsToMove(context, changed);
}

async function withDepositsToMove(
  { db }: AdminContext,
  changed: ChangedBankAccount,
): Promise<OpenedBankAccount> {
  const depositsToMove = takesDeposits(changed.account) ? await countOpenDepositsOnFrozen(db) : 0n;
  return { ...changed, depositsToMove: Number(depositsToMove) };
}

/** Without an enabled account every deposit is refused, which is a pause that was never announced. */
async function refuseLastEnabled(trx: Transaction<Database>, account: BankAccountRecord): Promise<void> {
  if (account.status !== 'enabled' || (await countOtherEnabledAccounts(trx, account.id)) > 0n) return;
  if ((await readSettingsInForce(trx)).depositsPaused) return;
  throw refused('last_enabled_account');
}

async function changePauses(
  context: AdminContext,
  { account, deposits, payouts }: BankAccountDirections,
  { action, isPaused }: { action: AuditAction; isPaused: boolean },
): Promise<ChangedBankAccount> {
  const settings = {
    ...(deposits ? { depositsPaused: isPaused } : {}),
    ...(payouts ? { payoutsPaused: isPaused } : {}),
  };
  return await changeBankAccount(context, { account, action, settings });
}

/** Changes some of an account's settings and keeps the rest. */
async function changeBankAccount(
  { db, actor }: AdminContext,
  request: {
    account: string;
    action: AuditAction;
    settings: Partial<BankAccountSettings>;
    /** Throws when the change must not be made. */
    check?: (trx: Transaction<Database>, before: BankAccountRecord) => Promise<void>;
  },
): Promise<ChangedBankAccount> {
  return await db.transaction().execute(async (trx) => {
    const before = await getBankAccountForChange(trx, request.account);
    const account = { ...before, ...request.settings };
    const change = changeBetween(before, account);
    if (change === undefined) return { account, change };
    await request.check?.(trx, before);
    await updateBankAccount(trx, account.id, account);
    if (before.status === 'frozen' && account.status !== 'frozen') await deleteFreeze(trx, account.id);
    await insertAuditEntry(trx, {
      actor,
      action: request.action,
      subjectType: 'bank_account',
      subjectId: account.id,
      details: { ...change },
    });
    return { account, change };
  });
}
